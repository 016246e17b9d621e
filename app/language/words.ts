import { createTranslator } from 'use-intl/core'
import { timeZone } from './formats.ts'
import type { Locale } from './locales.ts'

/** What puts the words of one area together on the server alone: the browser gets sentences, not vocabulary. */
export function wordsOf<Words extends Record<string, unknown>>(messages: Record<Locale, Words>) {
  const translatorOf = (locale: Locale) =>
    createTranslator<Words>({ locale, messages: messages[locale], timeZone })
  const translators = { de: translatorOf('de'), en: translatorOf('en') }
  return (locale: Locale) => translators[locale]
}
