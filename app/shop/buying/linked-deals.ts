import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, json, nullable, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { postalAddress } from '#app/shop/checkout/stored-json.ts'
import type { CashSum } from './cash-and-identification.ts'
import { type PartyKeys, partyAddressOf } from './identification.ts'

/** A deal in cash with one person, whichever way the money went. Amounts in cents. */
export type LinkedDeal = {
  /** We bought, or we sold: over the counter, or ordered online and paid as it was collected. */
  direction: 'purchase' | 'sale'
  /** Of the receipt, or of the order. */
  number: string
  at: Date
  totalCents: number
  metalCents: number
}

/**
 * Deals in cash with one person since a moment, oldest first, in both directions: known again by name and birth date, by
 * the document, or by name and address. What was taken back does not count. Locks out another deal with the same person
 * for the rest of the transaction.
 */
export async function linkedDeals(db: Database, keys: PartyKeys, since: Date): Promise<LinkedDeal[]> {
  const { person, document, address } = keys
  // Of whom a document was seen, another's document tells them apart: a namesake at one address is somebody else.
  const isIdentified = document.length > 0
  const addresses = isIdentified ? [] : address
  for (const hash of [...person, ...document, ...address].sort(Buffer.compare))
    await sql`select pg_advisory_xact_lock(${hash.readBigInt64BE(0).toString()}::bigint)`.execute(db)
  const isSame = sql`(i.person_hash = any(${person}::bytea[]) or i.document_hash = any(${document}::bytea[])
    or i.address_hash = any(${addresses}::bytea[]))`
  const bought = await query(db, { number: text, at: timestamptz, total: int4, metals: int4 })`
    select p.number, p.paid_at as at, p.total_cents as total, p.metal_cents as metals
    from purchase p join identification i on i.id = p.identification_id
    where p.means = 'cash' and p.cancelled_at is null and p.paid_at > ${since} and ${isSame}
  `
  const sold = await query(db, {
    number: text,
    at: timestamptz,
    total: int4,
    metals: int4,
    same: nullable(bool),
    identified: bool,
    buyer: json(postalAddress),
  })`
    select o.number, s.sold_at as at, s.total_cents - coalesce(back.cents, 0) as total,
      s.metal_cents - coalesce(back.metal_cents, 0) as metals, ${isSame} as same,
      i.id is not null as identified,
      o.invoice_address as buyer
    from counter_sale s join shop_order o on o.id = s.order_id left join identification i on i.id = s.identification_id
      left join lateral (select sum(l.price_cents)::int as cents,
          sum(l.price_cents) filter (where p.kind = 'bullion')::int as metal_cents
        from order_line l join product p on p.id = l.product_id
        where l.order_id = o.id and l.released_at is not null) back on true
    where s.means = 'cash' and o.status <> 'cancelled' and s.sold_at > ${since}
      and (${isSame} or upper(regexp_replace(o.invoice_address ->> 'postalCode', '[^[:alnum:]]', '', 'g')) = ${keys.postalCode})
  `
  // What was ordered online and paid in cash as it was collected; whoever paid was not identified.
  const collected = await query(db, {
    number: text,
    at: timestamptz,
    total: int4,
    metals: int4,
    buyer: json(postalAddress),
  })`
    select o.number, max(m.at) as at, sum(m.amount_cents)::int as total,
      least(sum(m.amount_cents), (select coalesce(sum(l.price_cents), 0) from order_line l
        join product p on p.id = l.product_id where l.order_id = o.id and p.kind = 'bullion'))::int as metals,
      o.invoice_address as buyer
    from money m join shop_order o on o.id = m.order_id
    where m.channel = 'cash' and m.direction = 'in' and m.corrects is null and m.corrected_at is null
      and o.sale_channel = 'online' and o.status <> 'cancelled' and m.at > ${since}
      and upper(regexp_replace(o.invoice_address ->> 'postalCode', '[^[:alnum:]]', '', 'g')) = ${keys.postalCode}
    group by o.id
  `
  const deal = (direction: LinkedDeal['direction'], row: (typeof bought)[number]): LinkedDeal => ({
    direction,
    number: row.number,
    at: row.at,
    totalCents: row.total,
    metalCents: row.metals,
  })
  return [
    ...bought.map((row) => deal('purchase', row)),
    ...sold
      .filter(
        ({ same, identified, buyer }) =>
          same ||
          (!(isIdentified && identified) &&
            keys.plainAddress !== null &&
            partyAddressOf(buyer) === keys.plainAddress),
      )
      .map((row) => deal('sale', row)),
    ...collected
      .filter(({ buyer }) => keys.plainAddress !== null && partyAddressOf(buyer) === keys.plainAddress)
      .map((row) => deal('sale', row)),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** The sum of deals, as the rules about cash take it. */
export function sumOfDeals(deals: readonly LinkedDeal[]): CashSum {
  return {
    total: deals.reduce((sum, { totalCents }) => sum + totalCents, 0),
    metals: deals.reduce((sum, { metalCents }) => sum + metalCents, 0),
  }
}

/** What the same person paid us or was paid in cash since a moment: see `linkedDeals`. */
export async function linkedCash(db: Database, keys: PartyKeys, since: Date): Promise<CashSum> {
  return sumOfDeals(await linkedDeals(db, keys, since))
}
