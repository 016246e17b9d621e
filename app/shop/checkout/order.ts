import { sql } from 'kysely'
import { locales } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  bool,
  int4,
  int8,
  json,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { orderStatuses } from './order-status.ts'
import { delivery, orderLines, postalAddress, shipping, tracking } from './stored-json.ts'
import { type OrderView, paymentMethods } from './types.ts'

const columns = {
  id: int8,
  number: text,
  token: text,
  locale: oneOf(locales),
  status: oneOf(orderStatuses),
  placed_at: timestamptz,
  accepted_at: nullable(timestamptz),
  ready_at: nullable(timestamptz),
  pay_by: nullable(timestamptz),
  expires_at: nullable(timestamptz),
  email: text,
  phone: nullable(text),
  invoice_address: json(postalAddress),
  delivery: json(delivery),
  shipping: json(shipping),
  payment: oneOf(paymentMethods),
  gift_wrap: bool,
  note: text,
  goods_cents: int4,
  shipping_cents: int4,
  total_cents: int4,
  vat_cents: int4,
  tracking: nullable(json(tracking)),
  received: int4,
  sent_back: int4,
  invoice: nullable(text),
  lines: json(orderLines),
}

/** The order behind a token, or `null`; whoever knows the token may see it. */
export async function findOrder(db: Database, token: string): Promise<OrderView | null> {
  return /^[\w-]{24,64}$/.test(token) ? readOrder(db, sql`o.token = ${token}`) : null
}

/** An order by its id, for staff, mails and jobs. */
export async function findOrderById(db: Database, id: number): Promise<OrderView | null> {
  return readOrder(db, sql`o.id = ${id}`)
}

async function readOrder(db: Database, which: ReturnType<typeof sql>): Promise<OrderView | null> {
  const [row] = await query(db, columns)`
    select o.id, o.number, o.token, o.locale, o.status, o.placed_at, o.accepted_at, o.ready_at, o.pay_by, o.expires_at, o.email,
      o.phone, o.invoice_address, o.delivery, o.shipping, o.payment, o.gift_wrap, o.note, o.goods_cents,
      o.shipping_cents, o.total_cents, o.vat_cents, o.tracking,
      (select coalesce(sum(amount_cents), 0)::int from money where order_id = o.id and direction = 'in') as received,
      (select coalesce(sum(amount_cents), 0)::int from money where order_id = o.id and direction = 'out') as sent_back,
      (select number from invoice where order_id = o.id and kind = 'invoice' order by id desc limit 1) as invoice,
      (select json_agg(json_build_object('piece', l.product_id, 'price_cents', l.price_cents, 'tax_mode', l.tax_mode,
          'sold', l.piece, 'withdrawn_at', l.withdrawn_at, 'released_at', l.released_at,
          'refunded_cents', l.refunded_cents,
          'deviations', (select json_agg(json_build_object('piece', c.product_id, 'kind', c.kind, 'text', c.text,
              'version', c.version) order by c.kind)
            from order_consent c where c.order_id = l.order_id and c.product_id = l.product_id)) order by l.position)
        from order_line l where l.order_id = o.id) as lines
    from shop_order o where ${which}
  `
  return row ? viewOf(row) : null
}

function viewOf(row: Row<typeof columns>): OrderView {
  return {
    id: row.id,
    number: row.number,
    token: row.token,
    locale: row.locale,
    status: row.status,
    placedAt: row.placed_at,
    acceptedAt: row.accepted_at,
    readyAt: row.ready_at,
    payBy: row.pay_by,
    expiresAt: row.expires_at,
    contact: { email: row.email, phone: row.phone },
    invoiceAddress: row.invoice_address,
    delivery: row.delivery,
    payment: row.payment,
    giftWrap: row.gift_wrap,
    note: row.note,
    lines: row.lines.map((line) => ({
      piece: line.piece,
      ...line.sold,
      priceCents: line.price_cents,
      taxMode: line.tax_mode,
      deviations: line.deviations ?? [],
      withdrawnAt: line.withdrawn_at === null ? null : new Date(line.withdrawn_at),
      releasedAt: line.released_at === null ? null : new Date(line.released_at),
      refundedCents: line.refunded_cents,
    })),
    goodsCents: row.goods_cents,
    shippingCents: row.shipping_cents,
    totalCents: row.total_cents,
    vatCents: row.vat_cents,
    shipping: row.shipping,
    receivedCents: row.received,
    refundedCents: row.sent_back,
    tracking: row.tracking,
    invoiceNumber: row.invoice,
  }
}
