import { isLocale, type Locale, localeOfPath } from '#app/language/locales.ts'
import { matchRoute, type RouteName } from '#app/language/route-table.ts'
import { queryOfRoute, queryOfSearch } from '#app/storefront/query-parameters.ts'

/** A page, its data, or another answer that is the same for everybody, by its one address. */
export type PageAddress = {
  /** Path and query, only with the parameters that the page reads. */
  key: string
  /**
   * - `pages`: kept at once
   * - `listings`: there are more of them than anybody could keep; kept when asked for a second time
   */
  budget: 'pages' | 'listings'
  /** Whether the address as it was asked for is this one to the letter. */
  exact: boolean
  /** A search that names no language: it is answered in the visitor's, which `inLanguage` puts into the key. */
  isInVisitorsLanguage?: true
}

/** So long may an address be; no page of ours links to a longer one. Characters, of a query those that a page reads. */
const longest = 400

/** Pages of somebody's own, and those that stand only while somebody develops. */
const own: ReadonlySet<RouteName> = new Set([
  'cart',
  'checkout',
  'checkout-success',
  'contact-success',
  'order',
  'sell-request',
  'viewing',
  'wishes',
  'compare',
  'piece-alert',
  'appointment',
  'withdrawal',
])
const ownPaths = /^\/(?:de\/bausteine|en\/blocks)$/
/** Answers below a language that are no pages; the merchant feed is streamed, and cards of links are files. */
const feeds = /^\/(?:de|en)\/(?:sitemap\/[\w-]+\.xml|arrivals\.xml|manifest\.webmanifest)$/
const unkeptFeeds = /^\/(?:de|en)\/(?:merchant-feed\.xml|cards\/)/
const searchPath = '/api/search'
const menuPath = '/api/menu'
const files = new Set(['/robots.txt', '/.well-known/security.txt'])

/** What everybody resolves before it asks and `pageAddress` does not: written so, it is the name of another page. */
const unresolved = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)|\\/i

/**
 * The address under which the answer to a request of GET or HEAD may be kept for everybody; null where it is
 * somebody's own, or nobody could know. What varies without changing the page (`utm_…`) is left out: it neither keys
 * nor reaches the page.
 */
export function pageAddress(url: string): PageAddress | null {
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  const query = at < 0 ? '' : url.slice(at + 1)
  if (path.length > longest) return null
  if (path === searchPath) return searchAddress(query, url)
  if (path === menuPath) return menuAddress(query, url)
  const isData = path.endsWith('.data')
  const page = isData ? path.slice(0, -'.data'.length) : path
  // To the router the data of a page with a slash at its end; we have none.
  if (isData && page.endsWith('/_')) return null
  if (unresolved.test(page) || url.includes('#')) return null
  const known = knownPage(page, isData)
  if (known === null) return null
  if (query === '') return { key: path, budget: known.budget, exact: at < 0 }
  const asked = new URLSearchParams(query)
  // A preview is one editor's; the router asks for a part of the data where it has the rest.
  if (asked.has('_storyblok') || asked.has('_routes')) return null
  const kept = new URLSearchParams()
  for (const [name, value] of asked) {
    if (known.never.includes(name)) return null
    if (known.reads.includes(name)) kept.append(name, value)
  }
  // One order for all; values of one name keep theirs.
  kept.sort()
  if (kept.size === 0) return { key: path, budget: known.budget, exact: false }
  return narrowed(path, kept, url)
}

/** A path with what is read of its query, in order. */
function narrowed(path: string, kept: URLSearchParams, url: string): PageAddress | null {
  const query = kept.toString()
  if (query.length > longest) return null
  const key = query === '' ? path : `${path}?${query}`
  return { key, budget: 'listings', exact: key === url }
}

/** The search reads the first value of each parameter, and no language but ours. */
function searchAddress(query: string, url: string): PageAddress | null {
  const asked = new URLSearchParams(query)
  if (asked.has('_storyblok') || asked.has('_routes')) return null
  const isNamed = isLocale(asked.get('locale'))
  const kept = new URLSearchParams()
  for (const name of queryOfSearch) {
    const value = asked.get(name)
    if (value !== null && (name !== 'locale' || isNamed)) kept.append(name, value)
  }
  kept.sort()
  const address = narrowed(searchPath, kept, url)
  if (address === null) return null
  return isNamed ? address : { ...address, isInVisitorsLanguage: true }
}

/** What the panels of the header offer, in the language that is named; else it is the visitor's own. */
function menuAddress(query: string, url: string): PageAddress | null {
  const locale = new URLSearchParams(query).get('locale')
  if (!isLocale(locale)) return null
  const key = `${menuPath}?locale=${locale}`
  return { key, budget: 'pages', exact: key === url }
}

/** The address of a search that names no language, in that of a visitor. */
export function inLanguage({ key, budget }: PageAddress, locale: Locale): PageAddress {
  const words = key.slice(searchPath.length + 1)
  return {
    key: `${searchPath}?locale=${locale}${words && `&${words}`}`,
    budget,
    exact: false,
    isInVisitorsLanguage: true,
  }
}

type Known = { reads: readonly string[]; never: readonly string[]; budget: PageAddress['budget'] }
const nothing: Known = { reads: [], never: [], budget: 'pages' }

function knownPage(path: string, isData: boolean): Known | null {
  if (files.has(path)) return isData ? null : nothing
  if (localeOfPath(path) === null || unkeptFeeds.test(path) || ownPaths.test(path)) return null
  if (feeds.test(path)) return isData ? null : nothing
  const match = matchRoute(path)
  if (match === null) return { ...queryOfRoute('story'), budget: 'listings' }
  if (own.has(match.name) || (match.name === 'sitemap' && isData)) return null
  const isFiltered = (match.name === 'watches' || match.name === 'jewelry') && match.rest.length > 0
  return { ...queryOfRoute(match.name), budget: isFiltered ? 'listings' : 'pages' }
}
