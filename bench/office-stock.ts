import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query, text } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import { sealSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { receiveMessage } from '#app/shop/enquiries/contact-message.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { orderRequest } from '#tests/checkout.ts'
import { sellForm } from '#tests/selling.ts'

/** From 0 to 1 for a piece, always the same; another one for each word. */
const share = (word: string) =>
  sql.raw(`(('x' || left(md5(p.id || '${word}'), 7))::bit(28)::int / 268435456.0)`)

/** The serial number of a watch of the bench. */
export const serialOf = (id: string): string => `Z${id}K${Number(id) % 97}`

/**
 * Makes of a filled catalogue what an office has after years: most sold, drafts and pieces that are being prepared,
 * without photos, texts, prices or theft checks, each with its history, what it cost and its serial number; with orders,
 * requests and messages of which few are open. `staffId`: who changed them.
 */
export async function ageStock(
  db: Database,
  {
    secret,
    staffId,
    orders,
    requests,
  }: { secret: Secret; staffId: number; orders: number; requests: number },
): Promise<void> {
  await withoutTriggers(db, async (transaction) => {
    await spreadStates(transaction)
    await addHistory(transaction, staffId)
    await addStaffParts(transaction, secret)
  })
  await refreshDerived(db)
  await sql`analyze`.execute(db)
  await takeOrders(db, orders)
  await takeRequests(db, requests)
  await withoutTriggers(db, endMostOf)
}

/** What happens step by step in a shop is written as it would stand then; rules that hold within a row hold here, too. */
function withoutTriggers(db: Database, work: (transaction: Database) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`set local synchronous_commit = off`.execute(transaction)
    await work(transaction)
  })
}

async function spreadStates(db: Database): Promise<void> {
  await sql`
    with next as (
      select p.id, case when ${share('state')} < 0.06 then 'draft' when ${share('state')} < 0.09 then 'intake'
        when ${share('state')} < 0.12 then 'preparing' when ${share('state')} < 0.125 then 'returned'
        when ${share('state')} < 0.145 then 'withdrawn' when ${share('state')} < 0.15 then 'melted'
        when ${share('state')} < 0.5 then 'sold' else p.status end as status,
        ${share('state')} < 0.125 as is_here, ${share('text')} as text, ${share('price')} as price, ${share('days')} as days
      from product p
    )
    update product p set status = n.status,
      created_at = p.listed_at - interval '12 days',
      updated_at = coalesce(p.sold_at, p.listed_at),
      listed_at = case when not n.is_here then p.listed_at end,
      sold_at = case when n.status = 'sold' then coalesce(p.sold_at, least(now(), p.listed_at + n.days * interval '60 days')) end,
      price_cents = case when not n.is_here or n.price > 0.4 then p.price_cents end,
      price_since = case when not n.is_here or n.price > 0.4 then p.price_since end,
      description = case when n.is_here and n.text < 0.5 then null
        when n.text > 0.96 then jsonb_build_object('de', p.description ->> 'de', 'en', p.description ->> 'de')
        else p.description end,
      condition = case when n.status = 'draft' and n.days < 0.5 then null else p.condition end,
      branch_id = case when n.status = 'draft' and n.days < 0.4 then null else p.branch_id end
    from next n where n.id = p.id
  `.execute(db)
  await sql`
    delete from photo f using product p where p.id = f.product_id and ${share('photos')}
      < case p.status when 'draft' then 0.7 when 'intake' then 0.6 when 'preparing' then 0.2 else 0.01 end
  `.execute(db)
}

async function addHistory(db: Database, staffId: number): Promise<void> {
  await sql`
    insert into product_status_change (product_id, event, from_status, to_status, at)
    select p.id, s.event, s.from_status, s.to_status, p.created_at + s.days * interval '1 day'
    from product p join (values
      (1, 'take-in', 'draft', 'intake', 1), (2, 'prepare', 'intake', 'preparing', 3),
      (3, 'list', 'preparing', 'listed', 12), (4, 'reserve', 'listed', 'reserved', 30),
      (5, 'sell', 'reserved', 'sold', 31), (6, 'take-back', 'sold', 'returned', 40)
    ) as s (place, event, from_status, to_status, days)
      on s.place <= case p.status when 'draft' then 0 when 'intake' then 1 when 'preparing' then 2 when 'listed' then 3
        when 'reserved' then 4 when 'sold' then 5 when 'returned' then 6 else 2 end
    order by p.created_at + s.days * interval '1 day'
  `.execute(db)
  await sql`
    insert into change_record (at, staff_id, actor, subject, subject_id, part, operation, before, after)
    select p.created_at + n * interval '2 days', ${staffId}, 'staff:bench', 'piece', p.id, 'product', 'update',
      jsonb_build_object('weight_grams', n), jsonb_build_object('weight_grams', n + 1)
    from product p, generate_series(1, 3) n order by 1
  `.execute(db)
}

/** Costs, serial numbers and theft checks; some pieces have none. */
async function addStaffParts(db: Database, secret: Secret): Promise<void> {
  await sql`
    insert into product_staff (product_id, cost_cents, acquired_on)
    select p.id, (coalesce(p.price_cents, 150000) * (0.5 + 0.35 * ${share('cost')}))::int, p.created_at::date
    from product p where ${share('staff')} < 0.97
  `.execute(db)
  await sql`
    insert into theft_check (product_id, checked_on, register, result)
    select p.id, p.created_at::date, 'Register', 'clear' from product p where p.kind = 'watch' and ${share('theft')} < 0.9
  `.execute(db)
  const watches = await query(db, { id: text })`
    select s.product_id as id from product_staff s join product p on p.id = s.product_id where p.kind = 'watch' order by id`
  for (let at = 0; at < watches.length; at += 5_000) {
    const sealed = watches.slice(at, at + 5_000).map(({ id }) => {
      const { encrypted, hash } = sealSerial(serialOf(id), secret)
      return { id, encrypted: encrypted.toString('hex'), hash: hash.toString('hex') }
    })
    await sql`
      update product_staff s set serial_encrypted = decode(n.encrypted, 'hex'), serial_hash = decode(n.hash, 'hex')
      from json_to_recordset(${JSON.stringify(sealed)}::json) as n (id text, encrypted text, hash text)
      where n.id = s.product_id
    `.execute(db)
  }
}

/** What triggers would have kept. */
async function refreshDerived(db: Database): Promise<void> {
  const ids = (await query(db, { id: text })`select id from product order by id`).map(({ id }) => id)
  for (let at = 0; at < ids.length; at += 5_000) {
    const some = ids.slice(at, at + 5_000)
    await sql`select refresh_stock_entries(${some}::text[])`.execute(db)
    await sql`select refresh_search(${some}::text[])`.execute(db)
  }
}

/** Orders as buyers place them, half of them paid. */
async function takeOrders(db: Database, count: number): Promise<void> {
  const settings = await readSettings(db)
  const pieces = await query(db, { id: text, cents: int4, branch: text })`
    select p.id, p.price_cents as cents, p.branch_id as branch from product p
    where p.status = 'listed' and p.branch_id is not null and not exists (select from product_defect d where d.product_id = p.id)
    order by ${share('order')} limit ${count}`
  const waiting = pieces.entries()
  const buy = async () => {
    for (const [place, { id, cents, branch }] of waiting) {
      // Of nobody's address: so many at once are too many for any.
      const by = { holder: `buyer-of-${id}`, client: null, settings, online: false }
      const delivery = { kind: 'collection', branchId: branch } as const
      const taken = await placeOrder(db, orderRequest([id], cents, { delivery }), by)
      if (!taken.ok) throw new Error(`${id} cannot be ordered: ${taken.reason}`)
      const { id: orderId } = taken.order
      const money = { orderId, channel: 'bank-transfer', reference: id, amountCents: cents } as const
      if (place % 2 === 0) await settlePayment(db, money, settings)
    }
  }
  await Promise.all(Array.from({ length: 4 }, buy))
}

/** Requests as sellers send them, and a message to each tenth. */
async function takeRequests(db: Database, count: number): Promise<void> {
  const settings = await readSettings(db)
  const places = Array.from({ length: count }, (_, at) => at).values()
  const send = async () => {
    for (const at of places) {
      const contact = { name: 'Erna Muster', email: `erna${at}@beispiel.example`, phone: null, address: null }
      await submitSellRequest(db, sellForm({ contact }), { settings, client: null, now: new Date() })
      if (at % 10 > 0) continue
      const from = { name: 'Max Muster', email: `max${at}@beispiel.example`, phone: null }
      const message = {
        ...from,
        subject: 'question' as const,
        message: 'Haben Sie auch Damenuhren?',
        piece: null,
      }
      await receiveMessage(db, message, { locale: 'de', client: null, settings })
    }
  }
  await Promise.all(Array.from({ length: 4 }, send))
}

/** What came in was answered, sent and completed, but for the last tenth. No mail is left to be sent meanwhile. */
async function endMostOf(db: Database): Promise<void> {
  await sql`
    update shop_order set status = case
        when id % 10 > 0 then case status when 'paid' then 'completed' else 'expired' end
        when status = 'paid' then (array['paid', 'preparing', 'shipped'])[1 + id / 10 % 3]
        else status end,
      expires_at = now() + interval '30 days'
  `.execute(db)
  await sql`update sell_request set status = 'stocked' where id % 10 > 0`.execute(db)
  await sql`update contact_message set answered_at = now() where id % 10 > 0`.execute(db)
  await sql`update mail_outbox set sent_at = now() where sent_at is null`.execute(db)
}
