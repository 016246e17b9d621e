import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import { allOf, anywhere, inBatches, onDays } from '#app/shop/lists/asked-conditions.ts'
import { type Asked, readAsked, rowsBefore, rowsOfPage, writeAsked } from '#app/shop/lists/list-shape.ts'
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
  const [rows, total] = await Promise.all([
    pageOf(db, asked, { role, offset: rowsBefore(asked) }),
    isAll ? null : countOf(db, asked, role),
  ])
  const counts = Object.fromEntries(
    await Promise.all(
      Object.entries(mailList.views).map(async ([name, address]) => [
        name,
        await countOf(db, readAsked(mailList, new URLSearchParams(address)), role),
      ]),
    ),
  ) as Record<keyof typeof mailList.views, number>
  return { rows, total: total ?? counts.all, counts }
}

/** The same for a file: every mail that is found. */
export const allMails = (db: Database, asked: AskedMails, { role }: { role: StaffRole }) =>
  inBatches((offset) => pageOf(db, asked, { role, offset }))

async function countOf(db: Database, asked: AskedMails, role: StaffRole): Promise<number> {
  const [row] = await query(db, { count: int8 })`
    select count(*) as count from mail_outbox m where ${conditions(asked, role)}`
  return row?.count ?? 0
}

async function pageOf(
  db: Database,
  asked: AskedMails,
  { role, offset }: { role: StaffRole; offset: number },
): Promise<ListedMail[]> {
  const rows = await query(db, listedMailColumns)`
    select m.id, m.kind, m.recipient, m.subject, ${mailStateSql} as state, m.created_at as "createdAt",
      m.sent_at as "sentAt"
    from mail_outbox m where ${conditions(asked, role)}
    order by ${order(asked)} limit ${rowsOfPage} offset ${offset}
  `
  return rows.map((row) => ({ ...row, area: areaOfMail(row.kind) }))
}

const orders = { at: sql`m.id`, recipient: sql`lower(m.recipient)`, kind: sql`m.kind` }

function order({ sorting }: AskedMails): RawBuilder<unknown> {
  if (!sorting || sorting.by === 'at') return sorting && !sorting.descending ? sql`m.id` : sql`m.id desc`
  return sorting.descending
    ? sql`${orders[sorting.by]} desc nulls last, m.id desc`
    : sql`${orders[sorting.by]} nulls last, m.id desc`
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
  // Each from an index of its own: told by one condition they would have every mail read.
  return sql`m.id = any(array(
    select id from mail_outbox where recipient ilike ${part}
    union all select id from mail_outbox where subject ilike ${part}
    union all select k.id from shop_order o join mail_outbox k on k.payload ->> 'order' = o.id::text
      where k.payload ? 'order' and o.number ilike ${part}
    union all select k.id from shop_order o join withdrawal w on w.order_id = o.id
      join mail_outbox k on k.payload ->> 'withdrawal' = w.id::text
      where k.payload ? 'withdrawal' and o.number ilike ${part}
    union all select k.id from sell_request r join mail_outbox k on k.payload ->> 'sell' = r.id::text
      where k.payload ? 'sell' and r.number ilike ${part}))`
}
