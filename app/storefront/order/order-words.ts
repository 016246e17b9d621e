import { createTranslator } from 'use-intl/core'
import { timeZone } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import deLetters from '#app/language/messages/de/letters.json'
import dePage from '#app/language/messages/de/order-page.json'
import enLetters from '#app/language/messages/en/letters.json'
import enPage from '#app/language/messages/en/order-page.json'

// An order is put into words on the server alone, and in the words of its mails: the browser gets sentences.
const de = { ...dePage, letter: { order: deLetters.order, bank: deLetters.bank } }
const messages: Record<Locale, typeof de> = {
  de,
  en: { ...enPage, letter: { order: enLetters.order, bank: enLetters.bank } },
}

function translatorOf(locale: Locale) {
  return createTranslator({ locale, messages: messages[locale], timeZone })
}

export type OrderWords = ReturnType<typeof translatorOf>

const translators = { de: translatorOf('de'), en: translatorOf('en') }

export function orderWords(locale: Locale): OrderWords {
  return translators[locale]
}

/** „20. November 2026“ */
export function dayText(date: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], { dateStyle: 'long', timeZone }).format(date)
}

/** „20. November 2026 um 14:30“ */
export function momentText(date: Date, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(date)
}
