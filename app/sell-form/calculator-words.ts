import words from '#app/language/messages/de/calculator.json'
import { calculatorWordsIn } from './calculator-words-in.ts'
import { goldWords } from './gold-words.ts'

/** Of the calculator on German pages. */
export const calculatorWords = calculatorWordsIn('de', goldWords, words)
