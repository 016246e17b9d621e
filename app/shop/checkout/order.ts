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
import { piecesWithPage } from '#app/shop/catalogue/product.ts'
import { orderStatuses } from './order-status.ts'
import {
  counterSale,
  delivery,
  orderLines,
  orderVatId,
  postalAddress,
  shipping,
  shippingTaxes,
  tracking,
} from './stored-json.ts'
import { type OrderView, paymentMethods, saleChannels } from './types.ts'

const columns = {
  id: int8,
  number: text,
  token: text,
  locale: oneOf(locales),
  status: oneOf(orderStatuses),
  placedAt: timestamptz,
  acceptedAt: nullable(timestamptz),
  /** Since when it lies ready in its branch. */
  readyAt: nullable(timestamptz),
  /** Until when the money is due; `null` when nothing is. */
  payBy: nullable(timestamptz),
  /** When an unpaid order lapses. */
  expiresAt: nullable(timestamptz),
  email: text,
  phone: nullable(text),
  invoiceAddress: json(postalAddress),
  delivery: json(delivery),
  shipping: json(shipping),
  payment: oneOf(paymentMethods),
  giftWrap: bool,
  note: text,
  goodsCents: int4,
  shippingCents: int4,
  totalCents: int4,
  vatCents: int4,
  shippingTaxes: json(shippingTaxes),
  vatId: nullable(json(orderVatId)),
  tracking: nullable(json(tracking)),
  receivedCents: int4,
  refundedCents: int4,
  invoiceNumber: nullable(text),
  saleChannel: oneOf(saleChannels),
  /** Of a sale over the counter: its branch, and the number of the till's receipt or of the transfer. */
  counter: nullable(json(counterSale)),
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
    select o.id, o.number, o.token, o.locale, o.status, o.placed_at as "placedAt", o.accepted_at as "acceptedAt",
      o.ready_at as "readyAt", o.pay_by as "payBy", o.expires_at as "expiresAt", o.email, o.phone,
      o.invoice_address as "invoiceAddress", o.delivery, o.shipping, o.payment, o.gift_wrap as "giftWrap", o.note,
      o.goods_cents as "goodsCents", o.shipping_cents as "shippingCents", o.total_cents as "totalCents",
      o.vat_cents as "vatCents", o.shipping_taxes as "shippingTaxes", o.vat_id as "vatId", o.tracking,
      o.sale_channel as "saleChannel",
      (select jsonb_build_object('branch', b.name, 'reference', s.reference, 'soldOn', s.sold_on::text, 'soldBy', s.sold_by)
        from counter_sale s join branch b on b.id = s.branch_id where s.order_id = o.id) as counter,
      (select coalesce(sum(amount_cents), 0)::int from money where order_id = o.id and direction = 'in') as "receivedCents",
      (select coalesce(sum(amount_cents), 0)::int from money where order_id = o.id and direction = 'out') as "refundedCents",
      (select number from invoice where order_id = o.id and kind = 'invoice' order by id desc limit 1) as "invoiceNumber",
      (select json_agg(json_build_object('piece', l.product_id, 'priceCents', l.price_cents, 'taxMode', l.tax_mode,
          'listedCents', l.listed_cents, 'tax', json_build_object('rule', l.tax_rule, 'country', l.tax_country,
            'ratePerMille', l.tax_per_mille, 'vatCents', l.vat_cents),
          'sold', l.piece, 'withdrawnAt', l.withdrawn_at, 'releasedAt', l.released_at,
          'refundedCents', l.refunded_cents,
          'deviations', (select json_agg(json_build_object('piece', c.product_id, 'kind', c.kind, 'text', c.text,
              'version', c.version) order by c.kind)
            from order_consent c where c.order_id = l.order_id and c.product_id = l.product_id)) order by l.position)
        from order_line l where l.order_id = o.id) as lines
    from shop_order o where ${which}
  `
  return row ? viewOf(row) : null
}

export function viewOf({ email, phone, lines, ...order }: Row<typeof columns>) {
  return {
    ...order,
    contact: { email, phone },
    lines: lines.map(({ sold, deviations, withdrawnAt, releasedAt, ...line }) => ({
      ...line,
      ...sold,
      deviations: deviations ?? [],
      withdrawnAt: withdrawnAt === null ? null : new Date(withdrawnAt),
      releasedAt: releasedAt === null ? null : new Date(releasedAt),
    })),
  }
}

/** Stock numbers of an order's pieces that have a page now: what was melted or withdrawn from sale has none. */
export function pagesOfLines(db: Database, { lines }: Pick<OrderView, 'lines'>): Promise<Set<string>> {
  return piecesWithPage(
    db,
    lines.map(({ piece }) => piece),
  )
}
