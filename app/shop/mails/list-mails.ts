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
  const isAll = writeAsked(mailList, { ...asked, sorting: null, page: 1 }).size === 0
  const countingAll = countOf(db, readAsked(mailList, new URLSearchParams(mailList.views.all)), role)
  const counting = isAll ? countingAll : countOf(db, asked, role)
  const [rows, total, counts] = await Promise.all([
    fromNearerEnd({ offset: rowsBefore(asked), limit: rowsOfPage }, counting, (window, turned) =>
      windowOf(db, asked, { role, window, turned }),
    ),
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
export const allMails = (db: Database, asked: AskedMails, { role }: { role: StaffRole }) =>
  inBatches((offset) => windowOf(db, asked, { role, window: { offset, limit: rowsOfPage }, turned: false }))

async function countOf(db: Database, asked: AskedMails, role: StaffRole): Promise<number> {
  const [row] = await query(db, { count: int8 })`
    select count(*) as count from mail_outbox m where ${conditions(asked, role)}`
  return row?.count ?? 0
}

async function windowOf(
  db: Database,
  asked: AskedMails,
  { role, window: { offset, limit }, turned }: { role: StaffRole; window: Window; turned: boolean },
): Promise<ListedMail[]> {
  const sorted = order(asked, turned)
  // By number first, which indexes have in this order (0281_mails_in_their_orders.sql): mails are wide.
  const rows = await query(db, listedMailColumns)`
    with page as materialized (
      select m.id from mail_outbox m where ${conditions(asked, role)} order by ${sorted} limit ${limit} offset ${offset}
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

function conditions({ words, chosen, dates }: AskedMails, role: StaffRole): RawBuilder<unknown> {
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
  if (words !== '') wanted.push(searched(words))
  return allOf(wanted)
}

/** By address, by subject, and by the number of the order or request that it is about. */
function searched(words: string): RawBuilder<unknown> {
  const part = anywhere(words)
  // Each from an index of its own: told by one condition they would have every mail read, and so would a join with what few
  // orders or requests bear a number.
  return sql`m.id = any(array(
    select id from mail_outbox where recipient ilike ${part}
    union all select id from mail_outbox where subject ilike ${part}
    union all select id from mail_outbox where payload ? 'order' and payload ->> 'order' = any(array(
      select o.id::text from shop_order o where o.number ilike ${part}))
    union all select id from mail_outbox where payload ? 'withdrawal' and payload ->> 'withdrawal' = any(array(
      select w.id::text from shop_order o join withdrawal w on w.order_id = o.id where o.number ilike ${part}))
    union all select id from mail_outbox where payload ? 'sell' and erased_at is null and payload ->> 'sell' = any(array(
      select r.id::text from sell_request r where r.number ilike ${part}))))`
}
