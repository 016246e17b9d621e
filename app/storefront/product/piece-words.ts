import { createTranslator } from 'use-intl/core'
import { timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import de from '#app/language/messages/de/piece-facts.json'
import en from '#app/language/messages/en/piece-facts.json'

// What is said of a piece is put into words on the server alone: the browser gets sentences, not vocabulary.
const messages: Record<Locale, typeof de> = { de, en }

function translatorOf(locale: Locale) {
  return createTranslator({ locale, messages: messages[locale], timeZone })
}

export type PieceWords = ReturnType<typeof translatorOf>

const translators = { de: translatorOf('de'), en: translatorOf('en') }

export function pieceWords(locale: Locale): PieceWords {
  return translators[locale]
}
