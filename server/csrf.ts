import { matchRoute, type RouteName } from '#app/language/route-table.ts'
import { isPrivateAddress } from '#app/platform/private-address.ts'

const formsByToken: ReadonlySet<RouteName> = new Set([
  'order',
  'sell-request',
  'appointment',
  'withdrawal',
  'checkout-success',
])
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether a request that changes something comes from a page of another site (CSRF). Browsers say so themselves
 * (`Sec-Fetch-Site`), also where a proxy ends TLS before us and where a page keeps its address to itself; older ones
 * name the page's origin, which is ours when it is `siteUrl`'s or has the address that was asked for. Programs that
 * say neither carry nobody's cookies and may go on.
 */
export function isCrossSite(request: Request, siteUrl: string): boolean {
  if (reading.has(request.method)) return false
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin' && site !== 'none'
  const origin = request.headers.get('origin')
  // A private page tells nobody where it is, and its forms say no origin; but no other site knows its address.
  if (origin === 'null' && isFormOfPrivatePage(new URL(request.url))) return false
  if (origin === null || origin === new URL(siteUrl).origin) return false
  return !URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host
}

/** What such a form does is decided by the token in its address, and by nothing that a browser keeps. */
function isFormOfPrivatePage(url: URL): boolean {
  const name = matchRoute(url.pathname.replace(/\.data$/, ''))?.name
  return name !== undefined && formsByToken.has(name) && isPrivateAddress(url)
}
