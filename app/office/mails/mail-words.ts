import de from '#app/language/messages/de/office/mails.json'
import en from '#app/language/messages/en/office/mails.json'
import { wordsOf } from '#app/language/words.ts'

/** The words of mails where the server needs them: in files. */
export const mailWords = wordsOf<typeof de>({ de, en })
