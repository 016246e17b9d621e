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
  const countingAll = countOf(db, readAsked(mailList, new URLSearchParams(mailList.views.all)), role)
  const isEverything = writeAsked(mailList, { ...asked, sorting: null, page: 1 }).size === 0
  const counting = isEverything ? countingAll : countOf(db, asked, role)
  const reading = fromNearerEnd(
    { offset: rowsBefore(asked), limit: rowsOfPage },
    counting,
    (window, turned) => windowOf(db, asked, { role, window, turned }),
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
  yield* inBatches((offset) =>
    windowOf(db, asked, { role, window: { offset, limit: rowsOfPage }, turned: false }),
  )
}

async function countOf(db: Database, asked: AskedMails, role: StaffRole): Promise<number> {
  const { among } = asking(asked, role)
  const [row] = await query(db, { count: int8 })`select count(*) as count from ${among}`
  return row?.count ?? 0
}

async function windowOf(
  db: Database,
  asked: AskedMails,
  { role, window: { offset, limit }, turned }: { role: StaffRole; window: Window; turned: boolean },
): Promise<ListedMail[]> {
  const { among, id, orders } = asking(asked, role)
  // By number first, which indexes have in this order (0281_mails_in_their_orders.sql): mails are wide.
  const rows = await query(db, listedMailColumns)`
    with page as materialized (
      select ${id} as id from ${among} order by ${order(asked, orders, turned)} limit ${limit} offset ${offset}
    )
    select m.id, m.kind, m.recipient, m.subject, ${mailStateSql} as state, m.created_at as "createdAt",
      m.sent_at as "sentAt"
    from page join mail_outbox m using (id) order by ${order(asked, ofMails, turned)}
  `
  return rows.map((row) => ({ ...row, area: areaOfMail(row.kind) }))
}

type Orders = Record<'at' | 'recipient' | 'kind', RawBuilder<unknown>>
const ofMails: Orders = { at: sql`m.id`, recipient: sql`lower(m.recipient)`, kind: sql`m.kind` }
const ofWords: Orders = { at: sql`w.mail_id`, recipient: sql`w.recipient`, kind: sql`w.kind` }

/** Which mails are asked for, and what they are sorted by: those with words by what stands apart for it, which is narrow. */
function asking(
  asked: AskedMails,
  role: StaffRole,
): { among: RawBuilder<unknown>; id: RawBuilder<unknown>; orders: Orders } {
  const kinds = sql`any(${kindsIn(areasAsked(asked, role))}::text[])`
  if (asked.words === '') {
    const all = allOf([sql`m.kind = ${kinds}`, ...conditions(asked)])
    return { among: sql`mail_outbox m where ${all}`, id: sql`m.id`, orders: ofMails }
  }
  const found = [sql`w.kind = ${kinds}`, sql`w.words like ${anywhere(asked.words.toLowerCase())}`]
  // What is erased has no words.
  const isAlone = writeAsked(mailList, { ...asked, sorting: null, page: 1, words: '' }).size === 0
  const among = isAlone
    ? sql`mail_words w where ${allOf(found)}`
    : sql`mail_words w join mail_outbox m on m.id = w.mail_id where ${allOf([...found, sql`m.kind = ${kinds}`, ...conditions(asked)])}`
  return { among, id: sql`w.mail_id`, orders: ofWords }
}

function areasAsked({ chosen }: AskedMails, role: StaffRole) {
  const areas = areasSeenBy(role)
  return chosen.area.length === 0 ? areas : areas.filter((area) => chosen.area.includes(area))
}

/** Of equals the newest comes first, and what is unknown last; `turned`: the same from its end. */
function order({ sorting, chosen }: AskedMails, orders: Orders, turned: boolean): RawBuilder<unknown> {
  const { by, descending } = sorting ?? { by: 'at', descending: true }
  const direction = descending !== turned ? sql`desc` : sql`asc`
  if (by === 'at') return sql`${orders.at} ${direction}`
  // What was erased alone has no recipient: of others nothing is said of it, for an index reads them either way then.
  const unknown =
    by === 'recipient' && chosen.state.includes('erased')
      ? turned
        ? sql`nulls first`
        : sql`nulls last`
      : sql``
  return sql`${orders[by]} ${direction} ${unknown}, ${orders.at} ${turned ? sql`asc` : sql`desc`}`
}

/** What is asked of mails `m` beside areas and words. */
function conditions({ chosen, dates }: AskedMails): RawBuilder<unknown>[] {
  const wanted: RawBuilder<unknown>[] = []
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
  return wanted
}
