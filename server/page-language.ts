import { type Locale, localeOfPath } from '#app/language/locales.ts'
import { languageCookie } from '#app/language/negotiate.ts'

/**
 * Finishes the answer to a request for a page, also for its data alone: who may keep it, and the cookie that remembers
 * its language (docs/product.md 1.2). The cookie is written anew on every visit, so that it ends 365 days after the
 * last one; never into an answer that is kept for everybody, where the page writes it itself. `elsewhere` is the
 * visitor's language where the address names none.
 */
export function withLanguage(url: URL, response: Response, elsewhere: () => Locale): Response {
  const { headers, status } = response
  const isPage = headers.get('content-type')?.startsWith('text/html') === true
  const isData = url.pathname.endsWith('.data')
  if (!isPage && !isData) return response
  if (!headers.has('cache-control')) {
    headers.set('cache-control', status === 200 || isData ? 'private, no-cache' : 'no-store')
  }
  // A form that was refused is the form's own page, which says nothing about robots itself.
  if (isPage && status >= 400) headers.set('x-robots-tag', 'noindex')
  const named = localeOfPath(url.pathname.replace(/\.data$/, ''))
  if (named === null && isPage) headers.append('vary', 'cookie, accept-language')
  // Of all that names no language, only an address without a page is answered in the visitor's.
  const locale = named ?? (status === 404 ? elsewhere() : null)
  const isNobodyElses = /\b(?:no-store|private)\b/.test(headers.get('cache-control') ?? '')
  if (locale !== null && isNobodyElses) headers.append('set-cookie', languageCookie(locale))
  return response
}
