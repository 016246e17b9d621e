import de from '#app/language/messages/de/office/stock.json'
import en from '#app/language/messages/en/office/stock.json'
import { wordsOf } from '#app/language/words.ts'

/** The words of files and papers that the office writes about the stock. */
export const stockWords = wordsOf<typeof de>({ de, en })
