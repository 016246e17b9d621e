/** The languages of the shop, in the order in which they are offered. */
export const locales = ['de', 'en'] as const

export type Locale = (typeof locales)[number]

/** A text that exists in every language of the shop. */
export type Bilingual<T = string> = Record<Locale, T>

export const localeNames: Bilingual = { de: 'Deutsch', en: 'English' }

/** What switches to a language is called in that language, by its code: its name stands in the footer's list. */
export const languageSwitches: Bilingual<{ code: string; label: string }> = {
  de: { code: 'DE', label: 'DE: Sprache dieser Seite wechseln' },
  en: { code: 'EN', label: 'EN: switch the language of this page' },
}

/** Content is written in German and translated field by field. */
export const contentLocale: Locale = 'de'

/** BCP 47 tags for `lang`, `hreflang` and `Intl`; English is British because that is what the texts are written in. */
export const languageTags: Bilingual = { de: 'de-DE', en: 'en-GB' }

export function isLocale(value: unknown): value is Locale {
  return value === 'de' || value === 'en'
}

/** The language of an address: its first segment. `null` when the address carries none. */
export function localeOfPath(pathname: string): Locale | null {
  const first = pathname.split('/').find(Boolean)?.toLowerCase()
  return isLocale(first) ? first : null
}

/** The same for a page that lies below the prefixes alone. @throws {Error} for any other address */
export function localeOfPage(pathname: string): Locale {
  const locale = localeOfPath(pathname)
  if (locale === null) throw new Error(`${pathname} names no language`)
  return locale
}

export function otherLocale(locale: Locale): Locale {
  return locale === 'de' ? 'en' : 'de'
}
