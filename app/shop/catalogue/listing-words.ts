import { createTranslator } from 'use-intl/core'
import { timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/listing-words.json'
import en from '#app/language/messages/en/listing-words.json'

// The words a listing is called by, beside those of the attributes.
const messages: Record<Locale, typeof de> = { de, en }

function translatorOf(locale: Locale) {
  return createTranslator({ locale, messages: messages[locale], timeZone })
}

export type ListingWords = ReturnType<typeof translatorOf>

const translators = { de: translatorOf('de'), en: translatorOf('en') }

export function listingWords(locale: Locale): ListingWords {
  return translators[locale]
}
