import { type Locale, localeOfPath } from '#app/language/locales.ts'
import { languageCookie, localeFromCookies } from '#app/language/negotiate.ts'

/** The visitor who asked for a page. */
type Visitor = {
  cookies: string | null
  /** Whether the page is the same for everybody. */
  isShared: boolean
  /** The visitor's language where the address names none. */
  elsewhere: () => Locale
}

/**
 * Finishes the answer to a request for a page, also for its data alone: who may keep it, and the cookie that remembers
 * its language (docs/product.md 1.2). Pages write it themselves on every visit, so that it ends 365 days after the last
 * one. The server writes it into answers that are kept by nobody: a page of somebody's own, a fault, and a page for a
 * visitor who had chosen another language, so that choosing works without script.
 */
export function withLanguage(url: URL, response: Response, visitor: Visitor): Response {
  const { headers, status } = response
  const isPage = headers.get('content-type')?.startsWith('text/html') === true
  const isData = url.pathname.endsWith('.data')
  if (!isPage && !isData) return response
  const named = localeOfPath(url.pathname.replace(/\.data$/, ''))
  if (!headers.has('cache-control'))
    headers.set('cache-control', status === 200 || isData ? keptBy(visitor, named) : 'no-store')
  // A form that was refused is the form's own page, which says nothing about robots itself.
  if (isPage && status >= 400) headers.set('x-robots-tag', 'noindex')
  if (named === null && isPage) headers.append('vary', 'cookie, accept-language')
  // Of all that names no language, only an address without a page is answered in the visitor's.
  const locale = named ?? (status === 404 ? visitor.elsewhere() : null)
  const isNobodyElses = /\b(?:no-store|private)\b/.test(headers.get('cache-control') ?? '')
  if (locale !== null && isNobodyElses) headers.append('set-cookie', languageCookie(locale))
  return response
}

function keptBy({ cookies, isShared }: Visitor, locale: Locale | null): string {
  const chosen = localeFromCookies(cookies)
  return isShared && (chosen === null || chosen === locale) ? 'public, no-cache' : 'private, no-cache'
}
