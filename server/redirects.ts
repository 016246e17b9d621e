import type { App } from '#app/app-context.ts'
import { finalPath } from '#app/storefront/redirect-targets.ts'
import { canonicalPath } from './canonical-path.ts'
import { legacyCategory, listingPathFromLegacy } from './legacy-category.ts'

/**
 * Where a request for a page must go instead, in one step however much is wrong with its address; `null` when it is
 * fine. The query is kept.
 */
export async function redirectFor(app: App, url: URL): Promise<string | null> {
  const legacy = legacyCategory(url.pathname)
  if (legacy) return (await listingPathFromLegacy(app, legacy)) + url.search
  const canonical = canonicalPath(url.pathname)
  if (canonical === null || canonical === url.pathname) return null
  return ((await finalPath(app, canonical)) ?? canonical) + url.search
}

/** The page whose data the router asks for, by an address of its own that nobody types. */
export function pageOfData(url: URL): URL {
  const page = new URL(url)
  page.pathname = url.pathname.replace(/\.data$/, '')
  page.searchParams.delete('_routes')
  return page
}
