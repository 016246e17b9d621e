import type { Database } from '#app/platform/database/database.ts'
import { bool, date, int4, int8, nullable, oneOf, query, text } from '#app/platform/database/statement.ts'
import { type Metal, metals } from '#app/shop/buying/valuables.ts'
import { lotStatuses } from './lot-words.ts'

const lotRow = {
  id: int4,
  number: text,
  refiner: text,
  status: oneOf(lotStatuses),
  opened_on: date,
  sent_on: nullable(date),
  settled_on: nullable(date),
  document: nullable(text),
  amount_cents: nullable(int4),
  things: int8,
  expected_cents: nullable(int8),
}

/** A lot as the list shows it; cents, days YYYY-MM-DD. */
export type ListedLot = Awaited<ReturnType<typeof meltingLots>>[number]

/** Lots, those that are not settled first, then the newest. */
export async function meltingLots(db: Database, { limit = 200 }: { limit?: number } = {}) {
  return query(db, lotRow)`
    select m.id, m.number, m.refiner, m.status, m.opened_on, m.sent_on, m.settled_on, m.document, m.amount_cents,
      count(l.ledger_number) as things,
      case when bool_and(l.expected_cents is not null) then sum(l.expected_cents)::int8 end as expected_cents
    from melt_lot m left join melt_lot_line l on l.lot_id = m.id
    group by m.id order by array_position(array['open', 'sent', 'settled', 'cancelled'], m.status), m.id desc limit ${limit}
  `
}

const lineRow = {
  ledger: int4,
  title: text,
  receipt: nullable(text),
  product: nullable(text),
  purchase_cents: nullable(int4),
  metal: oneOf(metals),
  weight: int4,
  fineness: int4,
  fine: int8,
  expected_cents: nullable(int4),
  share_cents: nullable(int4),
  melted: bool,
}

/** What was expected of a metal and what came back of it: millionths of a gram and cents. */
export type MetalBalance = {
  metal: Metal
  weight: number
  expectedFine: number
  /** At the prices of the day on which it was sent; null: not sent, or there was no price. */
  expectedCents: number | null
  /** null: it is not settled. */
  returnedFine: number | null
  valueCents: number | null
}

/** A lot with all that is in it and what came back; null: there is none. Weights in hundredths of a gram. */
export async function findLot(db: Database, id: number) {
  const lot = await db.selectFrom('melt_lot').selectAll().where('id', '=', id).executeTakeFirst()
  if (!lot) return null
  const lines = await query(db, lineRow)`
    select ml.ledger_number as ledger, l.title, b.number as receipt, l.product_id as product, l.purchase_cents, ml.metal,
      ml.weight, ml.fineness::int4 as fineness, ml.fine, ml.expected_cents, ml.share_cents,
      exists (select from ledger_exit e where e.ledger_number = l.number and e.kind = 'melt') as melted
    from melt_lot_line ml join ledger l on l.number = ml.ledger_number left join purchase b on b.id = l.purchase_id
    where ml.lot_id = ${id} order by ml.ledger_number
  `
  const returned = await db
    .selectFrom('melt_return')
    .select(['metal', 'fine', 'value_cents'])
    .where('lot_id', '=', id)
    .execute()
  const events = await db
    .selectFrom('melt_lot_event')
    .select(['id', 'event', 'about', 'by', 'at'])
    .where('lot_id', '=', id)
    .orderBy('id')
    .execute()
  const isSettled = lot.status === 'settled'
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
  const balance = metals.flatMap((metal): MetalBalance[] => {
    const own = lines.filter((line) => line.metal === metal)
    const back = returned.find((each) => each.metal === metal)
    if (own.length === 0 && !back) return []
    const expected = own.map(({ expected_cents }) => expected_cents)
    return [
      {
        metal,
        weight: sum(own.map(({ weight }) => weight)),
        expectedFine: sum(own.map(({ fine }) => fine)),
        expectedCents: expected.includes(null) ? null : sum(expected.map((cents) => cents ?? 0)),
        returnedFine: isSettled ? (back?.fine ?? 0) : null,
        valueCents: isSettled ? (back?.value_cents ?? 0) : null,
      },
    ]
  })
  return { ...lot, lines, balance, events }
}
