import { createTranslator } from 'use-intl/core'
import { timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/feeds.json'
import en from '#app/language/messages/en/feeds.json'

// Feeds are written on the server: no browser needs their words.
const translators = {
  de: createTranslator({ locale: 'de', messages: de, timeZone }),
  en: createTranslator({ locale: 'en', messages: en as typeof de, timeZone }),
}

export type FeedWords = (typeof translators)['de']

export function feedWords(locale: Locale): FeedWords {
  return translators[locale]
}
