import words from '#app/language/messages/en/calculator.json'
import valuables from '#app/language/messages/en/valuables.json'
import { calculatorWordsIn } from './calculator-words-in.ts'
import { goldWordsIn } from './gold-words-in.ts'

/** Of the calculator on English pages. */
export const calculatorWords = calculatorWordsIn('en', goldWordsIn('en', valuables), words)
