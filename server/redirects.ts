import type { App } from '#app/app-context.ts'
import { localeOfPath } from '#app/language/locales.ts'
import { matchRoute, pathTo } from '#app/language/route-table.ts'
import { keepNoAnswer } from '#app/platform/answer-record.ts'
import { hasSentMessage } from '#app/shop/enquiries/message-sent.ts'
import { finalAddress, matchOtherWords } from '#app/storefront/redirect-targets.ts'
import { canonicalPath } from './canonical-path.ts'
import { legacyCategory, listingFromLegacy } from './legacy-category.ts'

/**
 * - `certain`: there is a page; else only if the page that was asked for has something to answer
 * - `forNow`: it leads elsewhere for this visitor alone
 */
export type Moved = { to: string; certain: boolean; forNow?: boolean }

/**
 * Where a request for a page must go instead, in one step however much is wrong with its address, and only where a page
 * is: what names nothing is a 404 at once. `null` when nothing is to be put right here; a page whose path is spelled
 * well puts the rest right itself. The query is kept. `cookies` are the visitor's.
 */
export async function redirectFor(app: App, url: URL, cookies: string | null): Promise<Moved | null> {
  const legacy = legacyCategory(url.pathname)
  if (legacy) return { to: await listingFromLegacy(app, legacy, url.searchParams), certain: true }
  const canonical = canonicalPath(url.pathname)
  if (canonical === null) return null
  const asked = canonical + url.search
  const spelledWell = canonical === url.pathname
  if (localeOfPath(canonical) === null) return spelledWell ? null : { to: asked, certain: false }
  if (spelledWell && (matchRoute(canonical) || !matchOtherWords(canonical))) return null
  const final = await finalAddress(app, canonical, url)
  if (final === 'nowhere' || (spelledWell && final === asked)) return null
  if (final === null) return { to: asked, certain: false }
  return insteadOfSuccess(final, cookies) ?? { to: final, certain: true }
}

/** Whoever has sent no message is led on to the form by the page that says that one has arrived: here in one step. */
function insteadOfSuccess(final: string, cookies: string | null): Moved | null {
  const match = matchRoute(final.replace(/\?.*$/, ''))
  if (match?.name !== 'contact-success') return null
  keepNoAnswer('it goes by a visitor’s cookie')
  if (hasSentMessage(cookies)) return null
  return { to: pathTo(match.locale, 'contact'), certain: true, forNow: true }
}

/** The page whose data the router asks for, by an address of its own that nobody types. */
export function pageOfData(url: URL): URL {
  const page = new URL(url)
  page.pathname = url.pathname.replace(/\.data$/, '')
  page.searchParams.delete('_routes')
  return page
}
