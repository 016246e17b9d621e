import { sql } from 'kysely'
import { z } from 'zod'
import { line, optionalText } from '#app/forms/fields.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { query, text, timestamptz, value } from '#app/platform/database/statement.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { identitySchema, keepIdentity, whyNotIdentified } from '#app/shop/buying/identification.ts'
import { deviationKey } from '#app/shop/checkout/deviation-key.ts'
import { actorRow, actorSetting, type OrderActor, staffNamed } from '#app/shop/checkout/order-actor.ts'
import { placeWithin } from '#app/shop/checkout/place-order.ts'
import { settleWithin } from '#app/shop/checkout/settle-payment.ts'
import type { Deviation, PlacedOrder, PostalAddress, TakenPiece } from '#app/shop/checkout/types.ts'
import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { type CounterCash, judgeCounterCash } from './counter-cash.ts'
import { counterHolder } from './counter-hold.ts'
import { type CounterLine, counterLines, metalCentsOf } from './counter-lines.ts'

/** How a sale at the counter is paid: at once, or it is no sale. */
export const counterMeans = ['cash', 'card', 'bank-transfer'] as const
export type CounterMeans = (typeof counterMeans)[number]

/**
 * Up to this total an invoice need not say who buys (§ 33 UStDV), cents; above it name and address stand on it
 * (§ 14 (4) no. 1 UStG).
 */
export const namelessUpToCents = 25_000

const cents = z.int().min(1).max(2_000_000_000)

export const counterSaleSchema = z.object({
  /** Made once a sale (UUID): sent twice, it is one. */
  sale: z.uuid(),
  branchId: z.string().min(1).max(60),
  locale: z.enum(['de', 'en']),
  lines: z
    .array(
      z.object({
        piece: z.string().regex(/^\d{4,8}$/),
        /** What is charged, and what stood on the label when that was agreed on. */
        priceCents: cents,
        seenCents: cents,
        /** Why it is less than what stands on the label. */
        reason: z.string().max(600).default(''),
      }),
    )
    .min(1)
    .max(40),
  /** Ticked boxes, as `deviationKey` writes them. */
  consents: z.array(z.string().max(200)).max(100),
  /** Null: nobody said who they are. */
  buyer: z
    .object({
      name: line(200),
      company: optionalText(200),
      street: line(200),
      postalCode: line(12),
      city: line(120),
      country: z.string().regex(/^[A-Z]{2}$/),
    })
    .nullable(),
  email: z.union([z.literal(''), z.email().max(320)]),
  phone: z.union([z.literal(''), z.string().min(3).max(60)]),
  means: z.enum(counterMeans),
  /** Of the certified till's receipt, or of the transfer that has arrived. */
  reference: z.string().trim().max(60),
  /** Another sale of that day has the same number, and that is right. */
  repeatConfirmed: z.boolean(),
  /** Whoever pays so much cash that the law wants to know who they are. */
  identity: identitySchema.nullable(),
})
export type CounterSaleInput = z.infer<typeof counterSaleSchema>

export type CounterSold =
  | { ok: true; order: PlacedOrder; repeated: boolean }
  | { ok: false; reason: 'taken'; pieces: TakenPiece[] }
  /** The label says something else by now. */
  | { ok: false; reason: 'price-changed'; piece: string; nowCents: number }
  /** More than the label says: its price is changed first. */
  | { ok: false; reason: 'above-label' | 'discount-reason-missing'; piece: string }
  | { ok: false; reason: 'consent-missing'; deviations: Deviation[] }
  | { ok: false; reason: 'buyer-missing'; limitCents: number }
  | { ok: false; reason: 'reference-missing' | 'no-such-branch' | 'document-expired' | 'under-age' }
  | { ok: false; reason: 'reference-repeated'; order: string }
  | { ok: false; reason: 'cash-forbidden' | 'identification-missing'; cash: CounterCash }

type Counter = {
  by: string
  secret: Secret
  settings: Pick<Settings, 'shipping' | 'branches' | 'orders' | 'company' | 'contact' | 'tax' | 'buying'>
}

/**
 * Sells what a sale at the counter holds: an order like any other, paid and handed over at once, with its invoice. All
 * or nothing. We are no till: the number of the certified till's receipt is kept with it. @throws {z.ZodError}
 */
export async function sellAtCounter(
  db: Database,
  given: z.input<typeof counterSaleSchema>,
  counter: Counter,
): Promise<CounterSold> {
  const input = counterSaleSchema.parse(given)
  const before = await soldBefore(db, input.sale)
  if (before) return { ok: true, order: before, repeated: true }
  const result = await together(db, (transaction) => sellWithin(transaction, input, counter))
  if (result.ok) return result
  // The same sale may have been written since: its pieces, its receipt and its cash are then its own.
  const meanwhile = await soldBefore(db, input.sale)
  return meanwhile ? { ok: true, order: meanwhile, repeated: true } : result
}

async function sellWithin(db: Database, input: CounterSaleInput, counter: Counter): Promise<CounterSold> {
  const { by, secret, settings } = counter
  const actor = staffNamed(by)
  const [clock] = await query(db, { now: timestamptz, actor: text })`
    select now() as now, set_config('shop.actor', ${actorSetting(actor)}, true) as actor`
  if (!clock) throw new Error('the database has no time')
  const today = germanDay(clock.now)
  const held = await counterLines(db, input.sale, settings.orders)
  const wrong = wrongWith(input, held, settings) ?? (await wrongReference(db, input, today))
  if (wrong) return wrong
  const charged = input.lines.map(({ piece, priceCents }) => ({
    kind: held.find((each) => each.piece === piece)?.kind ?? '',
    cents: priceCents,
  }))
  const totalCents = charged.reduce((sum, each) => sum + each.cents, 0)
  const metalCents = metalCentsOf(charged)
  if (input.means === 'cash') {
    const cash = await judgeCounterCash(db, {
      deal: { total: totalCents, metals: metalCents },
      party: input.identity ?? input.buyer,
      now: clock.now,
      secret,
      settings,
    })
    if (!cash.allowed) return { ok: false, reason: 'cash-forbidden', cash }
    if (cash.needs === 'complete' && !input.identity?.complete)
      return { ok: false, reason: 'identification-missing', cash }
  }
  const refused = input.identity && whyNotIdentified(input.identity, today)
  if (refused) return { ok: false, reason: refused }
  const placed = await placeWithin(db, requestOf(input, totalCents), {
    holder: counterHolder(input.sale),
    client: null,
    settings,
    online: false,
    counter: { agreedCents: new Map(input.lines.map(({ piece, priceCents }) => [piece, priceCents])) },
  })
  if (!placed.ok) {
    if (placed.reason === 'taken') return { ok: false, reason: 'taken', pieces: placed.pieces }
    if (placed.reason === 'consent-missing') return placed
    throw new Error(`a sale at the counter was refused: ${placed.reason}`)
  }
  const { order } = placed
  const identified =
    input.identity && (await keepIdentity(db, { order_id: order.id }, input.identity, { by, secret }))
  await db
    .insertInto('counter_sale')
    .values({
      order_id: order.id,
      branch_id: input.branchId,
      sold_on: today,
      sold_by: by,
      means: input.means,
      reference: input.reference,
      total_cents: totalCents,
      metal_cents: metalCents,
      identification_id: identified?.id ?? null,
    })
    .execute()
  await noteDiscounts(db, order.id, input, actor)
  // The till counts anew each day: with the order's number the reference is one of its own.
  const reference = `${input.reference} (${order.number})`
  const money = {
    ...{ orderId: order.id, channel: input.means, reference, amountCents: totalCents },
    branchId: input.branchId,
  }
  const settled = await settleWithin(db, money, settings, actor)
  if (!settled.ok || settled.status !== 'paid') throw new Error(`${order.number} was not paid`)
  // Handed over at once, and nobody withdraws from it: it is complete.
  await sql`update shop_order set status = 'delivered' where id = ${order.id}`.execute(db)
  await sql`update shop_order set status = 'completed' where id = ${order.id}`.execute(db)
  await sql`
    update reservation set ended_at = now(), outcome = 'sold', ended_by = ${by}, order_id = ${order.id}
    where ended_at is null and product_id = any(${input.lines.map(({ piece }) => piece)})
  `.execute(db)
  return { ok: true, order, repeated: false }
}

function wrongWith(
  { lines, consents, buyer, branchId, reference }: CounterSaleInput,
  held: readonly CounterLine[],
  { branches }: Pick<Settings, 'branches'>,
): Exclude<CounterSold, { ok: true }> | null {
  if (!branches.some(({ id }) => id === branchId)) return { ok: false, reason: 'no-such-branch' }
  for (const { piece, priceCents, seenCents, reason } of lines) {
    const label = held.find((each) => each.piece === piece)
    if (!label) return { ok: false, reason: 'taken', pieces: [{ piece, state: 'gone' }] }
    if (label.priceCents !== seenCents)
      return { ok: false, reason: 'price-changed', piece, nowCents: label.priceCents }
    if (priceCents > seenCents) return { ok: false, reason: 'above-label', piece }
    if (priceCents < seenCents && readReason(reason) === null)
      return { ok: false, reason: 'discount-reason-missing', piece }
  }
  const sold = held.filter(({ piece }) => lines.some((each) => each.piece === piece))
  const missing = sold
    .flatMap(({ deviations }) => deviations)
    .filter((deviation) => !consents.includes(deviationKey(deviation)))
  if (missing.length > 0) return { ok: false, reason: 'consent-missing', deviations: missing }
  const total = lines.reduce((sum, { priceCents }) => sum + priceCents, 0)
  if (buyer === null && total > namelessUpToCents)
    return { ok: false, reason: 'buyer-missing', limitCents: namelessUpToCents }
  if (reference === '') return { ok: false, reason: 'reference-missing' }
  return null
}

/** A till's receipt is of one sale: the same number again on one day is probably mistyped. */
async function wrongReference(
  db: Database,
  { branchId, means, reference, repeatConfirmed }: CounterSaleInput,
  today: string,
): Promise<Exclude<CounterSold, { ok: true }> | null> {
  if (repeatConfirmed) return null
  const same = await db
    .selectFrom('counter_sale as s')
    .innerJoin('shop_order as o', 'o.id', 's.order_id')
    .select('o.number')
    .where('s.branch_id', '=', branchId)
    .where('s.sold_on', '=', today)
    .where('s.means', means === 'bank-transfer' ? '=' : '<>', 'bank-transfer')
    .where(value(text)`upper(s.reference)`, '=', reference.toUpperCase())
    .executeTakeFirst()
  return same ? { ok: false, reason: 'reference-repeated', order: same.number } : null
}

function requestOf(input: CounterSaleInput, totalCents: number): Parameters<typeof placeWithin>[1] {
  const { buyer, identity } = input
  const nobody: PostalAddress = {
    name: '',
    company: null,
    street: '',
    extra: null,
    postalCode: '',
    city: '',
    country: 'DE',
  }
  // Whoever was identified is named as their document says.
  const identified = identity && {
    ...identity.address,
    name: `${identity.givenNames} ${identity.surname}`,
    company: null,
    extra: null,
  }
  const invoiceAddress = buyer
    ? { ...buyer, company: buyer.company || null, extra: null }
    : (identified ?? nobody)
  return {
    submission: input.sale,
    locale: input.locale,
    pieces: input.lines.map(({ piece }) => piece),
    seenTotalCents: totalCents,
    contact: { email: input.email, phone: input.phone || null },
    invoiceAddress,
    delivery: { kind: 'collection', branchId: input.branchId },
    payment: input.means,
    giftWrap: false,
    note: '',
    consents: input.consents,
  }
}

/** Why it cost less than the label said stays with the order; nobody but staff reads it. */
async function noteDiscounts(
  db: Database,
  orderId: number,
  { lines }: CounterSaleInput,
  actor: OrderActor,
): Promise<void> {
  const discounts = lines.filter(({ priceCents, seenCents }) => priceCents < seenCents)
  if (discounts.length === 0) return
  await db
    .insertInto('order_entry')
    .values(
      discounts.map(({ piece, priceCents, seenCents, reason }) => ({
        order_id: orderId,
        kind: 'discount',
        reason: readReason(reason),
        detail: JSON.stringify({ piece, listedCents: seenCents, cents: priceCents }),
        ...actorRow(actor),
      })),
    )
    .execute()
}

async function soldBefore(db: Database, sale: string): Promise<PlacedOrder | null> {
  const row = await db
    .selectFrom('shop_order')
    .select(['id', 'number', 'token', 'payment', 'total_cents as totalCents'])
    .where('submission', '=', sale)
    .executeTakeFirst()
  return row ?? null
}
