import { localeOfPath } from '#app/language/locales.ts'
import { matchRoute } from '#app/language/route-table.ts'
import { isPrivateAddress } from '#app/platform/private-address.ts'
import { isVisitorsPage } from '../visitors-pages.ts'

/** `rel` of a link; whether it is pressed already, or somebody may only be passing over it. */
type Link = { rel: string; pressed: boolean }

/** Whether the page at `url` may be fetched before somebody follows a link to it. */
export function mayFetchAhead(url: URL, here: URL, { rel, pressed }: Link): boolean {
  const relations = rel.split(/\s+/)
  const name = matchRoute(url.pathname)?.name
  if (relations.includes('external') || (name && isVisitorsPage(name))) return false
  // An answer in another language may choose that language for the visitor.
  if (localeOfPath(url.pathname) !== localeOfPath(here.pathname)) return false
  if (url.pathname === here.pathname && url.search === here.search) return false
  // What a mail's link decides, and what an editor looks at.
  if (isPrivateAddress(url) || [url, here].some(isEditors)) return false
  // Filters, orders and searches are without number, and each has to be worked out.
  return pressed || !(relations.includes('nofollow') || name === 'search')
}

const isEditors = ({ searchParams }: URL) =>
  [...searchParams.keys()].some((name) => name.startsWith('_storyblok'))

type Connection = { saveData?: boolean; effectiveType?: string }
type Browser = { navigator: object; matchMedia?: (query: string) => { matches: boolean } }

/** Whether somebody saves bytes, or has a connection on which what is fetched ahead would be in the way. */
export function isSparing(browser: Browser): boolean {
  const { connection } = browser.navigator as { connection?: Connection }
  if (connection?.saveData || /2g/.test(connection?.effectiveType ?? '')) return true
  return browser.matchMedia?.('(prefers-reduced-data: reduce)').matches === true
}
