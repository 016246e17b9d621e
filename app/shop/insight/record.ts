import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, unhurried } from '#app/platform/database/database.ts'
import { bytea, float8, int4, query } from '#app/platform/database/statement.ts'
import type { InsightEvent } from './event.ts'

const today = sql`(now() at time zone 'Europe/Berlin')::date`

/** The day's salt, the same in every process; remembered so that a visit costs one statement. */
const salts = new WeakMap<Database, { until: number; salt: Buffer }>()
const rememberFor = 60_000

/**
 * Keeps an event of a visit, without cookies. Its visitor is a hash of address and browser with a salt that is forgotten with the day: who came
 * twice on a day counts once, and nobody is known again tomorrow.
 */
export async function recordEvent(
  db: Database,
  event: InsightEvent,
  visitor: { address: string; agent: string },
): Promise<void> {
  // How long somebody stayed is not asked of our own database.
  if (event.name === 'engagement') return
  const hash = createHash('sha256')
    .update(await saltOfToday(db))
    .update(`${visitor.address}\n${visitor.agent}`)
    .digest()
    .subarray(0, 16)
  const referrer = event.referrer === null ? null : new URL(event.referrer).hostname
  await sql`insert into insight_event (at, name, path, referrer, props, visitor) values
    (now(), ${event.name}, ${event.path.replace(/\?.*$/, '')}, ${referrer}, ${JSON.stringify(event.props)}, ${hash})`.execute(
    db,
  )
}

async function saltOfToday(db: Database): Promise<Buffer> {
  const known = salts.get(db)
  const asked = Date.now()
  if (known && known.until > asked) return known.salt
  const [row] = await query(db, { salt: bytea, left: float8 })`
    with made as (
      insert into insight_salt (day, salt) values (${today}, ${randomBytes(32)})
      on conflict (day) do update set salt = insight_salt.salt returning salt
    )
    select salt, extract(epoch from (${today} + 1)::timestamp at time zone 'Europe/Berlin' - now())::float * 1000 as left from made
  `
  if (!row) throw new Error('the salt was neither there nor made')
  // From the asking on: an answer that takes long must not carry today's salt into tomorrow.
  salts.set(db, { until: asked + Math.min(rememberFor, row.left), salt: row.salt })
  return row.salt
}

/**
 * Daily sums of events, in one row per name and kind of sum: in all, by page, by words searched for, by referrer. Visitor by
 * visitor first: counted as distinct ones of each sum, all events would be sorted for it.
 */
export const dailySums = (events: ReturnType<typeof sql>) => sql`
  select day, name, kind, value, sum(times)::int as events, count(*)::int as visitors
  from (select (at at time zone 'Europe/Berlin')::date as day, name, kind, value, visitor, count(*) as times
  from ${events} as event cross join lateral (values
    ('total', ''), ('path', path), ('referrer', referrer),
    ('query', case when name = 'Search' then props->>'query' end),
    ('no result', case when name = 'Search' and props->>'results' = '0' then props->>'query' end)
  ) as sums (kind, value)
  where value is not null
  group by 1, name, kind, value, visitor) of_visitor
  group by day, name, kind, value`

/**
 * Events of past days become sums by day and by month, and salts of past days are forgotten. Returns how many events. A day is past
 * some minutes after midnight, so that no event of its last second is still on its way.
 */
export async function condenseEvents(db: Database): Promise<number> {
  await sql`delete from insight_salt where day < ${today}`.execute(db)
  const rows = await unhurried(
    db,
    (transaction) => query(transaction, { count: int4 })`
    with gone as (
      delete from insight_event where at < ((now() - interval '10 minutes') at time zone 'Europe/Berlin')::date::timestamp
        at time zone 'Europe/Berlin' returning *
    ), sums as materialized (${dailySums(sql`gone`)}), of_days as (
      insert into insight_day (day, name, kind, value, events, visitors) table sums
      on conflict (day, name, kind, value) do update set
        events = insight_day.events + excluded.events, visitors = insight_day.visitors + excluded.visitors
    ), of_months as (
      insert into insight_month (month, name, kind, value, events, visitors)
      select date_trunc('month', day)::date, name, kind, value, sum(events)::int, sum(visitors)::int
      from sums group by 1, 2, 3, 4
      on conflict (month, name, kind, value) do update set
        events = insight_month.events + excluded.events, visitors = insight_month.visitors + excluded.visitors
    )
    select count(*)::int as count from gone`,
  )
  return rows[0]?.count ?? 0
}
