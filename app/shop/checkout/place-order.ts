import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { bool, int4, int8, nullable, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { pieceDescription } from '#app/shop/catalogue/piece-essentials.ts'
import { findProducts } from '#app/shop/catalogue/product.ts'
import { insertMailsOfPlaced } from '#app/shop/mail-kinds.ts'
import { nextNumberInSeries } from '#app/shop/number-series.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { acceptOrder, deadlines } from './accept-order.ts'
import { deviationKey } from './deviation-key.ts'
import { distanceSales } from './distance-sales.ts'
import { holdMinutes, pieceStates } from './hold.ts'
import { invoiceContent } from './invoice.ts'
import { lineOf, pieceColumns, pieceJoins, pieceSelection } from './order-lines.ts'
import {
  type Destination,
  offeredPayments,
  placeOf,
  type QuotedPiece,
  quoteOrder,
  type TaxQuestion,
} from './quote.ts'
import { roomFor } from './room.ts'
import type { OrderLine, OrderRequest, PlacedOrder, PlaceOrderResult, Quote, TakenPiece } from './types.ts'
import { isToMailbox, unpaidOrders } from './unpaid-orders.ts'

export type OrderTaking = {
  /** The checkout's token; its hold becomes the order's claim. */
  holder: string
  /** Pseudonym of the buyer's address, null when it is not known. */
  client: string | null
  settings: Pick<Settings, 'shipping' | 'branches' | 'orders' | 'company' | 'contact' | 'tax'>
  /** Whether a payment provider is set up. */
  online: boolean
  /** Sold over the counter: what was agreed on for each piece, cents. Nobody is written to, and its money accepts it. */
  counter?: { agreedCents: ReadonlyMap<string, number> }
}

const lockedPiece = {
  ...pieceColumns,
  free: bool,
  open_orders: int4,
  resting: nullable(int4),
  room: nullable(int4),
  now: timestamptz,
}

/** Whoever let so many orders of a piece lapse within a day … */
const maxLapsed = 2
/** … leaves it to others for so long, hours: orders that are never paid would keep it for ever. */
const restHours = 2

/**
 * Takes an order: reads prices and pieces anew under lock, tells what changed instead of charging it, and turns the
 * hold into the order's claim. The same submission sent again returns the order it made. Payment comes afterwards,
 * outside this transaction. All amounts in cents.
 */
export async function placeOrder(
  db: Database,
  request: OrderRequest,
  taking: OrderTaking,
): Promise<PlaceOrderResult> {
  const result = await db
    .transaction()
    .execute((transaction) => placeWithin(transaction, request, taking))
    .catch((error: { constraint?: string }): PlaceOrderResult => {
      // An earlier answer to the same form led to an order that has lapsed since.
      if (error.constraint === 'shop_order_submission_key') return { ok: false, reason: 'taken', pieces: [] }
      throw error
    })
  if (result.ok || result.reason !== 'taken') return result
  // The first answer to this submission may have been lost on its way: the pieces are then this very order's.
  const earlier = await findSubmitted(db, request.submission)
  if (earlier) return { ok: true, order: earlier, repeated: true }
  if (result.pieces.length > 0) return result
  return { ok: false, reason: 'taken', pieces: await nameTaken(db, request.pieces, taking.holder) }
}

/** `placeOrder` as part of the caller's transaction; the same submission sent again is `taken` there. */
export async function placeWithin(
  db: Database,
  request: OrderRequest,
  taking: OrderTaking,
): Promise<PlaceOrderResult> {
  const { settings } = taking
  const wanted = [...new Set(request.pieces)]
  const { client, holder } = taking
  // Staff's orders, and those of nobody's address, have no share.
  const room = client === null ? sql`select null::int as pieces` : roomFor(client, holder)
  // The room is asked for before anything is locked, so that those of a network wait for each other with empty hands.
  const rows = await query(db, lockedPiece)`
    with room as materialized (${room})
    select ${pieceSelection}, now() as now, (select pieces from room) as room,
      (${unpaidOrders(client, request.contact.email)}) as open_orders,
      (select extract(epoch from max(l.released_at) + make_interval(hours => ${restHours}) - now())::int
        from order_line l join shop_order o on o.id = l.order_id
        where l.product_id = p.id and o.status = 'expired' and l.released_at > now() - interval '1 day'
          and (o.client = ${taking.client} or ${isToMailbox(request.contact.email)})
        having count(*) >= ${maxLapsed}) as resting,
      c.order_id is null and case when c.holder is null then p.status = 'listed'
        else p.status in ('listed', 'reserved') and (c.holder = ${taking.holder} or c.held_until <= now()) end as free
    from claim c join product p on p.id = c.product_id ${pieceJoins}
    where c.product_id = any(${wanted}) and (select coalesce(pieces, 0) from room) is not null
    order by c.product_id
    for update of c, p
  `
  const [first] = rows
  if (!first || rows.length < wanted.length || rows.some((row) => !row.free)) {
    return { ok: false, reason: 'taken', pieces: [] }
  }
  if (taking.client !== null && first.open_orders >= settings.orders.openOrders) {
    return { ok: false, reason: 'too-often', retryAfter: 3600 }
  }
  if (first.room !== null && first.room < wanted.length) {
    return { ok: false, reason: 'too-often', room: Math.max(0, first.room), retryAfter: holdMinutes * 60 }
  }
  const resting = Math.max(...rows.map((row) => row.resting ?? 0))
  if (resting > 0) return { ok: false, reason: 'too-often', retryAfter: resting }
  const pieces = wanted
    .flatMap((id) => rows.filter(({ piece }) => piece === id))
    .map((row) => lineOf(row, settings.orders))
    .map((line) => ({ ...line, priceCents: taking.counter?.agreedCents.get(line.piece) ?? line.priceCents }))
  const question = await askForTaxes(db, request, pieces, { now: first.now, tax: settings.tax })
  const refused = checkRequest(request, pieces, taking, question)
  if (!('quote' in refused)) return refused
  const listed = new Map(rows.map((row) => [row.piece, row.price_cents]))
  const lines = (await described(db, refused.quote.lines, first.now)).map((line) =>
    taking.counter ? { ...line, listedCents: listed.get(line.piece) ?? line.listedCents } : line,
  )
  return write(db, request, taking, { quote: { ...refused.quote, lines }, now: first.now })
}

/** What the contract says of each piece, as it is under the lock. */
async function described<Line extends OrderLine>(
  db: Database,
  lines: readonly Line[],
  now: Date,
): Promise<Line[]> {
  const ids = lines.map(({ piece }) => piece)
  const products = await findProducts(db, ids, now, { locked: true })
  return lines.map((line) => {
    const product = products.find(({ id }) => id === line.piece)
    return { ...line, description: product ? pieceDescription(product) : null }
  })
}

const destinationOf = ({ delivery }: OrderRequest): Destination =>
  delivery.kind === 'courier' ? { kind: delivery.kind, ...delivery.address } : delivery

async function askForTaxes(
  db: Database,
  request: OrderRequest,
  pieces: readonly QuotedPiece[],
  { now, tax }: { now: Date; tax: Settings['tax'] },
): Promise<TaxQuestion> {
  const vatIdCountry = request.vatId?.country ?? null
  const place = placeOf(destinationOf(request))
  const sales = await distanceSales(db, { place, vatIdCountry, pieces, tax, isBinding: true })
  return { vatIdCountry, sales, day: germanDay(now) }
}

function checkRequest(
  request: OrderRequest,
  pieces: readonly QuotedPiece[],
  { settings, online, counter }: OrderTaking,
  question: TaxQuestion,
): Exclude<PlaceOrderResult, { ok: true }> | { quote: Quote } {
  const { delivery } = request
  const result = quoteOrder(pieces, destinationOf(request), settings, question)
  if (!result.ok) return result
  if (!counter && !offeredPayments(delivery.kind, { online }).includes(request.payment)) {
    return { ok: false, reason: 'payment-not-offered' }
  }
  const missing = pieces
    .flatMap(({ deviations }) => deviations)
    .filter((deviation) => !request.consents.includes(deviationKey(deviation)))
  if (missing.length > 0) return { ok: false, reason: 'consent-missing', deviations: missing }
  if (result.quote.totalCents !== request.seenTotalCents) {
    return { ok: false, reason: 'total-changed', totalCents: result.quote.totalCents }
  }
  if (request.seenDuties === false && result.quote.shipping.dutiesByBuyer) {
    return { ok: false, reason: 'duties-unsaid' }
  }
  return { quote: result.quote }
}

/** One statement for the order with all its rows, and one for accepting it. */
async function write(
  db: Database,
  request: OrderRequest,
  { client, settings, counter }: OrderTaking,
  { quote, now }: { quote: Quote; now: Date },
): Promise<PlaceOrderResult> {
  const token = randomBytes(24).toString('base64url')
  const wait = deadlines(request.payment, now, settings.orders)
  const lines = quote.lines.map((line, position) => ({
    position,
    product_id: line.piece,
    price_cents: line.priceCents,
    listed_cents: line.listedCents,
    tax_mode: line.taxMode,
    tax_rule: line.tax.rule,
    tax_country: line.tax.country,
    tax_per_mille: line.tax.ratePerMille,
    vat_cents: line.tax.vatCents,
    piece: snapshot(line),
  }))
  const consents = quote.lines.flatMap(({ deviations }) =>
    deviations.map(({ piece, kind, text, version }) => ({ product_id: piece, kind, text, version })),
  )
  const [row] = await query(db, { id: int8, number: text })`
    with next as (${nextNumberInSeries('order', now)}
    ), placed as (
      insert into shop_order (number, token, submission, locale, expires_at, email, phone, invoice_address, delivery,
        shipping, payment, gift_wrap, note, goods_cents, shipping_cents, total_cents, vat_cents,
        shipping_taxes, distance_net_cents, vat_id, client, sale_channel, held_since)
      select ${settings.orders.orderPrefix} || '-' || next.number, ${token}, ${request.submission}, ${request.locale},
        ${wait.expiresAt}, ${request.contact.email}, ${request.contact.phone}, ${JSON.stringify(request.invoiceAddress)}::jsonb,
        ${JSON.stringify(request.delivery)}::jsonb, ${JSON.stringify(quote.shipping)}::jsonb, ${request.payment},
        ${request.giftWrap}, ${request.note}, ${quote.goodsCents}::int, ${quote.shippingCents}::int,
        ${quote.totalCents}::int, ${quote.vatCents}::int, ${JSON.stringify(quote.shippingTaxes)}::jsonb,
        ${quote.distanceNetCents}::int, ${request.vatId ? JSON.stringify(request.vatId) : null}::jsonb, ${client},
        ${counter ? 'branch' : 'online'},
        (select min(held_since) from claim where product_id = any(${lines.map((line) => line.product_id)}))
      from next
      returning id, number
    ), claimed as (
      update claim c set order_id = placed.id, holder = null, held_since = null, held_until = null
      from placed where c.product_id = any(${lines.map((line) => line.product_id)})
    ), shown as (
      update product p set status = 'reserved' from placed
      where p.id = any(${lines.map((line) => line.product_id)}) and p.status = 'listed'
    ), lined as (
      insert into order_line (order_id, position, product_id, price_cents, listed_cents, tax_mode, tax_rule, tax_country,
        tax_per_mille, vat_cents, piece)
      select placed.id, l.* from placed, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l (position smallint, product_id text, price_cents int, listed_cents int, tax_mode text, tax_rule text,
          tax_country text, tax_per_mille smallint, vat_cents int, piece jsonb)
    ), agreed as (
      insert into order_consent (order_id, product_id, kind, text, version)
      select placed.id, d.* from placed, jsonb_to_recordset(${JSON.stringify(consents)}::jsonb)
        as d (product_id text, kind text, text jsonb, version text)
    ), told as (
      ${insertMailsOfPlaced(counter ? [] : mailsOfPlaced(request, client, settings))}
    ), page as (
      insert into online_payment (order_id, session_expires_at, look_at)
      select placed.id, now() + interval '45 minutes', now() + interval '30 seconds'
      from placed where ${request.payment} = 'online'
    )
    select id, number from placed
  `
  if (!row) throw new Error('an order was not written')
  const order: PlacedOrder = { ...row, token, payment: request.payment, totalCents: quote.totalCents }
  if (!counter && request.payment !== 'online' && settings.orders.acceptance === 'at-once') {
    const content = invoiceContent(
      { ...request, ...quote, vatId: request.vatId ?? null, number: row.number, placedAt: now },
      settings.company,
    )
    const buyer = { id: row.id, locale: request.locale, email: request.contact.email }
    await acceptOrder(db, buyer, content, { orders: settings.orders, now, wait })
  }
  return { ok: true, order, repeated: false }
}

function mailsOfPlaced(
  { locale, contact }: OrderRequest,
  client: string | null,
  settings: OrderTaking['settings'],
): Parameters<typeof insertMailsOfPlaced>[0] {
  return [
    { kind: 'acknowledgement', locale, recipient: contact.email, care: 'order', client },
    { kind: 'staff-order', locale: 'de', recipient: settings.contact.email, care: 'staff' },
  ]
}

/** What a line remembers of its piece, whatever happens to the piece later. */
function snapshot({ kind, brand, name, reference, slug, photoId, description }: OrderLine) {
  return { kind, brand, name, reference, slug, photoId, description }
}

async function findSubmitted(db: Database, submission: string): Promise<PlacedOrder | null> {
  const row = await db
    .selectFrom('shop_order')
    .select(['id', 'number', 'token', 'payment', 'total_cents as totalCents'])
    .where('submission', '=', submission)
    .executeTakeFirst()
  return row ?? null
}

async function nameTaken(db: Database, pieces: readonly string[], holder: string): Promise<TakenPiece[]> {
  const states = await pieceStates(db, { pieces, holder })
  const taken = [...states].flatMap(([piece, state]) =>
    state === 'available' || state === 'yours' ? [] : [{ piece, state }],
  )
  return taken.length > 0 ? taken : pieces.map((piece) => ({ piece, state: 'reserved' as const }))
}
