import words from '#app/language/messages/de/valuables.json'
import { goldWordsIn } from './gold-words-in.ts'

/** Of the sell form, which speaks German only, and of the calculator on German pages. */
export const goldWords = goldWordsIn('de', words)
export const { t, euros, pricePerGram, perCent, spanOfEuros, spanOfGrams } = goldWords
