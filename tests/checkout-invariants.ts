import type { Database } from '#app/platform/database/database.ts'
import { query, text } from '#app/platform/database/statement.ts'

/**
 * What must be true between any two steps of any number of buyers, clocks, providers and staff. Returns what is not,
 * in words; an empty list is a sound shop.
 */
export async function brokenRules(db: Database): Promise<string[]> {
  const rows = await query(db, { rule: text, what: text })`
    with account as (
      select o.id, o.number, o.status, o.total_cents,
        (select coalesce(sum(amount_cents), 0) from money m where m.order_id = o.id and direction = 'in') as received,
        (select coalesce(sum(amount_cents), 0) from money m where m.order_id = o.id and direction = 'out') as sent,
        (select coalesce(sum(amount_cents), 0) from refund r where r.order_id = o.id and withdrawn_at is null) as planned,
        (select coalesce(sum(amount_cents), 0) from refund r where r.order_id = o.id and done_at is not null) as done,
        (select coalesce(sum(amount_cents), 0) from refund r where r.order_id = o.id and withdrawn_at is null
          and reason in ('withdrawal', 'taken-back')) as returned,
        (select sum(refunded_cents) + case when bool_and(withdrawn_at is not null and refunded_cents > 0) then o.shipping_cents else 0 end
          from order_line l where l.order_id = o.id)
          - (select coalesce(sum((detail ->> 'cents')::int), 0) from order_entry e where e.order_id = o.id and e.kind = 'deduction') as owed
      from shop_order o
    ), dead as (select unnest(array['expired', 'cancelled', 'conflict_refunded']) as status),
    kept as (
      select l.order_id, l.product_id, l.withdrawn_at, o.status, o.number, p.status as piece_status
      from order_line l join shop_order o on o.id = l.order_id join product p on p.id = l.product_id
      where l.released_at is null
    )
    select 'an ended order keeps no piece' as rule, number || ' ' || product_id as what
      from kept where status in (select status from dead)
    union all select 'an open order keeps its pieces', o.number from shop_order o
      where status in ('awaiting_payment', 'paid', 'preparing', 'shipped', 'delivered', 'completed')
        and exists (select from order_line l where l.order_id = o.id and l.released_at is not null
          and (o.sale_channel = 'online' or l.refunded_cents <> l.price_cents))
    union all select 'a piece waits with its order', number || ' ' || product_id || ' is ' || piece_status
      from kept where status = 'awaiting_payment' and piece_status <> 'reserved'
    union all select 'a paid piece is sold', number || ' ' || product_id || ' is ' || piece_status
      from kept where status not in ('awaiting_payment') and withdrawn_at is null and piece_status <> 'sold'
    union all select 'a sold piece has one order', p.id from product p
      where p.status = 'sold' and not exists (select from kept k where k.product_id = p.id)
    union all select 'a piece on sale is nobody’s', p.id from product p join claim c on c.product_id = p.id
      where p.status = 'listed' and (c.order_id is not null or c.holder is not null)
    union all select 'a held piece is reserved', p.id || ' is ' || p.status
      from claim c join product p on p.id = c.product_id where c.holder is not null and p.status <> 'reserved'
    union all select 'a reserved piece is somebody’s', p.id from product p join claim c on c.product_id = p.id
      where p.status = 'reserved' and c.order_id is null and c.holder is null
    union all select 'a claim belongs to a line', c.product_id from claim c where c.order_id is not null
      and not exists (select from order_line l where l.product_id = c.product_id and l.live_order_id = c.order_id)
    union all select 'an ended order’s money goes back, every cent', number || ': ' || received || ' in, ' || planned || ' back'
      from account where status in (select status from dead) and received <> planned
    union all select 'a paid order has its money, no more', number || ': ' || received || ' in, ' || planned || ' back'
      from account where status not in (select status from dead) and status <> 'awaiting_payment'
        and received - (planned - returned) <> total_cents
    union all select 'what came back is paid back, as far as there is money', number || ': ' || returned || ' of ' || owed
      from account where status not in (select status from dead) and returned <> least(owed, received - planned + returned)
    union all select 'an order that is paid does not wait', number from account
      where status = 'awaiting_payment' and received - planned >= total_cents
    union all select 'nothing goes back twice', number from account where done <> sent or planned > received
    union all select 'a payment is not refunded beyond itself', m.reference from money m where m.direction = 'in'
      and m.corrects is null and m.corrected_at is null and m.amount_cents < (select coalesce(sum(r.amount_cents), 0) from refund r
        where r.order_id = m.order_id and r.channel = m.channel and r.payment_reference = m.reference
          and r.withdrawn_at is null)
    union all select 'a paid order has one valid invoice', o.number from shop_order o
      where o.status in ('paid', 'preparing', 'shipped', 'delivered', 'completed') and 1 <> (
        select count(*) from invoice i where i.order_id = o.id and i.kind = 'invoice'
          and not exists (select from invoice c where c.cancels = i.id and c.whole))
    union all select 'an ended order has no valid invoice', o.number from shop_order o
      where o.status in ('expired', 'cancelled') and exists (
        select from invoice i where i.order_id = o.id and i.kind = 'invoice'
          and not exists (select from invoice c where c.cancels = i.id and c.whole))
    union all select 'a buyer hears of the order', o.number from shop_order o
      where o.sale_channel = 'online' and not exists (select from mail_outbox m where m.reason = 'order:' || o.id || ':acknowledgement')
    union all select 'a buyer hears when the money is sent back', o.number from shop_order o
      where o.status = 'conflict_refunded'
        and not exists (select from mail_outbox m where m.reason like 'order:' || o.id || ':conflict-refunded:%')
    union all select 'the shop hears of it too', o.number from shop_order o
      where o.status = 'conflict_refunded'
        and not exists (select from mail_outbox m where m.reason like 'order:' || o.id || ':staff-conflict:%')
    union all select 'an order is the sum of its parts, and so is its VAT', o.number from shop_order o,
      lateral (select sum(price_cents) as goods, sum(vat_cents) as vat from order_line l where l.order_id = o.id) l,
      lateral (select coalesce(sum((p ->> 'grossCents')::int), 0) as gross, coalesce(sum((p ->> 'vatCents')::int), 0) as vat
        from jsonb_array_elements(o.shipping_taxes) p) s
      where (o.goods_cents, o.shipping_cents, o.vat_cents) is distinct from (l.goods, s.gross, l.vat + s.vat)
    union all select 'numbers have no gaps', series || ' ends at ' || value || ' with ' || n from counter,
      lateral (select count(*) as n from shop_order where series like 'order-%' and number like '%-' || right(series, 4) || '-%'
        union all select count(*) from invoice where series like 'invoice-%' and number like '%-' || right(series, 4) || '-%') c
      where n > 0 and n <> value
  `
  return rows.map(({ rule, what }) => `${rule}: ${what}`)
}
