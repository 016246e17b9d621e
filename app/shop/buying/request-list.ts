import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  float8,
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
import { endOfWorkingDay } from '#app/shop/checkout/working-days.ts'
import { allOf, anywhere } from '#app/shop/lists/asked-conditions.ts'
import { type Asked, rowsBefore, rowsOfPage } from '#app/shop/lists/list-shape.ts'
import { beginOfDay, daysLater } from './german-day.ts'
import { isOurTurn, ours } from './list-sell-requests.ts'
import {
  endedStates,
  groupOfRequest,
  type RequestGroup,
  type RequestView,
  requestGroups,
  type requestListShape,
  statesOf,
} from './request-list-shape.ts'
import { sellKinds, sellWays } from './sell-request-fields.ts'
import { sellDetailsSchema } from './sell-request-form.ts'
import { sellStatuses } from './sell-request-status.ts'

export type AskedRequests = Asked<typeof requestListShape>

const columns = {
  id: int8,
  number: text,
  status: oneOf(sellStatuses),
  kind: oneOf(sellKinds),
  details: json(sellDetailsSchema),
  way: oneOf(sellWays),
  branch: nullable(text),
  name: nullable(text),
  email: nullable(text),
  phone: nullable(text),
  submittedAt: timestamptz,
  since: timestamptz,
  lapsesAt: nullable(timestamptz),
  hereSince: nullable(timestamptz),
  lowCents: nullable(float8),
  highCents: nullable(float8),
  photo: nullable(text),
  unread: bool,
  startsAt: nullable(timestamptz),
}

/** A request as lists and boards show it; amounts in cents: the newest offer, else what the calculator said. */
export type ListedRequest = Omit<Row<typeof columns>, 'hereSince'> & {
  group: RequestGroup
  /** Goods are with us since. */
  hereSince: Date | null
  /** What is due by when: our answer, the end of what was offered or awaited, an appointment. */
  due: { what: 'ours' | 'ends' | 'appointment'; by: Date } | null
  overdue: boolean
}

/** An answer is promised within so many working days. */
const answerDays = 1

const whatCents = sql`coalesce(
  (select o.to_cents from sell_offer o where o.request_id = r.id order by o.id desc limit 1)::float8,
  (r.valuation -> 'total' ->> 'high')::float8)`

const ended = sql`r.status in (${sql.join(endedStates)})`

function isIn(group: RequestGroup): RawBuilder<unknown> {
  if (group === 'back') return sql`(${ended} and r.here_since is not null)`
  const states = sql`r.status in (${sql.join(statesOf(group))})`
  return group === 'done' ? sql`(${states} and not (${ended} and r.here_since is not null))` : states
}

const isSellersTurn = sql`r.status in ('info_needed', 'estimated', 'accepted', 'appointment', 'label_sent', 'final_offer')`

/** An offer that stands waits for its answer; `ending`: not for long. */
export const offerWaits = (now: Date, { ending }: { ending: boolean }): RawBuilder<unknown> =>
  sql`(r.status in ('estimated', 'final_offer') and exists (select from sell_offer o where o.request_id = r.id
    and o.answer is null and o.valid_until > ${now}
    ${ending ? sql`and o.valid_until < ${now}::timestamptz + interval '48 hours'` : sql``}))`

/**
 * A parcel may come with our label, also where the request has ended since; of those that ended, what was here once has gone
 * back, or to the authorities.
 */
const parcelAwaited = sql`(r.label is not null and r.here_since is null and (r.status = 'label_sent' or (${ended}
  and not exists (select from sell_status_change c where c.request_id = r.id and c.event = 'receive'))))`

function conditions({ words, chosen, numbers, dates }: AskedRequests, now: Date): RawBuilder<unknown> {
  const all: RawBuilder<unknown>[] = [sql`true`]
  const each = words.split(/\s+/).filter((word) => word !== '')
  if (each.length > 0)
    all.push(sql`r.id in (select w.request_id from request_words w
      where ${allOf(each.map((word) => sql`w.words like ${anywhere(word.toLowerCase())}`))})`)
  const { group, state, kind, way, branch, turn, offer, parcel } = chosen
  if (group.length > 0) all.push(sql`(${sql.join(group.map(isIn), sql` or `)})`)
  if (state.length > 0) all.push(sql`r.status in (${sql.join(state)})`)
  if (kind.length > 0) all.push(sql`r.kind in (${sql.join(kind)})`)
  if (way.length > 0) all.push(sql`r.way in (${sql.join(way)})`)
  if (branch.length > 0) all.push(sql`r.branch_id in (${sql.join(branch)})`)
  if (turn.length === 1) all.push(turn[0] === 'ours' ? isOurTurn : isSellersTurn)
  if (turn.length > 1) all.push(sql`(${isOurTurn} or ${isSellersTurn})`)
  if (offer.length > 0) all.push(offerWaits(now, { ending: !offer.includes('waiting') }))
  if (parcel.length > 0) all.push(parcelAwaited)
  const { amount } = numbers
  if (amount?.from != null) all.push(sql`${whatCents} >= ${amount.from * 100}::float8`)
  if (amount?.to != null) all.push(sql`${whatCents} <= ${amount.to * 100}::float8`)
  const { day } = dates
  if (day?.from != null) all.push(sql`r.submitted_at >= ${beginOfDay(day.from)}`)
  if (day?.to != null) all.push(sql`r.submitted_at < ${beginOfDay(daysLater(day.to, 1))}`)
  return sql.join(all, sql` and `)
}

const since = sql`coalesce(
  (select max(c.at) from sell_status_change c where c.request_id = r.id), r.submitted_at)`

const orders = {
  number: sql`r.id`,
  day: sql`r.submitted_at`,
  since,
  amount: whatCents,
  name: sql`lower(r.name)`,
} as const

function orderOf({ sorting }: AskedRequests): RawBuilder<unknown> {
  const { by, descending } = sorting ?? { by: 'day' as const, descending: true }
  const way = descending ? sql`desc` : sql`asc`
  return sql`${orders[by]} ${way} nulls last, r.id ${way}`
}

type Window = { offset: number; limit: number }

async function readRows(
  db: Database,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { offset, limit }: Window,
  now: Date,
): Promise<ListedRequest[]> {
  // What is shown beside a request is looked up for the rows of the page alone.
  const rows = await query(db, columns)`
    with page as materialized (
      select r.id, row_number() over (order by ${order}) as place from sell_request r where ${where}
      order by ${order} limit ${limit} offset ${offset})
    select r.id, r.number, r.status, r.kind, r.details, r.way, r.branch_id as branch, r.name, r.email, r.phone,
      r.submitted_at as "submittedAt", ${since} as since, r.lapses_at as "lapsesAt", r.here_since as "hereSince",
      coalesce(o.from_cents::float8, (r.valuation -> 'total' ->> 'low')::float8) as "lowCents",
      coalesce(o.to_cents::float8, (r.valuation -> 'total' ->> 'high')::float8) as "highCents",
      (select p.id from sell_photo p where p.folder = r.folder order by p.position limit 1) as photo,
      coalesce((select m.sender = 'seller' from sell_message m where m.request_id = r.id order by m.id desc limit 1),
        false) as unread,
      (select a.starts_at from appointment a where a.request_id = r.id and a.cancelled_at is null limit 1) as "startsAt"
    from page join sell_request r using (id)
    left join lateral (select o.from_cents, o.to_cents from sell_offer o where o.request_id = r.id
      order by o.id desc limit 1) o on true
    order by page.place`
  return rows.map((row) => {
    const here = row.hereSince !== null
    const isOurs =
      ours.includes(row.status) && (here || !(endedStates as readonly string[]).includes(row.status))
    const by = endOfWorkingDay(row.since, answerDays)
    return {
      ...row,
      group: groupOfRequest({ status: row.status, here }),
      due: isOurs
        ? { what: 'ours', by }
        : row.startsAt !== null
          ? { what: 'appointment', by: row.startsAt }
          : row.lapsesAt !== null
            ? { what: 'ends', by: row.lapsesAt }
            : null,
      overdue: isOurs && by < now,
    }
  })
}

async function countOf(db: Database, where: RawBuilder<unknown>): Promise<number> {
  const [row] = await query(db, { count: int4 })`
    select count(*)::int as count from sell_request r where ${where}`
  return row?.count ?? 0
}

/** How many requests each group has, all of the shop. */
async function groupCounts(db: Database): Promise<Record<RequestGroup, number>> {
  const rows = await query(db, { status: oneOf(sellStatuses), here: bool, count: int4 })`
    select r.status, r.here_since is not null as here, count(*)::int as count from sell_request r group by 1, 2`
  const counts = Object.fromEntries(requestGroups.map((group) => [group, 0])) as Record<RequestGroup, number>
  for (const { count, ...row } of rows) counts[groupOfRequest(row)] += count
  return counts
}

/** The requests that are asked for, of one page, and how many there are in all and in each view. */
export async function listRequests(
  db: Database,
  asked: AskedRequests,
  now: Date,
): Promise<{ rows: ListedRequest[]; total: number; counts: Record<RequestView, number> }> {
  const where = conditions(asked, now)
  const [rows, total, groups] = await Promise.all([
    readRows(db, where, orderOf(asked), { offset: rowsBefore(asked), limit: rowsOfPage }, now),
    countOf(db, where),
    groupCounts(db),
  ])
  const all = Object.values(groups).reduce((sum, count) => sum + count, 0)
  return { rows, total, counts: { ...groups, all } }
}

/** Cards of a column at most; the list shows all. */
export const cardsOfColumn = 20

/**
 * The same requests by group: of each how many there are, and the most urgent ones; what is done newest first. Of groups
 * that are not asked for there are no rows (null).
 */
export async function requestBoard(db: Database, asked: AskedRequests, now: Date) {
  const { group: chosen } = asked.chosen
  const rest = conditions({ ...asked, chosen: { ...asked.chosen, group: [] } }, now)
  return Promise.all(
    requestGroups.map(async (group) => {
      const where = sql`${rest} and ${isIn(group)}`
      const order = group === 'done' ? sql`r.submitted_at desc, r.id desc` : sql`r.submitted_at, r.id`
      const isAsked = chosen.length === 0 || chosen.includes(group)
      const [total, rows] = await Promise.all([
        countOf(db, where),
        isAsked ? readRows(db, where, order, { offset: 0, limit: cardsOfColumn }, now) : null,
      ])
      return { group, total, rows }
    }),
  )
}

/** Every request that is asked for, a batch at a time. */
export async function* requestBatches(
  db: Database,
  asked: AskedRequests,
  now: Date,
): AsyncGenerator<ListedRequest[]> {
  const limit = 500
  for (let offset = 0; ; offset += limit) {
    const rows = await readRows(db, conditions(asked, now), orderOf(asked), { offset, limit }, now)
    if (rows.length > 0) yield rows
    if (rows.length < limit) return
  }
}
