import { createTranslator } from 'use-intl/core'
import { timeZone } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import de from '#app/language/messages/de/order-page.json'
import en from '#app/language/messages/en/order-page.json'

// Where an order stands is put into words on the server alone: the browser gets sentences.
const messages: Record<Locale, typeof de> = { de, en }

function translatorOf(locale: Locale) {
  return createTranslator({ locale, messages: messages[locale], timeZone })
}

export type OrderWords = ReturnType<typeof translatorOf>

const translators = { de: translatorOf('de'), en: translatorOf('en') }

export function orderWords(locale: Locale): OrderWords {
  return translators[locale]
}

/** „20. November 2026 um 14:30“ */
export function momentText(date: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(date)
}
