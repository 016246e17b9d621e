import { Parser } from 'htmlparser2'

/** What a reader without eyes gets of a page. */
export type HtmlPage = {
  title: string
  description: string | null
  robots: string
  canonicals: string[]
  /** Language → address. */
  alternates: Record<string, string>
  h1: number
  /** What shared links show: `og:image`, `article:published_time`, … */
  social: Record<string, string>
  ids: Set<string>
  links: { href: string; rel: string }[]
  /** What the page loads: styles, icons, feeds, the first of its pictures. */
  files: string[]
  /** Blocks of JSON-LD as they stand there. */
  structured: string[]
}

export function readPage(html: string): HtmlPage {
  const page: HtmlPage = {
    title: '',
    description: null,
    robots: '',
    canonicals: [],
    alternates: {},
    h1: 0,
    social: {},
    ids: new Set(),
    links: [],
    files: [],
    structured: [],
  }
  let inside: 'title' | 'structured' | null = null
  // An icon's title is not the page's.
  let drawings = 0
  let pictured = false
  const parser = new Parser({
    onopentag(name, { id, href = '', rel = '', src = '', ...attributes }) {
      if (id) page.ids.add(id)
      if (name === 'svg') drawings += 1
      if (name === 'title' && drawings === 0) inside = 'title'
      if (name === 'h1') page.h1 += 1
      if (name === 'a' && href) page.links.push({ href, rel })
      if (name === 'meta' && attributes.name === 'description') page.description = attributes.content ?? ''
      if (name === 'meta' && attributes.name === 'robots') page.robots = attributes.content ?? ''
      if (name === 'meta' && attributes.property) page.social[attributes.property] = attributes.content ?? ''
      if (name === 'link' && rel === 'canonical') page.canonicals.push(href)
      if (name === 'link' && rel === 'alternate' && attributes.hreflang) {
        page.alternates[attributes.hreflang] = href
      } else if (name === 'link' && href && rel !== 'canonical') {
        page.files.push(href)
      }
      if (name === 'img' && src && !pictured) {
        pictured = true
        page.files.push(src)
      }
      if (name === 'script' && attributes.type === 'application/ld+json') {
        inside = 'structured'
        page.structured.push('')
      }
    },
    ontext(text) {
      if (inside === 'title') page.title += text
      if (inside === 'structured') page.structured[page.structured.length - 1] += text
    },
    onclosetag(name) {
      if (name === 'svg') drawings -= 1
      if (name === 'title' || name === 'script') inside = null
    },
  })
  parser.end(html)
  return page
}
