import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Locale } from '#app/language/locales.ts'
import { languageCookie } from '#app/language/negotiate.ts'

/** Writes the language cookie anew on every page: an answer that is kept for everybody brings none. */
export function useLanguageCookie(locale: Locale): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: that a page is visited is the event
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API lacks in one of the large browsers
    document.cookie = languageCookie(locale) + (location.protocol === 'https:' ? '; Secure' : '')
  }, [locale, key])
}
