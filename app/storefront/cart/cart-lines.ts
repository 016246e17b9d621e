import type { Database } from '#app/platform/database/database.ts'
import { findCards } from '#app/shop/catalogue/cards.ts'
import { cartFromCookies } from '#app/shop/checkout/cart.ts'
import type { CartLine } from './CartLines.tsx'

/** What lies in the cart of a request, in the order it was put in. */
export async function cartLines(db: Database, request: Request): Promise<CartLine[]> {
  const ids = cartFromCookies(request.headers.get('cookie'))
  const pieces = new Map((await findCards(db, ids, new Date())).map((piece) => [piece.id, piece]))
  return ids.map((id) => ({ id, piece: pieces.get(id) ?? null }))
}
