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
import { type Asked, readAsked, rowsBefore, rowsOfPage } from '#app/shop/lists/list-shape.ts'
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
  const [rows, total, ...counts] = await Promise.all([
    query(db, columns)`
      ${people(kinds)}
      select g.key, g.name, g.email, g.phone, g.kinds, g.numbers, g.records, g.at from people g
      where ${conditions(asked)} order by ${order(asked)} limit ${rowsOfPage} offset ${rowsBefore(asked)}`,
    countOf(db, asked, kinds),
    ...Object.entries(personList.views).map(async ([name, address]) => [
      name,
      await countOf(db, readAsked(personList, new URLSearchParams(address)), kinds),
    ]),
  ])
  return { rows, total, counts: Object.fromEntries(counts) as Record<View, number> }
}

async function countOf(db: Database, asked: AskedPeople, kinds: readonly RecordKind[]): Promise<number> {
  const [row] = await query(db, { count: int8 })`
    ${people(kinds)} select count(*) as count from people g where ${conditions(asked)}`
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

/** The records of each person together; `alike`: somebody else has the same mail address. */
function people(kinds: readonly RecordKind[]): RawBuilder<unknown> {
  return sql`
    with keyed as (
        select r.*, coalesce(l.person_id::text, r.kind || '.' || r.ref) as key, l.person_id is not null as joined
        from ${personRecords} r
          left join person_link l on l.kind = r.kind and l.ref = r.ref
          left join person p on p.id = l.person_id
        where p.forgotten_at is null and r.kind = any(${[...kinds]}::text[])),
      addressed as (
        select lower(email) as email from keyed where email is not null group by 1 having min(key) <> max(key)),
      people as (
        select k.key, bool_or(k.joined) as joined, count(*) as records, max(k.at) as at,
          (array_agg(k.name order by k.at desc) filter (where k.name is not null))[1] as name,
          (array_agg(k.email order by k.at desc) filter (where k.email is not null))[1] as email,
          (array_agg(k.phone order by k.at desc) filter (where k.phone is not null))[1] as phone,
          array_agg(distinct k.kind) as kinds, array_agg(distinct k.number) as numbers,
          string_agg(concat_ws(' ', k.name, k.email, k.phone, k.number, k.address), e'\n') as said,
          string_agg(regexp_replace(k.phone, '\\D', '', 'g'), ' ') as digits,
          bool_or(lower(k.email) in (select a.email from addressed a)) as alike
        from keyed k group by k.key)`
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
