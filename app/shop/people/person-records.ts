import { type RawBuilder, sql } from 'kysely'
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
import { type RecordKind, type RecordRef, recordKinds } from './record-kinds.ts'

/**
 * Every record that names somebody, as one relation (`db/migrations/0246_person_entries.sql`): what it is, its number as
 * people say it, who it names, and what became of it. Another kind of record is another branch there and in `record-kinds.ts`.
 */
const personRecords = sql.table('person_record')

export const recordColumns = {
  ...{ kind: oneOf(recordKinds), ref: int8, number: text, name: nullable(text), email: nullable(text) },
  ...{ phone: nullable(text), address: nullable(text), state: text, at: timestamptz },
  locale: oneOf(['de', 'en']),
}

/** A record of somebody: an order, an enquiry, … */
export type PersonRecord = Row<typeof recordColumns>

const columns = sql`r.kind, r.ref, r.number, r.name, r.email, r.phone, r.address, r.state, r.at, r.locale`

/** Records by their numbers, newest first; those that no longer name anybody are left out. */
export async function readRecords(db: Database, refs: readonly RecordRef[]): Promise<PersonRecord[]> {
  if (refs.length === 0) return []
  return query(db, recordColumns)`
    select ${columns} from ${personRecords} r where ${isOneOf(refs)} order by r.at desc, r.kind
  `
}

/** Kind by kind, so that each is looked up by its own key. */
function isOneOf(refs: readonly RecordRef[]): RawBuilder<unknown> {
  const byKind = Object.entries(Object.groupBy(refs, ({ kind }) => kind))
  return sql`(${sql.join(
    byKind.map(
      ([kind, some]) => sql`(r.kind = ${kind} and r.ref = any(${some.map(({ ref }) => ref)}::bigint[]))`,
    ),
    sql` or `,
  )})`
}

/** The last digits of a telephone number, however it is written. */
const digits = sql`right(regexp_replace(r.phone, '\\D', '', 'g'), 9)`

/** Why a record may be of the same person: nothing is joined by that alone. */
export type Likeness = 'email' | 'phone' | 'name-and-address'

/** A record that may be of the same person; `person`: the file that it is in already. */
export type Suggestion = PersonRecord & { likeness: Likeness; person: number | null }

/**
 * Records that may belong together with some: of the same mail address, telephone number, or name and address. `kinds`: of
 * those that somebody may see. Files of people who were forgotten are left alone.
 */
export async function suggestionsFor(
  db: Database,
  refs: readonly RecordRef[],
  { kinds, limit = 50 }: { kinds: readonly RecordKind[]; limit?: number },
): Promise<Suggestion[]> {
  if (refs.length === 0 || kinds.length === 0) return []
  return query(db, {
    ...recordColumns,
    likeness: oneOf(['email', 'phone', 'name-and-address']),
    person: nullable(int8),
  })`
    with own as materialized (
        select r.*, ${digits} as digits from ${personRecords} r where ${isOneOf(refs)}),
      -- Whoever shares one of these, by an index of each (0236_lists_of_much_trade.sql).
      records as materialized (
        select r.*, ${digits} as digits from ${personRecords} r
        where lower(r.email) = any((select array_agg(lower(email)) from own)::text[])
          or ${digits} = any((select array_agg(digits) from own)::text[])
          or lower(r.name) = any((select array_agg(lower(name)) from own)::text[])),
      alike as (
        select distinct on (r.kind, r.ref) r.*, l.person_id as person,
          case when lower(r.email) = lower(o.email) then 'email' when r.digits = o.digits then 'phone'
            else 'name-and-address' end as likeness
        from records r join own o on lower(r.email) = lower(o.email)
            or (r.digits = o.digits and length(r.digits) >= 7)
            or (lower(r.name) = lower(o.name) and lower(r.address) = lower(o.address) and r.address <> '')
          left join person_link l on l.kind = r.kind and l.ref = r.ref
          left join person p on p.id = l.person_id
        where p.forgotten_at is null and r.kind = any(${[...kinds]}::text[])
          and not exists (select from own x where x.kind = r.kind and x.ref = r.ref)
        order by r.kind, r.ref,
          (lower(r.email) = lower(o.email)) desc nulls last, (r.digits = o.digits) desc nulls last)
    select ${columns}, r.likeness, r.person::bigint as person from alike r order by r.at desc limit ${limit}
  `
}
