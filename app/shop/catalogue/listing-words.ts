import de from '#app/language/messages/de/listing-words.json'
import en from '#app/language/messages/en/listing-words.json'
import { wordsOf } from '#app/language/words.ts'

/** The words a listing is called by, beside those of the attributes. */
export const listingWords = wordsOf<typeof de>({ de, en })
export type ListingWords = ReturnType<typeof listingWords>
