import de from '#app/language/messages/de/office/ledger.json'
import en from '#app/language/messages/en/office/ledger.json'
import { wordsOf } from '#app/language/words.ts'

/** The words of files that the office writes about the ledger. */
export const ledgerWords = wordsOf<typeof de>({ de, en })
