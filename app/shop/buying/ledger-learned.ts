import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { taxModes } from '#app/shop/checkout/types.ts'
import { homePerMille, homeRules, marginVatOf } from './ledger.ts'

/** What was paid for the piece of `ledger l`, where a correction has told it. */
export const learnedBefore = sql`(select k.purchase_cents from ledger_exit k
  where k.ledger_number = l.number and k.purchase_cents is not null)`

/** Rows of the ledger whose purchase price became known after it had reckoned without, and that no correction has told. */
export const learnedCosts = sql`
  select l.number, s.cost_cents from ledger l join product_staff s on s.product_id = l.product_id
  where l.purchase_cents is null and s.cost_cents is not null and ${learnedBefore} is null
    and exists (select from ledger_exit e where e.ledger_number = l.number)`

const learnedPiece = {
  number: int4,
  cost_cents: int4,
  today: text,
  melted: bool,
  /** Its sale without an order, while it stands. */
  tax_mode: nullable(oneOf(taxModes)),
  sold_on: nullable(text),
  proceeds_cents: int4,
  margin_cents: int4,
  tax_cents: int4,
}

/**
 * A purchase price that became known after the ledger had reckoned without it is told by a correction of today, which
 * lessens margin and VAT of what was sold without an order, or melted. Where an order had to be corrected, that has told
 * it already. Returns how many rows were added.
 */
export async function recordLearnedCosts(db: Database): Promise<number> {
  const pieces = await query(db, learnedPiece)`
    with learned as (${learnedCosts})
    select learned.number, learned.cost_cents, to_char(now() at time zone 'Europe/Berlin', 'YYYY-MM-DD') as today,
      exists (select from ledger_exit m where m.ledger_number = learned.number and m.kind = 'melt') as melted,
      sale.tax_mode, to_char(sale.on_day, 'YYYY-MM-DD') as sold_on, coalesce(sale.proceeds_cents, 0) as proceeds_cents,
      coalesce(sale.margin_cents, 0) as margin_cents, coalesce(sale.tax_cents, 0) as tax_cents
    from learned left join lateral (
      select min(e.tax_mode) as tax_mode, max(e.on_day) as on_day, sum(e.proceeds_cents)::int as proceeds_cents,
        sum(e.margin_cents)::int as margin_cents, sum(e.tax_cents)::int as tax_cents
      from ledger_exit e where e.ledger_number = learned.number and e.order_id is null and e.tax_mode is not null
      having sum(case e.kind when 'sale' then 1 when 'return' then -1 else 0 end) = 1
    ) sale on true
    order by learned.number
  `
  if (pieces.length === 0) return 0
  const rows = pieces.map((piece) => {
    const row = {
      ledger_number: piece.number,
      kind: 'correction' as const,
      on_day: piece.today,
      purchase_cents: piece.cost_cents,
      proceeds_cents: 0,
    }
    const {
      tax_mode: taxMode,
      sold_on: soldOn,
      cost_cents: purchaseCents,
      proceeds_cents: proceedsCents,
    } = piece
    if (taxMode === null || soldOn === null)
      return { ...row, margin_cents: piece.melted ? 0 - purchaseCents : 0, tax_cents: 0 }
    const taxRule = homeRules[taxMode]
    const perMille = homePerMille(soldOn)
    const owed = marginVatOf({ taxMode, taxRule, purchaseCents, proceedsCents, perMille })
    return {
      ...row,
      tax_mode: taxMode,
      tax_rule: taxRule,
      tax_country: 'DE',
      tax_per_mille: taxRule === 'domestic' ? perMille : 0,
      margin_cents: (owed.marginCents ?? 0) - piece.margin_cents,
      tax_cents: owed.taxCents - piece.tax_cents,
    }
  })
  await db.insertInto('ledger_exit').values(rows).execute()
  return rows.length
}
