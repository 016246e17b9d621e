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
import { allOf, onDays, saying } from '#app/shop/lists/asked-conditions.ts'
import { type Asked, rowsBefore, rowsOfPage } from '#app/shop/lists/list-shape.ts'
import { holdingWords } from '#app/shop/stock/list-conditions.ts'
import { appointmentShape } from './appointment-shape.ts'
import { appointmentKinds } from './kinds.ts'

const columns = {
  id: int8,
  kind: oneOf(appointmentKinds),
  state: oneOf(appointmentShape.filters.state.values),
  branch: text,
  startsAt: timestamptz,
  endsAt: timestamptz,
  madeAt: timestamptz,
  staff: nullable(text),
  name: nullable(text),
  email: nullable(text),
  phone: nullable(text),
  about: nullable(text),
  request: nullable(text),
  /** How many more pieces there are. */
  more: int4,
  piece: nullable(text),
  brand: nullable(text),
  title: nullable(json(bilingual)),
}
export type ListedAppointment = Row<typeof columns>

type Question = Asked<typeof appointmentShape>
type View = keyof typeof appointmentShape.views

/** `ahead` until it is over, as `stateOf` in `appointment.ts` has it. */
const appointments = (now: Date) => sql`(
  select a.id, case when a.by_video then 'video' else a.kind end as kind, a.more_pieces, a.branch_id as branch, a.starts_at, a.ends_at, a.made_at, a.staff_id, s.name as staff,
    coalesce(a.name, r.name) as name, coalesce(a.email, r.email) as email, coalesce(a.phone, r.phone) as phone, a.about,
    r.number as request, a.piece_id as piece, b.name as brand, p.name as title,
    case when a.came_at is not null then 'came' when a.missed_at is not null then 'missed'
      when a.cancelled_at is not null then
        case when exists (select from appointment l where l.uid = a.uid and l.sequence > a.sequence)
          then 'replaced' else 'cancelled' end
      when a.ends_at > ${now} then 'ahead' else 'over' end as state
  from appointment a left join sell_request r on r.id = a.request_id left join staff_member s on s.id = a.staff_id
    left join product p on p.id = a.piece_id left join brand b on b.id = p.brand_id
) as t`

function matches({ words, chosen, dates }: Question) {
  const wanted = []
  const { state, kind, branch, person } = chosen
  if (state.length > 0) wanted.push(sql`t.state = any(${[...state]}::text[])`)
  if (kind.length > 0) wanted.push(sql`t.kind = any(${[...kind]}::text[])`)
  if (branch.length > 0) wanted.push(sql`t.branch = any(${[...branch]}::text[])`)
  if (person.length > 0) wanted.push(sql`t.staff_id::text = any(${[...person]}::text[])`)
  if (dates.at) wanted.push(onDays(sql`t.starts_at`, dates.at))
  if (words !== '')
    // `offset 0`: the piece is looked up for those alone that are not found by whoever comes, or all pieces would be read.
    wanted.push(
      sql`${saying(
        { words },
        {
          said: sql`lower(concat_ws(' ', t.name, t.email, t.phone, t.about, t.request, t.piece, array_to_string(t.more_pieces, ' ')))`,
          digits: sql`regexp_replace(t.phone, '\\D', '', 'g')`,
          // Five digits are a piece.
          from: 7,
        },
      )} or exists (select from stock_entry e where (e.product_id = t.piece or e.product_id = any(t.more_pieces)) and ${holdingWords(words)} offset 0)`,
    )
  return allOf(wanted)
}

const orders = {
  at: { up: sql`t.starts_at, t.id`, down: sql`t.starts_at desc, t.id desc` },
  name: { up: sql`lower(t.name) nulls last, t.id`, down: sql`lower(t.name) desc nulls last, t.id desc` },
  made: { up: sql`t.made_at, t.id`, down: sql`t.made_at desc, t.id desc` },
} as const

/** Those that are ahead first, the next one above; then what is over, the last first. */
const usual = sql`(t.state = 'ahead') desc, case when t.state = 'ahead' then t.starts_at end, t.starts_at desc, t.id desc`

async function rowsOf(
  db: Database,
  asked: Question,
  { now, ...span }: { now: Date; limit: number; offset: number },
): Promise<ListedAppointment[]> {
  const { sorting } = asked
  const order = sorting ? orders[sorting.by][sorting.descending ? 'down' : 'up'] : usual
  // What is shown beside an appointment is looked up for the rows of the page alone.
  return query(db, columns)`
    with page as materialized (
      select t.id, row_number() over (order by ${order}) as place from ${appointments(now)} where ${matches(asked)}
      order by ${order} limit ${span.limit} offset ${span.offset})
    select t.id, t.kind, t.state, t.branch, t.starts_at as "startsAt", t.ends_at as "endsAt", t.made_at as "madeAt", t.staff,
      t.name, t.email, t.phone, t.about, t.request, t.piece, t.brand, t.title, cardinality(t.more_pieces) as more
    from page join ${appointments(now)} using (id) order by page.place
  `
}

async function countOf(db: Database, asked: Question, now: Date): Promise<number> {
  const [row] = await query(db, { count: int4 })`
    select count(*)::int as count from ${appointments(now)} where ${matches(asked)}`
  return row?.count ?? 0
}

/** How many appointments there are in each state. */
async function countStates(db: Database, now: Date) {
  const rows = await query(db, { state: columns.state, count: int4 })`
    select t.state, count(*)::int as count from ${appointments(now)} group by 1`
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/** A page of the appointments that an address asks for, how many there are, and how many each view has. */
export async function listAppointments(
  db: Database,
  asked: Question,
  now: Date,
): Promise<{ rows: ListedAppointment[]; total: number; counts: Record<View, number> }> {
  const [rows, total, states] = await Promise.all([
    rowsOf(db, asked, { now, limit: rowsOfPage, offset: rowsBefore(asked) }),
    countOf(db, asked, now),
    countStates(db, now),
  ])
  const every = [...states.values()].reduce((sum, count) => sum + count, 0)
  const counts = Object.fromEntries(
    Object.keys(appointmentShape.views).map((view) => [
      view,
      view === 'all' ? every : (states.get(view as Exclude<View, 'all'>) ?? 0),
    ]),
  )
  return { rows, total, counts: counts as Record<View, number> }
}

/** All that are found, a batch at a time: for a file. */
export async function* appointmentBatches(
  db: Database,
  asked: Question,
  now: Date,
): AsyncGenerator<ListedAppointment[]> {
  const limit = 500
  for (let offset = 0; ; offset += limit) {
    const rows = await rowsOf(db, asked, { now, limit, offset })
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
  }
}
