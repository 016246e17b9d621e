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
import { allOf, onDays, saying } from '#app/shop/lists/asked-conditions.ts'
import { type Asked, readAsked, rowsBefore, rowsOfPage, writeAsked } from '#app/shop/lists/list-shape.ts'
import { fromNearerEnd } from '#app/shop/lists/nearer-end.ts'
import { personList } from './person-list.ts'
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
  const counting = countViews(db, kinds)
  if (isAll) {
    const [rows, counts] = await Promise.all([everybody(db, asked, { kinds, counting }), counting])
    return { rows, total: counts.all, counts }
  }
  const [rows, counts] = await Promise.all([
    query(db, { ...columns, total: int8 })`
      ${addressed(kinds)} select ${listed}, count(*) over () as total
      from ${people(kinds)} g
      where ${conditions(asked)} order by ${order(asked)} limit ${rowsOfPage} offset ${rowsBefore(asked)}`,
    counting,
  ])
  // Behind the last page nothing says how many there are.
  const total = rows[0]?.total ?? (asked.page === 1 ? 0 : await countOf(db, asked, kinds))
  return { rows: rows.map(({ total: _, ...row }) => row), total, counts }
}

const listed = sql`g.key, g.name, g.email, g.phone, g.kinds, g.numbers, g.records, g.at`

/**
 * A page of everybody, from whichever end is nearer. By time no more can be on it than the first of those who are in no
 * file, which have an index.
 */
async function everybody(
  db: Database,
  asked: AskedPeople,
  { kinds, counting }: { kinds: readonly RecordKind[]; counting: Promise<Record<View, number>> },
): Promise<ListedPerson[]> {
  const { by, descending } = asked.sorting ?? newestFirst
  const page = { offset: rowsBefore(asked), limit: rowsOfPage }
  const total = counting.then(({ all }) => all)
  return fromNearerEnd(page, total, ({ offset, limit }, turned) => {
    const [direction, key] = [descending !== turned ? sql`desc` : sql`asc`, turned ? sql`desc` : sql`asc`]
    const first =
      by === 'at' ? sql`order by r.at ${direction}, ${recordKey} ${key} limit ${offset + limit}` : undefined
    return query(db, columns)`
      ${addressed(kinds)} select ${listed} from ${people(kinds, first)} g
      order by ${orders[by]} ${direction} ${turned ? sql`nulls first` : sql`nulls last`}, g.key ${key}
      limit ${limit} offset ${offset}`
  })
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
      from person_entry r
        left join person_link l on l.kind = r.kind and l.ref = r.ref
        left join person p on p.id = l.person_id
      where p.forgotten_at is null and r.kind = any(${[...kinds]}::text[]) and ${saying(asked, {
        said: sql`r.said`,
        digits: sql`r.phone_digits`,
      })} and ${saying(asked, {
        // Its number and its address are no name: `said` has an index, and finds them, too.
        said: sql`concat_ws(' ', r.name, r.email, r.phone)`,
        digits: sql`r.phone_digits`,
      })})
    select f.key, (array_agg(f.name order by f.at desc) filter (where f.name is not null))[1] as name,
      (array_agg(f.email order by f.at desc) filter (where f.email is not null))[1] as email,
      (array_agg(f.phone order by f.at desc) filter (where f.phone is not null))[1] as phone
    from found f group by f.key order by max(f.at) desc, f.key limit ${limit}`
}

/**
 * How many people each view has, in one reading of all. Views ask for kinds and files alone: people who are in no file are
 * counted by these first, for they are nearly all.
 */
async function countViews(db: Database, kinds: readonly RecordKind[]): Promise<Record<View, number>> {
  const views = Object.entries(personList.views)
  const counted = views.map(
    ([name, address]) =>
      sql`coalesce(sum(g.people) filter (where ${conditions(readAsked(personList, new URLSearchParams(address)))}), 0)::int8
        as ${sql.id(name)}`,
  )
  const [row] = await query(
    db,
    Object.fromEntries(views.map(([name]) => [name, int8])) as Record<View, typeof int8>,
  )`
    ${addressed(kinds)} select ${sql.join(counted)} from (
      select g.joined, g.kinds, g.alike, 1 as people from ${joined(kinds)} g
      union all
      select false, array[r.kind], ${isAlike}, count(*) from ${single(kinds)} group by r.kind, ${isAlike}) g`
  if (!row) throw new Error('a count has one row')
  return row
}

const recordsOf = (kinds: readonly RecordKind[]) =>
  sql`(select r.* from person_entry r where r.kind = any(${[...kinds]}::text[]))`

/** The mail addresses of more than one of `people`, as their statement begins; what does not ask for them does not read them. */
function addressed(kinds: readonly RecordKind[]): RawBuilder<unknown> {
  return sql`with addressed as materialized (
    select r.mail from ${recordsOf(kinds)} r
      left join person_link l on l.kind = r.kind and l.ref = r.ref
      left join person p on p.id = l.person_id
    where p.forgotten_at is null and r.mail is not null group by 1
    having count(*) filter (where l.person_id is null) + case when min(l.person_id) is null then 0
      when min(l.person_id) = max(l.person_id) then 1 else 2 end > 1)`
}

/** Somebody else has the same mail address. */
const isAlike = sql`coalesce(r.mail in (select a.mail from addressed a), false)`

/** What a record `r` that is in no file is called in addresses. */
const recordKey = sql`r.kind || '.' || r.ref`

/** Records `r` that are in no file. */
const single = (kinds: readonly RecordKind[]) => sql`${recordsOf(kinds)} r
  where not exists (select from person_link l where l.kind = r.kind and l.ref = r.ref)`

/** Files, each gathered from its records. */
const joined = (kinds: readonly RecordKind[]) => sql`(
  select l.person_id::text as key, true as joined, count(*) as records, max(r.at) as at,
    (array_agg(r.name order by r.at desc) filter (where r.name is not null))[1] as name,
    (array_agg(r.email order by r.at desc) filter (where r.email is not null))[1] as email,
    (array_agg(r.phone order by r.at desc) filter (where r.phone is not null))[1] as phone,
    array_agg(distinct r.kind) as kinds, array_agg(distinct r.number) as numbers,
    string_agg(r.said, e'\n') as said, string_agg(r.phone_digits, ' ') as digits, bool_or(${isAlike}) as alike
  from ${recordsOf(kinds)} r join person_link l on l.kind = r.kind and l.ref = r.ref join person p on p.id = l.person_id
  where p.forgotten_at is null group by l.person_id)`

/**
 * Whoever there is, as a relation; `alike`: somebody else has the same mail address. What is in no file stands for itself,
 * which is nearly all: only files are gathered from their records. Columns that nobody asks for are not worked out. `first`:
 * how many of those records are looked at, in which order; all of them unless it is said.
 */
const people = (kinds: readonly RecordKind[], first: RawBuilder<unknown> = sql``) => sql`(
  (select ${recordKey} as key, false as joined, 1::bigint as records, r.at, r.name, r.email, r.phone,
    array[r.kind] as kinds, array[r.number] as numbers, r.said, r.phone_digits as digits, ${isAlike} as alike
  from ${single(kinds)} ${first})
  union all
  select g.key, g.joined, g.records, g.at, g.name, g.email, g.phone, g.kinds, g.numbers, g.said, g.digits, g.alike
  from ${joined(kinds)} g)`

const newestFirst = { by: 'at', descending: true } as const
const orders = { at: sql`g.at`, name: sql`lower(g.name)`, records: sql`g.records` }

function order({ sorting }: AskedPeople): RawBuilder<unknown> {
  const { by, descending } = sorting ?? newestFirst
  return sql`${orders[by]} ${descending ? sql`desc` : sql`asc`} nulls last, g.key`
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
