import { asksForPreview } from '#app/content/preview/preview-query.ts'
import { matchRoute } from '#app/language/route-table.ts'
import { isPrivateAddress } from '#app/platform/private-address.ts'
import { isVisitorsPage } from './visitors-pages.ts'

/** Why what this request is answered is nobody else's; null for what everybody is shown. */
export function whyVisitorsOwn({ method }: Pick<Request, 'method'>, url: URL): string | null {
  if (method !== 'GET' && method !== 'HEAD') return 'it answers a form'
  if (asksForPreview(url.searchParams)) return 'an editor looks at it'
  if (isPrivateAddress(url)) return 'its address opens something private'
  const name = matchRoute(url.pathname.replace(/\.data$/, ''))?.name
  return name && isVisitorsPage(name) ? 'it is made for one visitor' : null
}
