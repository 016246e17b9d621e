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
import { fromNearerEnd, type Window } from '#app/shop/lists/nearer-end.ts'
import { personList } from './person-list.ts'
import { type RecordKind, recordKinds } from './record-kinds.ts'

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
  const counting = countViews(db, kinds)
  const view = views.find((name) => addressOf(askedOf(name)) === addressOf(asked))
  // A page far down waits for how many there are, which is counted faster alone.
  const totalling =
    view && asked.page === 1 ? counting.then((counts) => counts[view]) : countOf(db, asked, kinds)
  const [rows, total, counts] = await Promise.all([
    fromNearerEnd({ offset: rowsBefore(asked), limit: rowsOfPage }, totalling, (window, turned) =>
      windowOf(db, asked, { kinds, window, turned }),
    ),
    totalling,
    counting,
  ])
  return { rows, total, counts }
}

const views = Object.keys(personList.views) as View[]
const askedOf = (view: View): AskedPeople =>
  readAsked(personList, new URLSearchParams(personList.views[view]))
/** What is asked, without its order and page. */
const addressOf = (asked: AskedPeople): string =>
  writeAsked(personList, { ...asked, sorting: null, page: 1 }).toString()

const newestFirst = { by: 'at', descending: true } as const
const orders = { at: sql`g.at`, name: sql`lower(g.name)`, records: sql`g.records` }

/**
 * Some people in the order that is asked for; `turned`: from its end. Of records that are in no file, nearly all, no more are
 * read than can be among them: by time, by name, and by kind and number, they have an index. Of equals files come first.
 */
async function windowOf(
  db: Database,
  asked: AskedPeople,
  {
    kinds,
    window: { offset, limit },
    turned,
  }: { kinds: readonly RecordKind[]; window: Window; turned: boolean },
): Promise<ListedPerson[]> {
  const { by, descending } = asked.sorting ?? newestFirst
  const direction = descending !== turned ? sql`desc` : sql`asc`
  // Nothing is said of what is never unknown: an index reads it either way then.
  const unknown = by === 'name' ? (turned ? sql`nulls first` : sql`nulls last`) : sql``
  const rest = turned ? sql`g.kind desc, g.ref desc` : sql`g.kind, g.ref`
  const where = conditions(asked)
  // Each of them has made one record.
  const ofSingles = by === 'records' ? rest : sql`${orders[by]} ${direction} ${unknown}, ${rest}`
  const parts = [
    sql`${single(kinds)} g where ${where} order by ${ofSingles} limit ${offset + limit}`,
    sql`${joined(kinds)} g where ${where}`,
  ]
  const places = parts.map((part) => sql`(select g.kind, g.ref, ${orders[by]} as place from ${part})`)
  const page = await query(db, { kind: text, ref: int8 })`
    ${addressed(kinds)} select g.kind, g.ref from (${sql.join(places, sql` union all `)}) g
    order by g.place ${direction} ${unknown}, ${rest} limit ${limit} offset ${offset}`
  return peopleOf(db, page, kinds)
}

/** What the list says of each of a page. */
function peopleOf(
  db: Database,
  page: readonly { kind: string; ref: number }[],
  kinds: readonly RecordKind[],
): Promise<ListedPerson[]> {
  const files = page.flatMap(({ kind, ref }) => (kind === '' ? [ref] : []))
  return query(db, columns)`
    ${addressed(kinds)}, page as (
      select * from unnest(${page.map(({ kind }) => kind)}::text[], ${page.map(({ ref }) => ref)}::bigint[])
        with ordinality page (kind, ref, place))
    select ${listed} from (
      select ${listed}, page.place from page join ${single(kinds)} g using (kind, ref)
      union all
      select ${listed}, page.place from page join ${joined(kinds, files)} g using (kind, ref)) g
    order by g.place`
}

const listed = sql`g.key, g.name, g.email, g.phone, g.kinds, g.numbers, g.records, g.at`

async function countOf(db: Database, asked: AskedPeople, kinds: readonly RecordKind[]): Promise<number> {
  const where = conditions(asked)
  const [row] = await query(db, { count: int8 })`
    ${addressed(kinds)} select (select count(*) from ${single(kinds)} g where ${where})
      + (select count(*) from ${joined(kinds)} g where ${where}) as count`
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
      select r.*, coalesce(r.person_id::text, r.kind || '.' || r.ref) as key
      from person_entry r left join person p on p.id = r.person_id
      where p.forgotten_at is null and r.kind = any(${[...kinds]}::text[]) and ${saying(asked, {
        said: sql`r.said`,
        digits: sql`r.phone_digits`,
      })} and ${saying(asked, {
        // Its number and its address are no name: `said` has an index, and finds them, too.
        said: sql`lower(concat_ws(' ', r.name, r.email, r.phone))`,
        digits: sql`r.phone_digits`,
      })})
    select f.key, (array_agg(f.name order by f.at desc) filter (where f.name is not null))[1] as name,
      (array_agg(f.email order by f.at desc) filter (where f.email is not null))[1] as email,
      (array_agg(f.phone order by f.at desc) filter (where f.phone is not null))[1] as phone
    from found f group by f.key order by max(f.at) desc, f.key limit ${limit}`
}

/** How many people each view has: of those who are in no file, nearly all, by kind, in one reading by their mail addresses. */
async function countViews(db: Database, kinds: readonly RecordKind[]): Promise<Record<View, number>> {
  const counted = views.map(
    (name) =>
      sql`coalesce(sum(g.people) filter (where ${conditions(askedOf(name))}), 0)::int8 as ${sql.id(name)}`,
  )
  const singles = kinds.map(
    (kind) => sql`count(*) filter (where r.person_id is null and r.kind = ${kind}) as ${sql.id(kind)}`,
  )
  const summed = kinds.map((kind) => sql`coalesce(sum(m.${sql.id(kind)}), 0)::int8 as ${sql.id(kind)}`)
  const told = kinds.map((kind) => sql`(${kind}, k.${sql.id(kind)})`)
  const [row] = await query(
    db,
    Object.fromEntries(views.map((name) => [name, int8])) as Record<View, typeof int8>,
  )`
    select ${sql.join(counted)} from (
      select g.joined, g.kinds, g.alike, 1 as people from ${joined(kinds)} g
      union all
      select false, array[t.kind], k.alike, t.people
      from (
        select m.alike, ${sql.join(summed)}
        from (
          select r.mail is not null and ${isOfMany} as alike, ${sql.join(singles)}
          from ${recordsOf(kinds)} r where ${isKnown} group by r.mail) m
        group by m.alike) k, lateral (values ${sql.join(told)}) t (kind, people)) g`
  if (!row) throw new Error('a count has one row')
  return row
}

const recordsOf = (kinds: readonly RecordKind[]) =>
  kinds.length === recordKinds.length
    ? sql`person_entry`
    : sql`(select r.* from person_entry r where r.kind = any(${[...kinds]}::text[]))`

/** Of records `r` of one mail address: whether they are more than one person's. */
const isOfMany = sql`count(*) filter (where r.person_id is null) + case when min(r.person_id) is null then 0
  when min(r.person_id) = max(r.person_id) then 1 else 2 end > 1`

/** A record `r` of nobody who was forgotten. */
const isKnown = sql`(r.person_id is null or r.person_id not in (select p.id from person p where p.forgotten_at is not null))`

/** The mail addresses of more than one of `people`, as their statement begins; what does not ask for them does not read them. */
const addressed = (kinds: readonly RecordKind[]) => sql`with addressed as materialized (
  select r.mail from ${recordsOf(kinds)} r where r.mail is not null and ${isKnown} group by 1 having ${isOfMany})`

/** Of many records `r`: somebody else has the same mail address. */
const isAlike = sql`coalesce(r.mail in (select a.mail from addressed a), false)`

/** The same of few records of files, each of which is looked up. */
const isAlikeOf = (kinds: readonly RecordKind[]) => sql`exists (select from ${recordsOf(kinds)} o
  where o.mail = r.mail and o.person_id is distinct from r.person_id
    and not exists (select from person p where p.id = o.person_id and p.forgotten_at is not null))`

/** Records that are in no file, as people. What addresses call them is compared sign by sign. */
const single = (kinds: readonly RecordKind[]) => sql`(
  select (r.kind || '.' || r.ref) collate "C" as key, r.kind, r.ref, false as joined, 1::bigint as records, r.at, r.name, r.email, r.phone,
    array[r.kind] as kinds, array[r.number] as numbers, r.said, r.phone_digits as digits, ${isAlike} as alike
  from ${recordsOf(kinds)} r where r.person_id is null)`

/** Files, each gathered from its records; columns that nobody asks for are not worked out. `among`: these alone. */
const joined = (kinds: readonly RecordKind[], among: readonly number[] | null = null) => sql`(
  select r.person_id::text collate "C" as key, '' as kind, r.person_id::bigint as ref, true as joined, count(*) as records, max(r.at) as at,
    (array_agg(r.name order by r.at desc) filter (where r.name is not null))[1] as name,
    (array_agg(r.email order by r.at desc) filter (where r.email is not null))[1] as email,
    (array_agg(r.phone order by r.at desc) filter (where r.phone is not null))[1] as phone,
    array_agg(distinct r.kind) as kinds, array_agg(distinct r.number) as numbers,
    string_agg(r.said, e'\n') as said, string_agg(r.phone_digits, ' ') as digits, bool_or(${isAlikeOf(kinds)}) as alike
  from ${recordsOf(kinds)} r join person p on p.id = r.person_id
  where r.person_id is not null and p.forgotten_at is null
    ${among === null ? sql`` : sql`and r.person_id = any(${[...among]}::int[])`} group by r.person_id)`

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
