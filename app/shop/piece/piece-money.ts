import type { Database } from '#app/platform/database/database.ts'
import { int4, int8, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { homePerMille, marginOf } from '#app/shop/buying/ledger.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import type { PieceRow } from './read-piece.ts'

/** The prices of a piece; cents. */
export type PiecePrices = {
  since: Date | null
  /** Newest first. */
  history: { since: Date; cents: number }[]
  /** As its page announces it (§ 11 PAngV): the lowest of the 30 days before the last reduction; null: there is none. */
  lowestCents: number | null
  /** Of own pieces of the same reference, this one apart. */
  sold: Span | null
  onSale: Span | null
}
type Span = { pieces: number; fromCents: number; toCents: number }

export async function piecePrices(db: Database, row: PieceRow, now: Date): Promise<PiecePrices> {
  const history = await query(db, { since: timestamptz, cents: int4 })`
    select since, price_cents as cents from price_history where product_id = ${row.id} order by since desc limit 20
  `
  const shown = await findProduct(db, row.id, now)
  const spans = await query(db, { status: text, pieces: int8, low: int4, high: int4 })`
    select case when status = 'sold' then 'sold' else 'on-sale' end as status, count(*) as pieces,
      min(price_cents) as low, max(price_cents) as high
    from product where reference_id = ${row.reference_id} and id <> ${row.id} and price_cents is not null
      and status in ('listed', 'reserved', 'sold')
    group by 1
  `
  const spanOf = (status: string): Span | null => {
    const span = spans.find((each) => each.status === status)
    return span ? { pieces: span.pieces, fromCents: span.low, toCents: span.high } : null
  }
  return {
    since: row.price_since,
    history,
    lowestCents: shown?.reduction?.lowestCents ?? null,
    sold: spanOf('sold'),
    onSale: spanOf('on-sale'),
  }
}

/** What a sale at a price would leave; cents. `net`: the margin less its VAT. */
export type PieceMargin = { marginCents: number; vatCents: number; netCents: number }

/** By the ledger's own arithmetic, at the rate of `day` (YYYY-MM-DD); null where cost or price is not known. */
export function pieceMargin(
  { tax_mode, cost_cents, price_cents }: Pick<PieceRow, 'tax_mode' | 'cost_cents' | 'price_cents'>,
  day: string,
): PieceMargin | null {
  if (cost_cents === null || price_cents === null) return null
  const amounts = { purchaseCents: cost_cents, proceedsCents: price_cents }
  const { marginCents, taxCents } = marginOf(tax_mode, amounts, homePerMille(day))
  return { marginCents, vatCents: taxCents, netCents: marginCents - taxCents }
}
