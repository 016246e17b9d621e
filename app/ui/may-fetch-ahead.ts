import { localeOfPath } from '#app/language/locales.ts'
import { isPrivate, matchRoute, type RouteName } from '#app/language/route-table.ts'

/** Open to everybody, and yet each visitor's own: nobody keeps an answer of theirs. */
const visitorsOwn: ReadonlySet<RouteName> = new Set([
  'cart',
  'checkout',
  'checkout-success',
  'contact-success',
  'withdrawal',
] as const)

/** `rel` of a link; whether it is pressed already, or somebody may only be passing over it. */
type Link = { rel: string; pressed: boolean }

/** Whether the page at `url` may be fetched before somebody follows a link to it. */
export function mayFetchAhead(url: URL, here: URL, { rel, pressed }: Link): boolean {
  const relations = rel.split(/\s+/)
  const name = matchRoute(url.pathname)?.name
  if (relations.includes('external') || (name && (isPrivate(name) || visitorsOwn.has(name)))) return false
  // An answer in another language may choose that language for the visitor.
  if (localeOfPath(url.pathname) !== localeOfPath(here.pathname)) return false
  if (url.pathname === here.pathname && url.search === here.search) return false
  // What an editor looks at, and what a mail's link decides.
  if ([url, here].some(({ searchParams }) => [...searchParams.keys()].some(isTheirOwn))) return false
  // Filters, orders and searches are without number, and each has to be worked out.
  return pressed || !(relations.includes('nofollow') || name === 'search')
}

const isTheirOwn = (parameter: string) => parameter === 'alert' || parameter.startsWith('_storyblok')

type Connection = { saveData?: boolean; effectiveType?: string }

/** Whether somebody saves bytes, or has a connection on which what is fetched ahead would be in the way. */
export function isSparing(browser: object): boolean {
  const { connection } = browser as { connection?: Connection }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}
