import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  int2,
  int4,
  int8,
  integers,
  nullable,
  oneOf,
  query,
  text,
} from '#app/platform/database/statement.ts'
import { type TaxMode, taxModes } from '#app/shop/checkout/types.ts'

/** What a sale leaves, in cents. */
export type Margin = { marginCents: number; taxCents: number }

/**
 * The margin of a piece and the VAT that is owed for it. Under the margin scheme VAT is contained in the margin of this
 * very piece and a loss owes none and lessens no other (§ 25a (3) UStG); else it is contained in the whole price, and
 * investment gold owes none (§ 25c UStG). Rounded half-up to the cent.
 */
export function marginOf(
  taxMode: TaxMode,
  { purchaseCents, proceedsCents }: { purchaseCents: number; proceedsCents: number },
): Margin {
  const marginCents = proceedsCents - purchaseCents
  const taxed = taxMode === 'margin_25a' ? marginCents : taxMode === 'standard_19' ? proceedsCents : 0
  return { marginCents, taxCents: taxed > 0 ? Math.floor((taxed * 38 + 119) / 238) : 0 }
}

/**
 * What each line of an order brought with its share of shipping, which follows the goods: shares in proportion to the
 * prices, in whole cents that add up.
 */
export function proceedsOf(priceCents: readonly number[], shippingCents: number): number[] {
  const total = priceCents.reduce((sum, price) => sum + price, 0)
  let before = 0
  return priceCents.map((price) => {
    const from = Math.floor((shippingCents * before) / total)
    before += price
    return price + Math.floor((shippingCents * before) / total) - from
  })
}

const soldPiece = {
  ledger_number: int4,
  purchase_cents: int4,
  order_id: int8,
  position: int2,
  tax_mode: oneOf(taxModes),
  prices: integers,
  positions: integers,
  shipping_cents: int4,
  invoice: nullable(text),
  day: text,
}

/**
 * Writes into the ledger what became of its pieces since the last time: sold with a paid order, and taken back when the
 * order let them go again. Each once, whoever runs it. Returns how many rows were added.
 */
export async function recordSales(db: Database): Promise<number> {
  const sold = await query(db, soldPiece)`
    select l.number as ledger_number, l.purchase_cents, o.id as order_id, ol.position, ol.tax_mode, o.shipping_cents,
      (select array_agg(price_cents order by position) from order_line where order_id = o.id) as prices,
      (select array_agg(position order by position) from order_line where order_id = o.id) as positions,
      (select number from invoice where order_id = o.id and kind = 'invoice' order by id desc limit 1) as invoice,
      to_char((paid.at at time zone 'Europe/Berlin'), 'YYYY-MM-DD') as day
    from ledger l join order_line ol on ol.product_id = l.product_id join shop_order o on o.id = ol.order_id
      join lateral (select max(at) as at from order_status_change c
        where c.order_id = o.id and c.event in ('pay', 'revive')) paid on paid.at is not null
    where o.status <> 'awaiting_payment'
      and not exists (select from ledger_exit e where e.ledger_number = l.number and e.order_id = o.id and e.kind = 'sale')
    order by o.id, ol.position limit 200
  `
  let added = 0
  for (const row of sold) {
    const proceeds = proceedsOf(row.prices, row.shipping_cents)[row.positions.indexOf(row.position)] as number
    const margin = marginOf(row.tax_mode, { purchaseCents: row.purchase_cents, proceedsCents: proceeds })
    const { numAffectedRows } = await sql`
      insert into ledger_exit (ledger_number, kind, on_day, order_id, document, tax_mode, proceeds_cents, margin_cents, tax_cents)
      values (${row.ledger_number}, 'sale', ${row.day}::date, ${row.order_id}, ${row.invoice}, ${row.tax_mode},
        ${proceeds}, ${margin.marginCents}, ${margin.taxCents})
      on conflict do nothing
    `.execute(db)
    added += Number(numAffectedRows ?? 0)
  }
  return added + (await recordReturns(db))
}

/** A sale that an order took back: the same amounts, less than nothing. */
async function recordReturns(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into ledger_exit (ledger_number, kind, on_day, order_id, document, tax_mode, proceeds_cents, margin_cents, tax_cents)
    select e.ledger_number, 'return', (now() at time zone 'Europe/Berlin')::date, e.order_id,
      (select number from invoice where order_id = e.order_id and kind = 'cancellation' order by id desc limit 1),
      e.tax_mode, -e.proceeds_cents, -e.margin_cents, -e.tax_cents
    from ledger_exit e join ledger l on l.number = e.ledger_number
      join order_line ol on ol.order_id = e.order_id and ol.product_id = l.product_id
      join shop_order o on o.id = e.order_id
    where e.kind = 'sale' and (ol.released_at is not null or ol.refunded_cents > 0 or o.status in ('cancelled', 'conflict_refunded'))
    on conflict do nothing
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}

export type Melted = { ok: true } | { ok: false; reason: 'no-such-row' | 'not-possible' | 'melted-before' }

/**
 * A piece went to the refinery, which paid `proceedsCents` for it; a draft it had in the catalogue ends with it. The
 * refinery owes the VAT on scrap (§ 13b UStG), so none is reckoned here.
 */
export async function meltPiece(
  db: Database,
  ledgerNumber: number,
  { proceedsCents, document, day }: { proceedsCents: number; document: string; day: string },
): Promise<Melted> {
  return db.transaction().execute(async (transaction): Promise<Melted> => {
    const [row] = await query(transaction, {
      purchase_cents: int4,
      product_id: nullable(text),
      status: nullable(text),
      stocked: bool,
    })`
      select l.purchase_cents, l.product_id, p.status, r.status = 'stocked' and b.cancelled_at is null as stocked
      from ledger l join purchase b on b.id = l.purchase_id join sell_request r on r.id = b.request_id
        left join product p on p.id = l.product_id
      where l.number = ${ledgerNumber} for no key update of l
    `
    if (!row) return { ok: false, reason: 'no-such-row' }
    const before = await transaction
      .selectFrom('ledger_exit')
      .select('id')
      .where('ledger_number', '=', ledgerNumber)
      .where('kind', '=', 'melt')
      .executeTakeFirst()
    if (before) return { ok: false, reason: 'melted-before' }
    if (!row.stocked) return { ok: false, reason: 'not-possible' }
    if (row.product_id !== null) {
      if (row.status === 'draft') {
        await sql`update product set status = 'intake' where id = ${row.product_id}`.execute(transaction)
      } else if (row.status !== 'intake' && row.status !== 'preparing')
        return { ok: false, reason: 'not-possible' }
      await sql`update product set status = 'melted' where id = ${row.product_id}`.execute(transaction)
    }
    await transaction
      .insertInto('ledger_exit')
      .values({
        ledger_number: ledgerNumber,
        kind: 'melt',
        on_day: day,
        document,
        proceeds_cents: proceedsCents,
        margin_cents: proceedsCents - row.purchase_cents,
        tax_cents: 0,
      })
      .execute()
    return { ok: true }
  })
}
