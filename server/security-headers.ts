/**
 * What every answer says to browsers, whoever makes it: pages, files, interfaces, redirects, faults, and what the listener
 * refuses before anything else sees it.
 */

/** Of what is no page: nothing in it is loaded or run, and nobody frames it. */
const nothingRuns = "default-src 'none'; frame-ancestors 'none'"

/** A browser shows these as documents of its own making, with styles and a viewer inside. */
const shownAs: Record<string, string> = {
  'application/pdf':
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'image/svg+xml': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
}

const permissionsPolicy =
  'accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()'

export const transportSecurity = 'max-age=63072000; includeSubDomains'

/** For answers that are no pages and that no code of pages makes. */
export const plainHeads = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': nothingRuns,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy,
  'referrer-policy': 'strict-origin-when-cross-origin',
} as const

/**
 * Adds what an answer does not say itself. A page brings its own policy, which names its scripts; only while somebody
 * develops it has none, for Vite adds what it likes.
 */
export function setSecurityHeaders(
  headers: Headers,
  { https, pathname, isDevelopment }: { https: boolean; pathname: string; isDevelopment: boolean },
): void {
  for (const name of ['x-content-type-options', 'cross-origin-opener-policy'] as const)
    headers.set(name, plainHeads[name])
  // A private page says it more strictly; in the office a camera reads codes.
  for (const name of ['referrer-policy', 'permissions-policy'] as const)
    if (!headers.has(name)) headers.set(name, plainHeads[name])
  if (!headers.has('cross-origin-resource-policy'))
    headers.set('cross-origin-resource-policy', loadedBy(pathname))
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  if (!isDevelopment || type !== 'text/html') {
    const policy = headers.get('content-security-policy') ?? shownAs[type] ?? nothingRuns
    const isFramed = policy.includes('frame-ancestors')
    headers.set('content-security-policy', isFramed ? policy : `${policy}; frame-ancestors 'none'`)
  }
  if (https) headers.set('strict-transport-security', transportSecurity)
}

/** The signs and the picture of the whole shop, which others show beside a link. */
const pictureOfShop = /^\/[\w-]+\.(?:ico|jpg|png|svg)$/

/**
 * Whose pages may load it: ours alone; the interfaces may have an address of their own beside the shop's (`API_URL`), and
 * the content service's is for editors and sites elsewhere. Photos and cards, which mails and search engines show, say so themselves.
 */
function loadedBy(pathname: string): 'same-origin' | 'same-site' | 'cross-origin' {
  if (pathname.startsWith('/content/') || pictureOfShop.test(pathname)) return 'cross-origin'
  return pathname.startsWith('/api/') ? 'same-site' : 'same-origin'
}
