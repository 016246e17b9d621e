import de from '#app/language/messages/de/trust.json' with { type: 'json' }
import en from '#app/language/messages/en/trust.json' with { type: 'json' }
import { wordsOf } from '#app/language/words.ts'

/** What is said where somebody decides: what others say of the shop, and how can be paid. */
export const trustWords = wordsOf<typeof de>({ de, en })
