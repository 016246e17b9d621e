import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { oneOf, query, type Row, text } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { hashSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { asNumber } from '#app/shop/lists/list-shape.ts'
import { findPeople } from '#app/shop/people/list-people.ts'
import { kindsSeenBy } from '#app/shop/people/record-kinds.ts'
import { may, type StaffRole } from '#app/shop/staff/permissions.ts'
import { holdingWords } from '#app/shop/stock/list-conditions.ts'

const columns = {
  kind: oneOf(['piece', 'order', 'request', 'enquiry', 'person']),
  /** As addresses name it. */
  id: text,
  main: text,
  sub: text,
}

/** Something that staff look for by a number or a name. */
export type Found = Row<typeof columns>

/** Rows of each kind at most; twenty in all. */
const ofEach = 5

/**
 * What somebody in a role may see of what they look for: pieces by stock number, maker, name, reference and full serial
 * number, orders by number and buyer, sell requests by number, enquiries by name and mail address, people by name, mail
 * address and telephone number.
 */
export async function findForStaff(
  db: Database,
  { words, role, secret }: { words: string; role: StaffRole; secret: Secret },
): Promise<Found[]> {
  const said = words.trim()
  const plain = asNumber(said)
  if (plain.length < 2) return []
  const escaped = plain.replace(/[\\%_]/g, '\\$&')
  const part = `%${escaped}%`
  const serial = may(role, 'serials.reveal')
    ? sql`or e.product_id in (select product_id from product_staff where serial_hash = ${hashSerial(said, secret)})`
    : sql``
  const parts: RawBuilder<unknown>[] = [
    sql`(select 'piece' as kind, p.id, coalesce(b.name || ' ', '') || (p.name ->> 'de') as main,
        concat_ws(' · ', p.id, r.number) as sub
      from (select e.product_id from stock_entry e where ${holdingWords(plain)} ${serial}
        order by e.product_id = ${plain} desc, e.number desc limit ${ofEach}) found
        join product p on p.id = found.product_id
        left join brand b on b.id = p.brand_id left join reference r on r.id = p.reference_id
      order by p.id = ${plain} desc, p.id::int desc)`,
  ]
  if (may(role, 'orders.see'))
    parts.push(sql`(select 'order', number, number, coalesce(invoice_address ->> 'name', '') from shop_order
      where number ilike ${part} or invoice_address ->> 'name' ilike ${part} order by id desc limit ${ofEach})`)
  if (may(role, 'purchases.see'))
    parts.push(sql`(select 'request', number, number, coalesce(name, '') from sell_request
      where number ilike ${part} order by id desc limit ${ofEach})`)
  if (may(role, 'enquiries.see'))
    parts.push(sql`(select 'enquiry', id::text, name, email from contact_message
      where name ilike ${part} or email ilike ${part} order by id desc limit ${ofEach})`)
  if (may(role, 'people.see')) {
    const people = await findPeople(db, plain, { kinds: kindsSeenBy(role), limit: ofEach })
    const found = people.map(
      ({ key, name, email, phone }): Found => ({
        ...{ kind: 'person', id: key, main: name ?? email ?? phone ?? key },
        sub: [name === null ? null : email, phone].filter(Boolean).join(' · '),
      }),
    )
    return [...(await query(db, columns)`${sql.join(parts, sql` union all `)}`), ...found]
  }
  return query(db, columns)`${sql.join(parts, sql` union all `)}`
}
