import de from '#app/language/messages/de/office/insight.json'
import en from '#app/language/messages/en/office/insight.json'
import { wordsOf } from '#app/language/words.ts'

/** The words of files that the office writes about its figures. */
export const insightWords = wordsOf<typeof de>({ de, en })
