import { expect, test } from 'vitest'
import { scriptsAfterPaint } from './scripts-after-paint.ts'

const sent = (module: string) =>
  `<head><link rel="modulepreload" href="/assets/entry.js"/><link rel="modulepreload" href="/assets/page.js"/></head>` +
  `<body><script type="module" async="">${module}</script></body>`

test('imports wait for the first paint, in their order, and the entry comes last', () => {
  const html = scriptsAfterPaint(
    sent(
      'import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n' +
        'window.__reactRouterRouteModules = {"root":route0};\nimport("/assets/entry.js");',
    ),
  )
  expect(html).not.toContain('rel="modulepreload"')
  expect(html).not.toContain('type="module"')
  const steps = [
    'const files=["/assets/page.js"]',
    'await import(href)',
    'await import("/assets/manifest.js");',
    'const route0=await import("/assets/root.js");',
    'window.__reactRouterRouteModules = {"root":route0};',
    'import("/assets/entry.js");',
    'observe({type:"paint"',
  ].map((step) => html.indexOf(step))
  expect(steps).not.toContain(-1)
  expect(steps).toEqual(steps.toSorted((one, other) => one - other))
})

test('what is written into the page is valid code', () => {
  const html = scriptsAfterPaint(
    sent('import * as route0 from "/assets/root.js";\nimport("/assets/entry.js");'),
  )
  const [, code = ''] = /<script>([\s\S]*)<\/script>/.exec(html) ?? []
  expect(code).not.toBe('')
  expect(() => new Function(code)).not.toThrow()
})

test('a page without scripts stays as it is', () => {
  expect(scriptsAfterPaint('<p>Nothing</p>')).toBe('<p>Nothing</p>')
})
