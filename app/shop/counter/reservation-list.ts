import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  int4,
  int8,
  json,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/checkout/stored-json.ts'
import { type Asked, rowsBefore, rowsOfPage } from '#app/shop/lists/list-shape.ts'
import type { reservationShape } from './reservation-shape.ts'

export const reservationStates = ['live', 'released', 'lapsed', 'sold'] as const

const columns = {
  id: int8,
  piece: text,
  brand: nullable(text),
  title: json(bilingual),
  price_cents: nullable(int4),
  branch_id: text,
  name: text,
  phone: nullable(text),
  email: nullable(text),
  note: text,
  until: timestamptz,
  made_at: timestamptz,
  made_by: text,
  state: oneOf(reservationStates),
  ended_at: nullable(timestamptz),
  ended_by: nullable(text),
  order_number: nullable(text),
  version: int8,
}
export type ReservationRow = Row<typeof columns>

type Question = Asked<typeof reservationShape>

const state = sql`case when r.outcome is not null then r.outcome when r.until <= now() then 'lapsed' else 'live' end`
const source = sql`reservation r join product p on p.id = r.product_id left join brand b on b.id = p.brand_id
  left join shop_order o on o.id = r.order_id`

function matches({ words, chosen, dates }: Question) {
  const part = `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`
  const { until } = dates
  const day = sql`(r.until at time zone 'Europe/Berlin')::date`
  return sql`(${words.trim() === ''} or r.name ilike ${part} or r.phone ilike ${part} or r.email ilike ${part}
      or r.note ilike ${part} or p.id like ${part} or coalesce(b.name || ' ', '') || (p.name ->> 'de') ilike ${part}
      or p.name ->> 'en' ilike ${part})
    and (${chosen.state.length === 0} or ${state} = any(${[...chosen.state]}::text[]))
    and (${chosen.branch.length === 0} or r.branch_id = any(${[...chosen.branch]}::text[]))
    and (${until?.from ?? null}::date is null or ${day} >= ${until?.from ?? null}::date)
    and (${until?.to ?? null}::date is null or ${day} <= ${until?.to ?? null}::date)`
}

const orders = {
  until: { up: sql`r.until, r.id`, down: sql`r.until desc, r.id desc` },
  made: { up: sql`r.made_at, r.id`, down: sql`r.made_at desc, r.id desc` },
  piece: { up: sql`p.id::int, r.id`, down: sql`p.id::int desc, r.id desc` },
  name: { up: sql`lower(r.name), r.id`, down: sql`lower(r.name) desc, r.id desc` },
} as const

/** Those in force first, by when they end; then what has ended, the last first. */
const usual = sql`(${state} = 'live') desc, case when ${state} = 'live' then r.until end, r.until desc, r.id desc`

async function rowsOf(
  db: Database,
  asked: Question,
  span: { limit: number; offset: number },
): Promise<ReservationRow[]> {
  const { sorting } = asked
  const order = sorting ? orders[sorting.by][sorting.descending ? 'down' : 'up'] : usual
  return query(db, columns)`
    select r.id, p.id as piece, b.name as brand, p.name as title, p.price_cents, r.branch_id, r.name, r.phone, r.email,
      r.note, r.until, r.made_at, r.made_by, ${state} as state, r.ended_at, r.ended_by, o.number as order_number,
      coalesce((select max(c.id) from change_record c where c.subject = 'reservation' and c.subject_id = r.id::text), 0) as version
    from ${source} where ${matches(asked)} order by ${order} limit ${span.limit} offset ${span.offset}
  `
}

/** A page of the reservations, how many there are, and how many each view has. */
export async function findReservations(db: Database, asked: Question) {
  const rows = await rowsOf(db, asked, { limit: rowsOfPage, offset: rowsBefore(asked) })
  const [found] = await query(db, { total: int4 })`
    select count(*)::int as total from ${source} where ${matches(asked)}`
  const [counts] = await query(db, { all: int4, live: int4, lapsed: int4, sold: int4 })`
    select count(*)::int as "all", (count(*) filter (where ${state} = 'live'))::int as live,
      (count(*) filter (where ${state} = 'lapsed'))::int as lapsed, (count(*) filter (where ${state} = 'sold'))::int as sold
    from reservation r
  `
  return { rows, total: found?.total ?? 0, counts: counts ?? { all: 0, live: 0, lapsed: 0, sold: 0 } }
}

/** All reservations that are found, a batch at a time: for a file. */
export async function* reservationBatches(db: Database, asked: Question): AsyncGenerator<ReservationRow[]> {
  const size = 500
  for (let offset = 0; ; offset += size) {
    const rows = await rowsOf(db, asked, { limit: size, offset })
    if (rows.length > 0) yield rows
    if (rows.length < size) return
  }
}
