import type { Database } from '#app/platform/database/database.ts'
import { cardsWithPage } from '#app/shop/catalogue/cards.ts'
import type { PagePiece } from '#app/shop/catalogue/types.ts'
import { addToCart, type CartEntry } from './cart-cookie.ts'
import { heldUntil, pieceStates } from './hold.ts'

/**
 * `held`: somebody else is at the checkout with it; `reserved`: an order has it, or staff; `examined`: it was sold, came
 * back, and cannot be bought yet.
 */
export type CartLineState = 'available' | 'held' | 'reserved' | 'sold' | 'examined' | 'gone'

/** A piece as it lies in the cart, with what became of it meanwhile. */
export type CartLine = {
  id: string
  /** `null` when the shop no longer shows it. */
  piece: PagePiece | null
  state: CartLineState
  /** Until when it is `held`, at the latest. */
  heldUntil: Date | null
  /** What it cost when it was put in, cents; null when that is what it costs now, or not known. */
  beforeCents: number | null
}

/** What lies in a cart, in its order. `holder` is the visitor's own checkout, whose hold is none of somebody else's. */
export async function cartLines(
  db: Database,
  entries: readonly CartEntry[],
  { holder, now }: { holder: string | null; now: Date },
): Promise<CartLine[]> {
  if (entries.length === 0) return []
  const pieces = entries.map(({ id }) => id)
  const [cards, states, held] = await Promise.all([
    cardsWithPage(db, pieces, now),
    pieceStates(db, { pieces, holder }),
    heldUntil(db, { pieces, holder: holder ?? '' }),
  ])
  return entries.map(({ id, seenCents }) => {
    const piece = cards.find((card) => card.id === id) ?? null
    const state = piece === null ? 'gone' : (states.get(id) ?? 'gone')
    const until = held.get(id) ?? null
    const changed = piece !== null && seenCents !== null && piece.priceCents !== seenCents
    return {
      id,
      piece,
      state: state === 'yours' ? 'available' : state === 'reserved' && until ? 'held' : state,
      heldUntil: state === 'reserved' ? until : null,
      beforeCents: changed ? seenCents : null,
    }
  })
}

export type PutInCart =
  | { ok: true; entries: CartEntry[]; piece: PagePiece; state: 'available' | 'held' | 'reserved' }
  | { ok: false; reason: 'full' | 'no-such-piece' | 'sold' | 'examined' }

/** Puts a piece in at the price it has now; what is sold, examined again or unknown stays out. */
export async function putInCart(
  db: Database,
  entries: readonly CartEntry[],
  id: string,
  by: { holder: string | null; now: Date },
): Promise<PutInCart> {
  const change = addToCart(entries, { id, seenCents: null })
  if (!change.ok) return change
  const [line] = await cartLines(db, [{ id, seenCents: null }], by)
  if (!line?.piece || line.state === 'gone') return { ok: false, reason: 'no-such-piece' }
  if (line.state === 'sold' || line.state === 'examined') return { ok: false, reason: line.state }
  const added = change.entries.map((each) =>
    each.id === id ? { id, seenCents: line.piece?.priceCents ?? null } : each,
  )
  return { ok: true, entries: added, piece: line.piece, state: line.state }
}
