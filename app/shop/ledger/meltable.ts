import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  date,
  float8,
  int4,
  json,
  nullable,
  oneOf,
  query,
  text,
} from '#app/platform/database/statement.ts'
import { parseOfferLines } from '#app/shop/buying/offer-lines.ts'
import { purchaseKinds } from '#app/shop/buying/types.ts'
import type { Metal } from '#app/shop/buying/valuables.ts'
import { type ProductStatus, productStatuses } from '#app/shop/catalogue/product-status.ts'

/** A thing of the ledger that could go to a refinery; weight in hundredths of a gram, fineness in tenths of a per mille. */
export type Meltable = {
  number: number
  title: string
  kind: (typeof purchaseKinds)[number]
  acquiredOn: string | null
  purchaseCents: number | null
  receipt: string | null
  /** Its stock number, where it is in the catalogue. */
  product: string | null
  status: ProductStatus | null
  /** The lot in which it lies. */
  lot: string | null
  isMeltable: boolean
  metal: Metal | null
  weight: number | null
  fineness: number | null
}

const row = {
  number: int4,
  title: text,
  kind: oneOf(purchaseKinds),
  acquired_on: nullable(date),
  purchase_cents: nullable(int4),
  receipt: nullable(text),
  product: nullable(text),
  status: nullable(oneOf(productStatuses)),
  lot: nullable(text),
  meltable: bool,
  line: nullable(json(z.unknown())),
  metal: nullable(text),
  weight: nullable(float8),
  fineness: nullable(float8),
}

const statesToMelt = sql`('draft', 'intake', 'preparing', 'melted')`
/**
 * What is bought and neither cancelled nor melted; what is in the catalogue is neither on sale, held nor sold. No waiting
 * period since the purchase is asked for: staff say when.
 */
const isMeltable = sql`(not exists (select from ledger_exit e where e.ledger_number = l.number and e.kind in ('melt', 'cancelled'))
  and (l.purchase_id is null or (r.status = 'stocked' and b.cancelled_at is null))
  and (p.id is null or (p.status in ${statesToMelt}
    and not exists (select from claim c where c.product_id = p.id and (c.order_id is not null or c.held_until > now())))))`

const columns = sql`
  l.number, l.title, l.kind, l.acquired_on, l.purchase_cents, b.number as receipt, l.product_id as product, p.status,
    (select m.number from melt_lot_line ml join melt_lot m on m.id = ml.lot_id where ml.ledger_number = l.number) as lot,
    ${isMeltable} as meltable, b.content -> 'lines' -> l.position::int as line, p.metal, p.weight_grams::float8 as weight,
    p.fineness::float8 as fineness
  from ledger l left join purchase b on b.id = l.purchase_id left join sell_request r on r.id = b.request_id
    left join product p on p.id = l.product_id`

type MeltableRow = {
  number: number
  title: string
  kind: Meltable['kind']
  acquired_on: string | null
  purchase_cents: number | null
  receipt: string | null
  product: string | null
  status: ProductStatus | null
  lot: string | null
  meltable: boolean
  line: unknown
  metal: string | null
  weight: number | null
  fineness: number | null
}

function meltableOf(found: MeltableRow): Meltable {
  const bought = found.line ? parseOfferLines([found.line])[0] : undefined
  const grams = found.weight ?? (bought?.weightGrams ? Number(bought.weightGrams) : null)
  const perMille = found.fineness ?? bought?.fineness ?? null
  return {
    number: found.number,
    title: found.title,
    kind: found.kind,
    acquiredOn: found.acquired_on,
    purchaseCents: found.purchase_cents,
    receipt: found.receipt,
    product: found.product,
    status: found.status,
    lot: found.lot,
    isMeltable: found.meltable,
    metal: metalOf(found.metal) ?? bought?.metal ?? null,
    weight: grams === null ? null : Math.round(grams * 100),
    fineness: perMille === null ? null : Math.round(perMille * 10),
  }
}

/** The metal by which a piece of the catalogue is made. */
function metalOf(material: string | null): Metal | null {
  if (material === null) return null
  if (material.endsWith('gold')) return 'gold'
  return material === 'silver' || material === 'platinum' || material === 'palladium' ? material : null
}

/** A thing by its number in the ledger. `locks`: its piece of the catalogue, until the transaction ends. */
export async function findMeltable(
  db: Database,
  ledger: number,
  { locks = false }: { locks?: boolean } = {},
): Promise<Meltable | null> {
  if (locks)
    await sql`select from product p join ledger l on l.product_id = p.id where l.number = ${ledger}
      for no key update of p`.execute(db)
  const [found] = await query(db, row)`select ${columns} where l.number = ${ledger}`
  return found ? meltableOf(found) : null
}

/** A thing by what stands on its label: a stock number, or else its number in the ledger. */
export async function findMeltableByText(db: Database, typed: string): Promise<Meltable | null> {
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : 0
  const [found] = await query(db, row)`
    select ${columns} where l.product_id = ${typed} or l.number = ${number}
    order by l.product_id = ${typed} desc nulls last limit 1
  `
  return found ? meltableOf(found) : null
}

/**
 * What waits to be melted: scrap that was bought, what was stocked to be melted, and pieces that were given up in the
 * catalogue; none that lies in a lot. The oldest first.
 */
export async function waitingToMelt(
  db: Database,
  { limit = 500 }: { limit?: number } = {},
): Promise<Meltable[]> {
  const found = await query(db, row)`
    select ${columns}
    where l.number = any (array(
        select number from ledger_entry where product_id is null and is_open
        union all select g.number from product given join ledger g on g.product_id = given.id where given.status = 'melted'))
      and ${isMeltable}
      and not exists (select from melt_lot_line ml where ml.ledger_number = l.number)
    order by l.number limit ${limit}
  `
  return found.map(meltableOf)
}
