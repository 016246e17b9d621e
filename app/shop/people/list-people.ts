import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  int8,
  nullable,
  query,
  type Row,
  text,
  texts,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { allOf, anywhere, onDays } from '#app/shop/lists/asked-conditions.ts'
import { type Asked, readAsked, rowsBefore, rowsOfPage, writeAsked } from '#app/shop/lists/list-shape.ts'
import { personList } from './person-list.ts'
import { personRecords } from './person-records.ts'
import type { RecordKind } from './record-kinds.ts'

const columns = {
  ...{ key: text, name: nullable(text), email: nullable(text), phone: nullable(text) },
  ...{ kinds: texts, numbers: texts, records: int8, at: timestamptz },
}

/** Somebody in the list: a file, or a record that is in none; `at`: of their newest record. */
export type ListedPerson = Row<typeof columns>
type AskedPeople = Asked<typeof personList>
type View = keyof typeof personList.views

/**
 * The people that an address asks for, of the kinds of records that somebody may see. People who were forgotten are in no
 * list: what is kept of them is restricted to what it is kept for.
 */
export async function listPeople(
  db: Database,
  asked: AskedPeople,
  { kinds }: { kinds: readonly RecordKind[] },
): Promise<{ rows: ListedPerson[]; total: number; counts: Record<View, number> }> {
  const isAll = writeAsked(personList, { ...asked, sorting: null, page: 1 }).size === 0
  const [rows, counts] = await Promise.all([
    query(db, { ...columns, total: nullable(int8) })`
      ${addressed(kinds)} select g.key, g.name, g.email, g.phone, g.kinds, g.numbers, g.records, g.at,
        ${isAll ? sql`null::int8` : sql`count(*) over ()`} as total
      from ${people(kinds)} g
      where ${conditions(asked)} order by ${order(asked)} limit ${rowsOfPage} offset ${rowsBefore(asked)}`,
    countViews(db, kinds),
  ])
  // Behind the last page nothing says how many there are.
  const total = isAll
    ? counts.all
    : (rows[0]?.total ?? (asked.page === 1 ? 0 : await countOf(db, asked, kinds)))
  return { rows: rows.map(({ total: _, ...row }) => row), total, counts }
}

async function countOf(db: Database, asked: AskedPeople, kinds: readonly RecordKind[]): Promise<number> {
  const [row] = await query(db, { count: int8 })`
    ${addressed(kinds)} select count(*) as count from ${people(kinds)} g where ${conditions(asked)}`
  return row?.count ?? 0
}

/**
 * People who are called, or are reached, by these words, whoever we had to do with last first: each file, and each record
 * that is in none, once.
 */
export async function findPeople(
  db: Database,
  words: string,
  { kinds, limit }: { kinds: readonly RecordKind[]; limit: number },
) {
  const asked = readAsked(personList, new URLSearchParams({ q: words }))
  return query(db, { key: text, name: nullable(text), email: nullable(text), phone: nullable(text) })`
    with found as (
      select r.*, coalesce(l.person_id::text, r.kind || '.' || r.ref) as key
      from ${personRecords} r
        left join person_link l on l.kind = r.kind and l.ref = r.ref
        left join person p on p.id = l.person_id
      where p.forgotten_at is null and r.kind = any(${[...kinds]}::text[]) and ${saying(asked, {
        said: sql`concat_ws(' ', r.name, r.email, r.phone)`,
        digits: sql`regexp_replace(r.phone, '\\D', '', 'g')`,
      })})
    select f.key, (array_agg(f.name order by f.at desc) filter (where f.name is not null))[1] as name,
      (array_agg(f.email order by f.at desc) filter (where f.email is not null))[1] as email,
      (array_agg(f.phone order by f.at desc) filter (where f.phone is not null))[1] as phone
    from found f group by f.key order by max(f.at) desc, f.key limit ${limit}`
}

/** How many people each view has, in one reading of all. */
async function countViews(db: Database, kinds: readonly RecordKind[]): Promise<Record<View, number>> {
  const views = Object.entries(personList.views)
  const counted = views.map(
    ([name, address]) =>
      sql`count(*) filter (where ${conditions(readAsked(personList, new URLSearchParams(address)))}) as ${sql.id(name)}`,
  )
  const [row] = await query(
    db,
    Object.fromEntries(views.map(([name]) => [name, int8])) as Record<View, typeof int8>,
  )`
    ${addressed(kinds)} select ${sql.join(counted)} from ${people(kinds)} g`
  if (!row) throw new Error('a count has one row')
  return row
}

const recordsOf = (kinds: readonly RecordKind[]) =>
  sql`(select r.* from ${personRecords} r where r.kind = any(${[...kinds]}::text[]))`

/** The mail addresses of more than one of `people`, as their statement begins; what does not ask for them does not read them. */
function addressed(kinds: readonly RecordKind[]): RawBuilder<unknown> {
  return sql`with addressed as materialized (
    select lower(r.email) as email from ${recordsOf(kinds)} r
      left join person_link l on l.kind = r.kind and l.ref = r.ref
      left join person p on p.id = l.person_id
    where p.forgotten_at is null and r.email is not null group by 1
    having count(*) filter (where l.person_id is null) + case when min(l.person_id) is null then 0
      when min(l.person_id) = max(l.person_id) then 1 else 2 end > 1)`
}

/**
 * Whoever there is, as a relation; `alike`: somebody else has the same mail address. What is in no file stands for itself,
 * which is nearly all: only files are gathered from their records. Columns that nobody asks for are not worked out.
 */
function people(kinds: readonly RecordKind[]): RawBuilder<unknown> {
  const records = recordsOf(kinds)
  const isAlike = sql`lower(r.email) in (select a.email from addressed a)`
  return sql`(
    select r.kind || '.' || r.ref as key, false as joined, 1::bigint as records, r.at, r.name, r.email, r.phone,
      array[r.kind] as kinds, array[r.number] as numbers,
      concat_ws(' ', r.name, r.email, r.phone, r.number, r.address) as said,
      regexp_replace(r.phone, '\\D', '', 'g') as digits, ${isAlike} as alike
    from ${records} r where not exists (select from person_link l where l.kind = r.kind and l.ref = r.ref)
    union all
    select l.person_id::text, true, count(*), max(r.at),
      (array_agg(r.name order by r.at desc) filter (where r.name is not null))[1],
      (array_agg(r.email order by r.at desc) filter (where r.email is not null))[1],
      (array_agg(r.phone order by r.at desc) filter (where r.phone is not null))[1],
      array_agg(distinct r.kind), array_agg(distinct r.number),
      string_agg(concat_ws(' ', r.name, r.email, r.phone, r.number, r.address), e'\n'),
      string_agg(regexp_replace(r.phone, '\\D', '', 'g'), ' '), bool_or(${isAlike})
    from ${records} r join person_link l on l.kind = r.kind and l.ref = r.ref join person p on p.id = l.person_id
    where p.forgotten_at is null group by l.person_id)`
}

const orders = { at: sql`g.at`, name: sql`lower(g.name)`, records: sql`g.records` }

function order({ sorting }: AskedPeople): RawBuilder<unknown> {
  if (!sorting) return sql`g.at desc, g.key`
  return sorting.descending
    ? sql`${orders[sorting.by]} desc nulls last, g.key`
    : sql`${orders[sorting.by]} nulls last, g.key`
}

function conditions({ words, chosen, dates }: AskedPeople): RawBuilder<unknown> {
  const wanted: RawBuilder<unknown>[] = []
  if (chosen.kind.length > 0) wanted.push(sql`g.kinds && ${[...chosen.kind]}::text[]`)
  if (chosen.file.length > 0)
    wanted.push(
      sql`(g.joined and 'joined' = any(${[...chosen.file]}::text[]))
        or (not g.joined and 'single' = any(${[...chosen.file]}::text[]))
        or (g.alike and 'alike' = any(${[...chosen.file]}::text[]))`,
    )
  if (dates.at) wanted.push(onDays(sql`g.at`, dates.at))
  if (words !== '') wanted.push(saying({ words }, { said: sql`g.said`, digits: sql`g.digits` }))
  return allOf(wanted)
}

/** Whether what is said of somebody has these words, or the telephone number that they are, however it is written. */
function saying(
  { words }: { words: string },
  { said, digits }: { said: RawBuilder<unknown>; digits: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const number = words.replace(/^(\+|00)49/, '0').replace(/\D/g, '')
  return number.length >= 5 && /^[\d\s()+/.-]+$/.test(words)
    ? sql`(${said} ilike ${anywhere(words)} or ${digits} like ${`%${number.replace(/^0/, '')}%`})`
    : sql`${said} ilike ${anywhere(words)}`
}
