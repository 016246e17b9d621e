import { createTranslator } from 'use-intl/core'
import { timeZone } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import de from '#app/language/messages/de/letters.json'
import en from '#app/language/messages/en/letters.json'

// Mails and documents are written on the server: no browser needs their words.
const messages: Record<Locale, typeof de> = { de, en }

function translatorOf(locale: Locale) {
  return createTranslator({ locale, messages: messages[locale], timeZone })
}

export type LetterWords = ReturnType<typeof translatorOf>

const translators = { de: translatorOf('de'), en: translatorOf('en') }

export function letterWords(locale: Locale): LetterWords {
  return translators[locale]
}

/** `1.290,00 €`: on paper an amount always shows its cents, and one below zero a minus sign. */
export function formatAmount(cents: number, locale: Locale): string {
  return new Intl.NumberFormat(languageTags[locale], { style: 'currency', currency: 'EUR' })
    .format(cents / 100)
    .replace('-', '\u2212')
}

/** „20. November 2026“ */
export function formatDay(date: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'long', timeZone }).format(date)
}

/** „14:30:05“, time in Germany. */
export function formatTime(date: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], { timeStyle: 'medium', timeZone }).format(date)
}
