import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, int8, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { taxRules } from '#app/shop/checkout/tax-treatment.ts'
import { taxModes } from '#app/shop/checkout/types.ts'
import { homePerMille, homeRules, marginOf } from './ledger.ts'
import { learnedBefore } from './ledger-learned.ts'

/** A piece whose margin, or whose VAT, is not what it brought less what it cost; `order` null: sold without one, melted. */
export type MarginDifference = {
  order: string | null
  /** Its stock number, or its number in the ledger. */
  piece: string
  of: 'margin' | 'vat'
  ledgerCents: number
  dueCents: number
}

const soldPiece = {
  order: nullable(text),
  piece: text,
  /** When it was ordered, or sold without an order. */
  day: text,
  tax_mode: nullable(oneOf(taxModes)),
  tax_rule: nullable(oneOf(taxRules)),
  purchase_cents: nullable(int4),
  /** Whether it is with its buyer, or melted: its purchase price stands against what it brought. */
  gone: bool,
  /** Kept back for a loss of value, in no margin, as the documents say it. */
  deducted_cents: int8,
  proceeds_cents: int8,
  margin_cents: int8,
  tax_cents: int8,
}

/**
 * Reckons every margin anew: from what the ledger says that a piece brought, less what its documents keep back, and what
 * was paid for it while it is gone; and the VAT on it. What documents show is not looked at here.
 */
export async function marginDifferences(db: Database): Promise<MarginDifference[]> {
  const pieces = await query(db, soldPiece)`
    with line as (
      select i.id, i.order_id, case i.kind when 'invoice' then 1 else -1 end as sign, each.place, each.line ->> 'piece' as piece,
        (each.line ->> 'priceCents')::int8 as price, coalesce((i.content ->> 'deductionCents')::int8, 0) as deduction,
        (each.line ->> 'deductedCents')::int8 as own
      from invoice i, jsonb_array_elements(i.content -> 'lines') with ordinality each (line, place)
    ), shared as (
      select *, sum(price) over (partition by id order by place) as upto, sum(price) over (partition by id) as whole from line
    ), document as (
      select order_id, piece, sum(sign) as kept,
        -- Documents that do not say of which piece it is kept of all in proportion to their prices.
        sum(coalesce(own, floor(deduction * upto / nullif(whole, 0)) - floor(deduction * (upto - price) / nullif(whole, 0)))) as deducted
      from shared group by order_id, piece
    ), known as (
      select ledger_number, order_id, max(tax_mode) as tax_mode, min(on_day) as day, sum(proceeds_cents)::int8 as proceeds_cents,
        coalesce(sum(margin_cents), 0)::int8 as margin_cents, sum(tax_cents)::int8 as tax_cents,
        sum(case when kind in ('sale', 'melt') then 1 when kind = 'return' then -1 else 0 end) as times
      from ledger_exit group by ledger_number, order_id
    )
    select o.number as order, coalesce(l.product_id, 'no. ' || l.number) as piece,
      to_char(coalesce((o.placed_at at time zone 'Europe/Berlin')::date, known.day), 'YYYY-MM-DD') as day,
      known.tax_mode, ol.tax_rule, coalesce(l.purchase_cents, ${learnedBefore}) as purchase_cents,
      case when o.id is null then known.times else coalesce(document.kept, 1) end > 0 as gone,
      coalesce(document.deducted, 0)::int8 as deducted_cents, known.proceeds_cents, known.margin_cents, known.tax_cents
    from known join ledger l on l.number = known.ledger_number left join shop_order o on o.id = known.order_id
      left join order_line ol on ol.order_id = o.id and ol.product_id = l.product_id
      left join document on document.order_id = o.id and document.piece = l.product_id
    order by known.order_id, l.number
  `
  return pieces.flatMap((piece) => {
    const { order, tax_mode: taxMode, purchase_cents: cost } = piece
    const purchaseCents = piece.gone ? (cost ?? 0) : 0
    const proceedsCents = piece.proceeds_cents - piece.deducted_cents
    const perMille = homePerMille(piece.day)
    const due = marginOf(taxMode ?? 'investment_gold_25c', { purchaseCents, proceedsCents }, perMille)
    const differences: MarginDifference[] = []
    const compare = (of: MarginDifference['of'], ledgerCents: number, dueCents: number) => {
      if (ledgerCents !== dueCents) differences.push({ order, piece: piece.piece, of, ledgerCents, dueCents })
    }
    // Without a known price there is no margin to tell where none is taxed.
    if (cost !== null || taxMode === 'margin_25a' || taxMode === null)
      compare('margin', piece.margin_cents, due.marginCents)
    const rule = piece.tax_rule ?? (taxMode && homeRules[taxMode])
    // VAT that an order's documents show is compared with them.
    if (order === null || taxMode !== 'standard_19')
      compare('vat', piece.tax_cents, rule === 'margin' || rule === 'domestic' ? due.taxCents : 0)
    return differences
  })
}
