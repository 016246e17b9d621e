import { createTranslator } from 'use-intl/core'
import { timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/listing-words.json'
import en from '#app/language/messages/en/listing-words.json'

/**
 * The words a listing is called by. Which facet has a word in front of the noun and which one behind differs between
 * the languages, so the messages decide and are asked by path.
 */
export type ListingWords = {
  (path: string, values?: Record<string, string | number>): string
  has(path: string): boolean
}

function wordsOf(locale: Locale, messages: object): ListingWords {
  const translator = createTranslator({ locale, messages: messages as Record<string, string>, timeZone })
  return Object.assign(
    (path: string, values?: Record<string, string | number>) => translator(path as never, values as never),
    { has: (path: string) => translator.has(path as never) },
  )
}

const words = { de: wordsOf('de', de), en: wordsOf('en', en) }

export function listingWords(locale: Locale): ListingWords {
  return words[locale]
}
