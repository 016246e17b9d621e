import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Node } from './page-tree.ts'

/** The files of a Next.js site with one page, made for each visitor and built beforehand; both from data in memory. */
export function writeNextSite(folder: string, content: Node[], title: string): void {
  const files: Record<string, string> = {
    'package.json': JSON.stringify({
      name: 'peer',
      version: '1.0.0',
      private: true,
      type: 'module',
      dependencies: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
    }),
    'next.config.js': 'export default { poweredByHeader: false }\n',
    'app/content.json': JSON.stringify(content),
    'app/layout.js': `export const metadata = { title: ${JSON.stringify(title)} }
export default function Layout({ children }) {
  return <html lang="de"><body>{children}</body></html>
}
`,
    'app/Content.js': `import { createElement } from 'react'; import content from './content.json'

const names = { class: 'className', for: 'htmlFor', tabindex: 'tabIndex', srcset: 'srcSet', fetchpriority: 'fetchPriority',
  autocomplete: 'autoComplete', novalidate: 'noValidate', maxlength: 'maxLength', inputmode: 'inputMode', readonly: 'readOnly',
  colspan: 'colSpan', enterkeyhint: 'enterKeyHint', datetime: 'dateTime', value: 'defaultValue', checked: 'defaultChecked' }
const flags = new Set(['hidden', 'open', 'required', 'disabled', 'inert', 'novalidate', 'checked'])

function propsOf(tag, attributes, key) {
  const props = { key }
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'style') props.style = Object.fromEntries(value.split(';').filter(Boolean).map((rule) => {
      const [property, ...rest] = rule.split(':')
      return [property.trim(), rest.join(':').trim()]
    }))
    else if (!name.startsWith('on')) props[name === 'value' && tag !== 'input' ? 'value' : names[name] ?? name] = flags.has(name) || value === 'true' && name === 'checked' ? true : value
  }
  return props
}

function drawn(node, key) {
  if (typeof node === 'string') return node
  const [tag, attributes, ...children] = node
  return createElement(tag, propsOf(tag, attributes, key), ...children.map(drawn))
}

export default function Content() {
  return content.map(drawn)
}
`,
    'app/dynamic/page.js': `import Content from '../Content.js'
export const dynamic = 'force-dynamic'
export default function Page() { return <Content /> }
`,
    'app/static/page.js': `import Content from '../Content.js'
export const dynamic = 'force-static'
export default function Page() { return <Content /> }
`,
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
