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
 * Every record that names somebody, as one relation: what it is, its number as people say it, and who it names. Spam names
 * nobody; what was forgotten does not, either, and many who buy little at the counter do not say who they are. Appointments
 * of sellers are part of their request. Another kind of record is another branch here and in `record-kinds.ts`.
 */
export const personRecords = sql`(
  select 'order' as kind, id as ref, number, nullif(invoice_address ->> 'name', '') as name, nullif(email, '') as email, phone,
    nullif(concat_ws(', ', nullif(invoice_address ->> 'street', ''), nullif(concat_ws(' ',
      nullif(invoice_address ->> 'postalCode', ''), nullif(invoice_address ->> 'city', '')), '')), '') as address,
    case when status = 'refunded' and exists (select from refund r where r.order_id = shop_order.id and r.done_at is null
      and r.withdrawn_at is null) then 'refund-open' else status end as state, placed_at as at, locale
  from shop_order
  where forgotten_at is null and (invoice_address ->> 'name' <> '' or email <> '' or phone is not null)
  union all
  select 'sell-request', id, number, name, email, phone,
    nullif(concat_ws(', ', address ->> 'street', concat_ws(' ', address ->> 'postalCode', address ->> 'city')), ''),
    status, submitted_at, locale
  from sell_request where forgotten_at is null
  union all
  select 'enquiry', id, id::text, name, email, phone, null, state, received_at, locale
  from contact_message where state <> 'spam'
  union all
  select 'appointment', id, id::text, name, email, phone, null,
    case when came_at is not null then 'came' when missed_at is not null then 'missed'
      when cancelled_at is not null then 'cancelled' else 'booked' end,
    starts_at, locale
  from appointment where request_id is null and forgotten_at is null and name is not null
  union all
  select 'reservation', id, product_id, nullif(name, ''), email, phone, null, coalesce(outcome, 'live'), made_at, locale
  from reservation where forgotten_at is null
  union all
  select 'alert', id, id::text, null, email, null, null,
    case when confirmed_at is null then 'unconfirmed' else 'confirmed' end, created_at, locale
  from stock_alert where left_at is null and email is not null
  union all
  select 'withdrawal', w.id, w.id::text, w.name, w.email, null, null,
    case when exists (select from withdrawal_answer a where a.withdrawal_id = w.id) then 'answered' else 'open' end,
    w.received_at, w.locale
  from withdrawal w where w.order_id is null and w.email <> '–––'
)`

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
