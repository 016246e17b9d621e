import { timeZone } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import de from '#app/language/messages/de/order-page.json'
import en from '#app/language/messages/en/order-page.json'
import { wordsOf } from '#app/language/words.ts'

/** Where an order stands. */
export const orderWords = wordsOf<typeof de>({ de, en })
export type OrderWords = ReturnType<typeof orderWords>

/** „20. November 2026 um 14:30“ */
export function momentText(date: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(date)
}
