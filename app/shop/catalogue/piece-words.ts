import de from '#app/language/messages/de/piece-facts.json' with { type: 'json' }
import en from '#app/language/messages/en/piece-facts.json' with { type: 'json' }
import { wordsOf } from '#app/language/words.ts'

/** What is said of a piece. */
export const pieceWords = wordsOf<typeof de>({ de, en })
export type PieceWords = ReturnType<typeof pieceWords>
