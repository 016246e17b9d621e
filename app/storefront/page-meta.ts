import { type Locale, locales } from '#app/language/locales.ts'
import { spelledPath } from '#app/language/path-spelling.ts'
import { pathTo, type RouteName, routeExists } from '#app/language/route-table.ts'

/** The path of the same page in each language where it exists. */
export type Addresses = Partial<Record<Locale, string>>

/** What a page's loader says about it for the head, the language switch and robots. */
export type PageMeta = {
  /** `null`: the title is made of the last path segment. */
  title: string | null
  description?: string | undefined
  addresses: Addresses
  /** Robots may index the page; listings with nothing in stock and private pages may not. */
  index: boolean
  /** Known to whoever has its token alone: the head tells nobody its address. */
  secret?: true
  /** Query of the canonical address; only whitelisted parameters survive. */
  query?: string | undefined
  /** Path or address of the picture for shared links, and what it shows; `card`: it is 1200 × 630 px. */
  image?: { src: string; alt: string; card?: true } | undefined
  /** Of an article: when it appeared and when it was last changed (YYYY-MM-DD), its topic, and who wrote it. */
  article?: { published: string; modified: string; section: string; author: string | undefined }
}

/** The only query parameters that make another page; all others are left out of canonical addresses. */
const canonicalQuery = ['page']

/** The addresses of a page that has no parameters, straight from the route table. */
export function addressesOf(name: RouteName): Addresses {
  const found: Addresses = {}
  for (const locale of locales) {
    if (routeExists(name, locale)) found[locale] = pathTo(locale, name as 'index')
  }
  return found
}

/** The language of `x-default`: for everybody whose language the shop does not speak. */
export function fallbackLocale(addresses: Addresses, defaultLocale: Locale): Locale | undefined {
  return [defaultLocale, ...locales].find((locale) => addresses[locale] !== undefined)
}

/** One canonical address: the path in its one spelling, whitelisted query only, sorted. */
export function canonicalAddress(siteUrl: string, path: string, query: string | undefined): string {
  const asked = new URLSearchParams(query)
  const kept = new URLSearchParams()
  for (const name of canonicalQuery) {
    const value = asked.get(name)
    if (value && !(name === 'page' && value === '1')) kept.set(name, value)
  }
  kept.sort()
  const search = kept.toString()
  return `${siteUrl}${spelledPath(path) ?? path}${search ? `?${search}` : ''}`
}

/** “{page title} {separator} {site name}”; an empty title drops the separator. */
export function fullTitle(title: string, separator: string, siteName: string): string {
  return title === '' || title === siteName ? siteName : `${title} ${separator} ${siteName}`
}
