import { type RawBuilder, sql } from 'kysely'
import { locales } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  int8,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { allOf, anywhere, inBatches, onDays } from '#app/shop/lists/asked-conditions.ts'
import { type Asked, readAsked, rowsBefore, rowsOfPage } from '#app/shop/lists/list-shape.ts'
import { contactSubjects } from './contact-fields.ts'
import { enquiryList } from './enquiry-list.ts'
import { enquirySources, enquiryStates } from './enquiry-states.ts'

const columns = {
  ...{ id: int8, receivedAt: timestamptz, name: text, email: nullable(text), phone: nullable(text) },
  ...{ subject: oneOf(contactSubjects), state: oneOf(enquiryStates), source: oneOf(enquirySources) },
  ...{ locale: oneOf(locales), message: text, piece: nullable(text), assignee: nullable(text) },
}

/** An enquiry in the list; `message`: how it begins. */
export type ListedEnquiry = Row<typeof columns>
type AskedEnquiries = Asked<typeof enquiryList>
type View = keyof typeof enquiryList.views

/** The enquiries that an address asks for: a page, how many there are, and how many of each view. */
export async function listEnquiries(
  db: Database,
  asked: AskedEnquiries,
): Promise<{ rows: ListedEnquiry[]; total: number; counts: Record<View, number> }> {
  const [rows, total, ...counts] = await Promise.all([
    pageOf(db, asked, rowsBefore(asked)),
    countOf(db, asked),
    ...Object.entries(enquiryList.views).map(async ([name, address]) => [
      name,
      await countOf(db, readAsked(enquiryList, new URLSearchParams(address))),
    ]),
  ])
  return { rows, total, counts: Object.fromEntries(counts) as Record<View, number> }
}

/** The same for a file: every enquiry that is found. */
export const allEnquiries = (db: Database, asked: AskedEnquiries) =>
  inBatches((offset) => pageOf(db, asked, offset))

async function countOf(db: Database, asked: AskedEnquiries): Promise<number> {
  const [row] = await query(db, { count: int8 })`
    select count(*) as count from contact_message m where ${conditions(asked)}`
  return row?.count ?? 0
}

function pageOf(db: Database, asked: AskedEnquiries, offset: number): Promise<ListedEnquiry[]> {
  return query(db, columns)`
    select m.id, m.received_at as "receivedAt", m.name, m.email, m.phone, m.subject, m.state, m.source, m.locale,
      left(m.message, 160) as message, m.piece, a.name as assignee
    from contact_message m left join staff_member a on a.id = m.assignee_id
    where ${conditions(asked)} order by ${order(asked)} limit ${rowsOfPage} offset ${offset}
  `
}

const orders = { at: sql`m.id`, name: sql`lower(m.name)`, state: sql`m.state` }

function order({ sorting }: AskedEnquiries): RawBuilder<unknown> {
  if (!sorting) return sql`m.id desc`
  return sorting.descending ? sql`${orders[sorting.by]} desc, m.id desc` : sql`${orders[sorting.by]}, m.id`
}

function conditions({ words, chosen, dates }: AskedEnquiries): RawBuilder<unknown> {
  const wanted: RawBuilder<unknown>[] = []
  if (chosen.state.length > 0) wanted.push(sql`m.state = any(${[...chosen.state]}::text[])`)
  if (chosen.subject.length > 0) wanted.push(sql`m.subject = any(${[...chosen.subject]}::text[])`)
  if (chosen.language.length > 0) wanted.push(sql`m.locale = any(${[...chosen.language]}::text[])`)
  if (chosen.source.length > 0) wanted.push(sql`m.source = any(${[...chosen.source]}::text[])`)
  if (chosen.assignee.length > 0)
    wanted.push(sql`coalesce(m.assignee_id::text, 'none') = any(${[...chosen.assignee]}::text[])`)
  if (chosen.piece.length === 1) wanted.push(sql`(m.piece is not null) = ${chosen.piece[0] === 'with'}`)
  if (dates.at) wanted.push(onDays(sql`m.received_at`, dates.at))
  if (words !== '') {
    const part = anywhere(words)
    wanted.push(sql`m.name ilike ${part} or m.email ilike ${part} or m.phone ilike ${part} or m.message ilike ${part}
      or m.piece ilike ${part} or m.id::text = ${words}`)
  }
  return allOf(wanted)
}
