import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { nullable, oneOf, query, type Row, text, timestamptz } from '#app/platform/database/statement.ts'
import type { StaffRole } from '#app/shop/staff/permissions.ts'
import { may } from '#app/shop/staff/permissions.ts'

/** What happened lately is told of one of these. */
const kinds = ['piece', 'order', 'money', 'purchase', 'metal-price', 'change'] as const

const columns = {
  kind: oneOf(kinds),
  at: timestamptz,
  /** The piece, order, request, metal or setting that it is about. */
  about: text,
  /** The step that was taken; of money: how it came; of a price: cents per ounce; of a change: the table. */
  what: text,
  /** Amount in cents, where money moved: as text, for kinds without have none. */
  cents: nullable(text),
  /** A name, or `buyer`, `seller`, `shop`, `provider`; null where nobody was noted. */
  by: nullable(text),
  /** Of a change of a branch: what it is called. */
  name: nullable(text),
}

/** Something that happened. */
export type LastEvent = Row<typeof columns>

/** What happened last, newest first, steps of one moment too, as far as somebody in a role may know of it. */
export async function lastEvents(
  db: Database,
  { role, limit }: { role: StaffRole; limit: number },
): Promise<LastEvent[]> {
  const parts = [
    sql`select 'piece' as kind, id, at, product_id as about, event as what, null::text as cents, regexp_replace(actor, '^staff:', '') as by
      from (select * from product_status_change where event not in ('reserve', 'release') order by id desc limit ${limit}) s`,
    ...(may(role, 'orders.see')
      ? [
          sql`select 'order', s.id, s.at, o.number, s.event, null, coalesce(s.actor_name, s.actor)
            from (select * from order_status_change order by id desc limit ${limit}) s
            join shop_order o on o.id = s.order_id`,
          sql`select 'money', m.id, m.recorded_at, o.number, m.direction || ' ' || m.channel, m.amount_cents::text,
              coalesce(m.actor_name, m.actor)
            from (select * from money order by id desc limit ${limit}) m join shop_order o on o.id = m.order_id`,
        ]
      : []),
    ...(may(role, 'purchases.see')
      ? [
          sql`select 'purchase', s.id, s.at, r.number, s.event, null, s.actor
            from (select * from sell_status_change order by id desc limit ${limit}) s
            join sell_request r on r.id = s.request_id`,
        ]
      : []),
    ...(may(role, 'metal-prices.see')
      ? [
          sql`select 'metal-price', id, recorded_at, metal, cents_per_ounce::text, cents_per_ounce::text, entered_by
            from (select * from metal_price order by id desc limit ${limit}) p`,
        ]
      : []),
    ...(may(role, 'pieces.see')
      ? [
          // One save changes several rows of one thing: it is told once.
          sql`select 'change', max(id), max(at), subject || ' ' || subject_id, min(part), null, regexp_replace(max(actor), '^staff:', '')
            from (select * from change_record
              where staff_id is not null and (subject = 'piece'
                or ${may(role, 'settings.see')} and subject in ('setting', 'branch', 'payout-rate'))
              order by id desc limit ${5 * limit}) c
            group by subject, subject_id, staff_id, date_trunc('minute', at)`,
        ]
      : []),
  ]
  return query(db, columns)`
    select kind, at, about, what, cents, by,
      case kind when 'change' then (select b.name from branch b where happened.about = 'branch ' || b.id) end as name
    from (${sql.join(parts, sql` union all `)}) as happened
    order by at desc, kind, id desc limit ${limit}
  `
}
