import { wishesLimit } from '#app/shop/catalogue/kept-cards.ts'
import { readStockNumbers } from '#app/shop/catalogue/stock-numbers.ts'

/** The list of wishes: stock numbers, the newest first, in the visitor's own browser and nowhere else. */
const key = 'wishes'

/** The list as it is stored; whatever is not a stock number is left out. */
export function readWishes(storage: Pick<Storage, 'getItem'>): string[] {
  return readStockNumbers(storage.getItem(key) ?? '', wishesLimit).ids
}

/** Stores a list; an empty one leaves nothing behind. @throws where the browser stores nothing. */
export function writeWishes(storage: Pick<Storage, 'setItem' | 'removeItem'>, ids: readonly string[]): void {
  if (ids.length === 0) storage.removeItem(key)
  else storage.setItem(key, ids.slice(0, wishesLimit).join('.'))
}

/** Puts a piece into a list, first or where it was; null where the list is full. */
export function withWish(ids: readonly string[], id: string, at = 0): string[] | null {
  if (ids.includes(id)) return [...ids]
  return ids.length >= wishesLimit ? null : ids.toSpliced(at, 0, id)
}
