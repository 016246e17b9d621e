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
  if (origin === null || origin === new URL(siteUrl).origin) return false
  return !URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host
}
