/** What the sell form asks about a watch, and what it is answered: types and lengths that browsers may import. */

/** As it was recognised or typed. */
export type AskedWatch = { brand: string; model: string | null; reference: string | null }

/** A watch in the shop's own words; null: not said. `left`: what was typed besides, and says nothing to the shop. */
export type RecognisedWatch = AskedWatch & { left: string }

export type WatchPrices =
  | { enough: false }
  | {
      enough: true
      /** By what our pieces are like it; `material`: of its model, and of what the cases of its reference are made of. */
      alike: 'reference' | 'material' | 'model'
      pieces: number
      /** How many of them were sold; the others are in the shop. */
      sold: number
      lowCents: number
      highCents: number
      /** Since when the oldest of these prices is ours. */
      since: string
    }

/** `GET {apiUrl}/sell-watch?words=`: the watches that the words say, likeliest first, and prices of the first. */
export type WatchAnswer = { watches: RecognisedWatch[]; prices: WatchPrices }

/** So much of what was typed is read. */
export const longestWatchWords = 200
