import de from '#app/language/messages/de/feeds.json'
import en from '#app/language/messages/en/feeds.json'
import { wordsOf } from '#app/language/words.ts'

export const feedWords = wordsOf<typeof de>({ de, en })
export type FeedWords = ReturnType<typeof feedWords>
