import { parseCookie } from 'cookie-es'
import { isLocale, type Locale, locales } from './locales.ts'

/** The cookie that remembers the language: 365 days, whole site, SameSite lax (docs/product.md 1.2). */
const languageCookieName = 'i18n_redirected'

export function languageCookie(locale: Locale): string {
  return `${languageCookieName}=${locale}; Max-Age=${365 * 86_400}; Path=/; SameSite=Lax`
}

const onlyLanguage = { filter: (name: string) => name === languageCookieName }

export function localeFromCookies(cookies: string | null): Locale | null {
  // Every page that is kept asks this; most visitors bring no such cookie.
  if (!cookies?.includes(languageCookieName)) return null
  const value = parseCookie(cookies, onlyLanguage)[languageCookieName]
  return isLocale(value) ? value : null
}

/**
 * The best of our languages for an `Accept-Language` header: an exact tag scores 1 − i/n, the language part alone
 * 0.999 − i/n, where i is the tag's place among n by quality; the highest score wins. `null` when nothing fits.
 */
export function localeFromAcceptLanguage(header: string | null): Locale | null {
  const tags = (header ?? '')
    .slice(0, 1000)
    .split(',')
    .map((entry, place) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)$/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality), place }
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality || a.place - b.place)
  let best: { locale: Locale; score: number } | null = null
  for (const [i, { tag }] of tags.entries()) {
    for (const locale of locales) {
      const score =
        tag === locale ? 1 - i / tags.length : tag.split('-')[0] === locale ? 0.999 - i / tags.length : 0
      if (score > 0 && (best === null || score > best.score)) best = { locale, score }
    }
  }
  return best?.locale ?? null
}

/** The language for a visitor at `/`: cookie, then browser, then the configured default. */
export function negotiateLocale(headers: Pick<Headers, 'get'>, fallback: Locale): Locale {
  return (
    localeFromCookies(headers.get('cookie')) ??
    localeFromAcceptLanguage(headers.get('accept-language')) ??
    fallback
  )
}
