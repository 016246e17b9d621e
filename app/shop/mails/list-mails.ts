import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import { allOf, anywhere, inBatches, onDays } from '#app/shop/lists/asked-conditions.ts'
import { type Asked, readAsked, rowsBefore, rowsOfPage, writeAsked } from '#app/shop/lists/list-shape.ts'
import { fromNearerEnd, type Window } from '#app/shop/lists/nearer-end.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { areaOfMail, areasSeenBy, kindsIn } from './mail-areas.ts'
import { mailList } from './mail-list.ts'
import { type ListedMail, listedMailColumns, mailStateConditions, mailStateSql } from './read-mails.ts'

type AskedMails = Asked<typeof mailList>

/** Mails that an address asks for, of those that a role may see: a page, and how many there are. */
export async function listMails(
  db: Database,
  asked: AskedMails,
  { role }: { role: StaffRole },
): Promise<{ rows: ListedMail[]; total: number; counts: Record<keyof typeof mailList.views, number> }> {
  const said = writeAsked(mailList, { ...asked, sorting: null, page: 1 }).size
  const countingAll = countOf(db, readAsked(mailList, new URLSearchParams(mailList.views.all)), role)
  const counting =
    said === 0
      ? countingAll
      : said === 1 && asked.words !== ''
        ? countFound(db, asked.words, role)
        : countOf(db, asked, role)
  const reading = whichHold(db, asked.words).then((found) =>
    fromNearerEnd({ offset: rowsBefore(asked), limit: rowsOfPage }, counting, (window, turned) =>
      windowOf(db, asked, { role, found, window, turned }),
    ),
  )
  const [rows, total, counts] = await Promise.all([
    reading,
    counting,
    Promise.all(
      Object.entries(mailList.views).map(async ([name, address]) => [
        name,
        await (name === 'all'
          ? countingAll
          : countOf(db, readAsked(mailList, new URLSearchParams(address)), role)),
      ]),
    ),
  ])
  return {
    ...{ rows, total },
    counts: Object.fromEntries(counts) as Record<keyof typeof mailList.views, number>,
  }
}

/** The same for a file: every mail that is found. */
export async function* allMails(db: Database, asked: AskedMails, { role }: { role: StaffRole }) {
  const found = await whichHold(db, asked.words)
  yield* inBatches((offset) =>
    windowOf(db, asked, { role, found, window: { offset, limit: rowsOfPage }, turned: false }),
  )
}

async function countOf(db: Database, asked: AskedMails, role: StaffRole): Promise<number> {
  const found =
    asked.words === ''
      ? null
      : sql`m.id in (select w.mail_id from mail_words w where ${holding(asked.words)})`
  const [row] = await query(db, { count: int8 })`
    select count(*) as count from mail_outbox m where ${conditions(asked, { role, found })}`
  return row?.count ?? 0
}

/** How many are found by words, if nothing else is asked: without looking at mails themselves. */
async function countFound(db: Database, words: string, role: StaffRole): Promise<number> {
  const [row] = await query(db, { count: int8 })`
    select count(*) as count from mail_words w
    where w.kind = any(${kindsIn(areasSeenBy(role))}::text[]) and ${holding(words)}`
  return row?.count ?? 0
}

async function windowOf(
  db: Database,
  asked: AskedMails,
  { role, found, window: { offset, limit }, turned }: Seen & { window: Window; turned: boolean },
): Promise<ListedMail[]> {
  const sorted = order(asked, turned)
  // By number first, which indexes have in this order (0281_mails_in_their_orders.sql): mails are wide.
  const rows = await query(db, listedMailColumns)`
    with page as materialized (
      select m.id from mail_outbox m where ${conditions(asked, { role, found })} order by ${sorted} limit ${limit} offset ${offset}
    )
    select m.id, m.kind, m.recipient, m.subject, ${mailStateSql} as state, m.created_at as "createdAt",
      m.sent_at as "sentAt"
    from page join mail_outbox m using (id) order by ${sorted}
  `
  return rows.map((row) => ({ ...row, area: areaOfMail(row.kind) }))
}

const orders = { at: sql`m.id`, recipient: sql`lower(m.recipient)`, kind: sql`m.kind` }

/** Of equals the newest comes first, and what is unknown last; `turned`: the same from its end. */
function order({ sorting, chosen }: AskedMails, turned: boolean): RawBuilder<unknown> {
  const { by, descending } = sorting ?? { by: 'at', descending: true }
  const direction = descending !== turned ? sql`desc` : sql`asc`
  if (by === 'at') return sql`m.id ${direction}`
  // What was erased alone has no recipient: of others nothing is said of it, for an index reads them either way then.
  const unknown =
    by === 'recipient' && chosen.state.includes('erased')
      ? turned
        ? sql`nulls first`
        : sql`nulls last`
      : sql``
  return sql`${orders[by]} ${direction} ${unknown}, m.id ${turned ? sql`asc` : sql`desc`}`
}

/** Of whom a question comes, and the mails that hold its words; null: it has none. */
type Seen = { role: StaffRole; found: RawBuilder<unknown> | null }

function conditions({ chosen, dates }: AskedMails, { role, found }: Seen): RawBuilder<unknown> {
  const areas = areasSeenBy(role)
  const asked = chosen.area.length === 0 ? areas : areas.filter((area) => chosen.area.includes(area))
  const wanted: RawBuilder<unknown>[] = [sql`m.kind = any(${kindsIn(asked)}::text[])`]
  if (chosen.state.length > 0)
    wanted.push(
      sql.join(
        chosen.state.map((state) => sql`(${mailStateConditions[state]})`),
        sql` or `,
      ),
    )
  // What is erased says nothing to anybody unless it is asked for.
  else wanted.push(sql`m.erased_at is null`)
  if (chosen.kind.length > 0) wanted.push(sql`m.kind = any(${[...chosen.kind]}::text[])`)
  if (chosen.to.length === 1) wanted.push(sql`(m.kind like 'staff-%') = ${chosen.to[0] === 'staff'}`)
  if (dates.at) wanted.push(onDays(sql`coalesce(m.sent_at, m.created_at)`, dates.at))
  if (found) wanted.push(found)
  return allOf(wanted)
}

/** Words of mails `w`: address, subject, and the number of the order or request that one is about. */
const holding = (words: string) => sql`w.words like ${anywhere(words.toLowerCase())}`

const manyFound = 2_000

/**
 * Which mails `m` hold words, as a page of them is read: of few all are told first; of many each is looked up as the list is read
 * in its order, until the page is full.
 */
async function whichHold(db: Database, words: string): Promise<RawBuilder<unknown> | null> {
  if (words === '') return null
  const [found] = await query(db, { mails: int8 })`
    select count(*) as mails from (select from mail_words w where ${holding(words)} limit ${manyFound}) w`
  return found?.mails === manyFound
    ? sql`exists (select from mail_words w where w.mail_id = m.id and ${holding(words)} offset 0)`
    : sql`m.id = any(array(select w.mail_id from mail_words w where ${holding(words)}))`
}
