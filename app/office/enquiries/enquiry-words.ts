import de from '#app/language/messages/de/office/enquiries.json'
import en from '#app/language/messages/en/office/enquiries.json'
import { wordsOf } from '#app/language/words.ts'

/** The words of enquiries where the server needs them: in files. */
export const enquiryWords = wordsOf<typeof de>({ de, en })
