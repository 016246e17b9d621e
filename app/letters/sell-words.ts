import { createTranslator } from 'use-intl/core'
import { timeZone } from '#app/language/formats.ts'
import de from '#app/language/messages/de/sell-letters.json'

/** Letters to sellers are German, as the pages are that they sell through. */
export const sellWords = createTranslator({ locale: 'de', messages: de, timeZone })
export type SellWords = typeof sellWords
