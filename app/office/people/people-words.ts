import de from '#app/language/messages/de/office/people.json'
import en from '#app/language/messages/en/office/people.json'
import { wordsOf } from '#app/language/words.ts'

/** The words of people where the server needs them: in files for them. */
export const peopleWords = wordsOf<typeof de>({ de, en })
