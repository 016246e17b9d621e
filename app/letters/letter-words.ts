import { createTranslator } from 'use-intl/core'
import { timeZone } from '#app/language/formats.ts'
import deAlerts from '#app/language/messages/de/alert-letters.json'
import de from '#app/language/messages/de/letters.json'
import sell from '#app/language/messages/de/sell-letters.json'
import enAlerts from '#app/language/messages/en/alert-letters.json'
import en from '#app/language/messages/en/letters.json'
import { wordsOf } from '#app/language/words.ts'

/** The words of mails and documents. */
export const letterWords = wordsOf<typeof de>({ de, en })

export const alertLetterWords = wordsOf<typeof deAlerts>({ de: deAlerts, en: enAlerts })

/** Letters to sellers are German, as the pages are that they sell through. */
export const sellLetterWords = createTranslator({ locale: 'de', messages: sell, timeZone })
