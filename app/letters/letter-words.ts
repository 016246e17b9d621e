import { createTranslator } from 'use-intl/core'
import { timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import deAlerts from '#app/language/messages/de/alert-letters.json'
import de from '#app/language/messages/de/letters.json'
import sell from '#app/language/messages/de/sell-letters.json'
import enAlerts from '#app/language/messages/en/alert-letters.json'
import en from '#app/language/messages/en/letters.json'

// Mails and documents are written on the server: no browser needs their words.
const messages: Record<Locale, typeof de> = { de, en }

function translatorOf(locale: Locale) {
  return createTranslator({ locale, messages: messages[locale], timeZone })
}

const translators = { de: translatorOf('de'), en: translatorOf('en') }

export function letterWords(locale: Locale): ReturnType<typeof translatorOf> {
  return translators[locale]
}

const alertMessages: Record<Locale, typeof deAlerts> = { de: deAlerts, en: enAlerts }

export function alertLetterWords(locale: Locale) {
  return createTranslator({ locale, messages: alertMessages[locale], timeZone })
}

/** Letters to sellers are German, as the pages are that they sell through. */
export const sellLetterWords = createTranslator({ locale: 'de', messages: sell, timeZone })
