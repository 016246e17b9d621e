import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { cancelInvoice, findInvoices, invoiceContent, taxedPart, taxSumsOf } from './invoice.ts'
import { findOrderById } from './order.ts'
import { actorRow, byShop, type OrderActor } from './order-actor.ts'
import { orderHistory, receivedAt } from './order-history.ts'
import { mailToBuyer } from './order-mails.ts'
import { lockOrder, takePiecesBack } from './order-pieces.ts'
import { nextOrderStatus, type OrderStatus } from './order-status.ts'
import { planRefund } from './refund.ts'
import { type TaxSum, taxSums } from './tax-basket.ts'
import type { OrderView } from './types.ts'
import { endOfWithdrawal } from './withdrawal-period.ts'
import { berlin } from './working-days.ts'

/** What staff do with an order; payments, expiry, cancellation and withdrawal have functions of their own. */
export type StaffStep =
  | {
      event: 'prepare' | 'complete' | 'receive-return' | 'waive-return' | 'inspect'
    }
  /** `on`: the day in Germany, YYYY-MM-DD, on which the buyer got the goods; today unless given. */
  | { event: 'hand-over' | 'deliver'; on?: string | null }
  | { event: 'ship'; tracking: { carrier: string; code: string; url: string | null } }
  /** `deductionCents`: loss of value that the buyer answers for (§ 357a BGB), with the reason that they read. */
  | { event: 'refund'; deductionCents: number; reason?: string }

export type StepResult =
  | { ok: true; status: OrderStatus }
  /** The buyer may withdraw until then. */
  | { ok: false; reason: 'still-withdrawable'; until: Date }
  /** Goods are received on a day between `from` and `to`. */
  | { ok: false; reason: 'no-such-day'; from: string; to: string }
  | { ok: false; reason: 'no-such-order' | 'not-possible' | 'deduction-too-high' | 'reason-missing' }

/**
 * Takes a step with an order, as the table of states allows it, with what belongs to it: shipping is told to the
 * buyer, returned pieces go back to intake, the price of withdrawn pieces is sent back and their invoice corrected.
 */
export async function takeOrderStep(
  db: Database,
  orderId: number,
  step: StaffStep,
  settings: Pick<Settings, 'orders' | 'company'>,
  by: OrderActor = byShop,
): Promise<StepResult> {
  return together(db, async (transaction): Promise<StepResult> => {
    const now = await lockOrder(transaction, orderId, by)
    if (!now) return { ok: false, reason: 'no-such-order' }
    const order = await findOrderById(transaction, orderId)
    if (!order) return { ok: false, reason: 'no-such-order' }
    const { event } = step
    // The day may turn out to have been another one.
    const isSaidAnew = order.status === 'delivered' && event === 'deliver' && Boolean(step.on)
    const status = isSaidAnew ? order.status : nextOrderStatus(order.status, event)
    if (status === null) return { ok: false, reason: 'not-possible' }
    const returning = order.lines.filter((line) => line.withdrawnAt !== null && line.releasedAt === null)
    const pieces = returning.map((line) => line.piece)
    switch (step.event) {
      case 'hand-over':
      case 'deliver': {
        const wrong = step.on ? await recordDay(transaction, order, { on: step.on, now, by }) : null
        if (wrong) return wrong
        break
      }
      case 'complete': {
        const received = receivedAt(await orderHistory(transaction, orderId))
        const until = received && endOfWithdrawal(received)
        if (until && now <= until) return { ok: false, reason: 'still-withdrawable', until }
        break
      }
      case 'ship':
        await sql`update shop_order set tracking = ${JSON.stringify(step.tracking)}::jsonb where id = ${orderId}`.execute(
          transaction,
        )
        await enqueueMails(transaction, [mailToBuyer(order, 'order-shipped')])
        break
      case 'receive-return':
        await takePiecesBack(transaction, orderId, { pieces, as: 'returned' })
        break
      case 'waive-return':
      case 'inspect':
        await takePiecesBack(transaction, orderId, { pieces, as: 'intake' })
        break
      case 'refund': {
        const { deductionCents } = step
        const reason = deductionCents === 0 ? null : readReason(step.reason ?? '')
        if (deductionCents !== 0 && reason === null) return { ok: false, reason: 'reason-missing' }
        const refunded = await refundWithdrawn(transaction, order, { deductionCents, reason, by }, settings)
        if (!refunded) return { ok: false, reason: 'deduction-too-high' }
        break
      }
    }
    await sql`update shop_order set status = ${status} where id = ${orderId}`.execute(transaction)
    return { ok: true, status }
  })
}

/** Writes down on what day the goods were received: not before they left, and not after today. */
async function recordDay(
  db: Database,
  order: OrderView,
  { on, now, by }: { on: string; now: Date; by: OrderActor },
): Promise<Extract<StepResult, { reason: 'no-such-day' }> | null> {
  const left = (await orderHistory(db, order.id)).findLast(
    (moment) => moment.kind === 'step' && moment.event === 'ship',
  )
  const [from, to] = [left?.at ?? order.placedAt, now].map((moment) =>
    berlin.format(moment).slice(0, 10),
  ) as [string, string]
  if (on < from || on > to) return { ok: false, reason: 'no-such-day', from, to }
  await db
    .insertInto('order_entry')
    .values({ order_id: order.id, kind: 'received', detail: JSON.stringify({ on }), ...actorRow(by) })
    .execute()
  return null
}

/**
 * Completes delivered orders whose buyers can no longer withdraw, and that are paid. One whose money is missing waits for
 * staff. Returns how many.
 */
export async function completeOrders(
  db: Database,
  settings: Pick<Settings, 'orders' | 'company'>,
): Promise<number> {
  const rows = await query(db, { id: int8 })`
    select id from shop_order o where status = 'delivered' and total_cents <= (
      select coalesce(sum(amount_cents), 0) from money where order_id = o.id and direction = 'in')
    order by id
  `
  let completed = 0
  for (const { id } of rows) {
    if ((await takeOrderStep(db, id, { event: 'complete' }, settings)).ok) completed += 1
  }
  return completed
}

/** Staff send an order on its way; one that is collected in a branch is handed over there instead. */
export async function shipOrder(
  db: Database,
  order: Pick<OrderView, 'id' | 'delivery'>,
  tracking: Extract<StaffStep, { event: 'ship' }>['tracking'],
  settings: Pick<Settings, 'orders' | 'company'>,
  by: OrderActor,
): Promise<StepResult | { ok: false; reason: 'is-collected' }> {
  if (order.delivery.kind === 'collection') return { ok: false, reason: 'is-collected' }
  return takeOrderStep(db, order.id, { event: 'ship', tracking }, settings, by)
}

/** What withdrawn pieces cost that are not refunded yet; with the last of them also the way there. */
export function refundOfWithdrawn(order: Pick<OrderView, 'lines' | 'shippingCents'>) {
  const lines = order.lines.filter((line) => line.withdrawnAt !== null && line.refundedCents === 0)
  const isLast = order.lines.every((line) => line.withdrawnAt !== null)
  return {
    lines,
    isLast,
    goodsCents: lines.reduce((sum, line) => sum + line.priceCents, 0),
    shippingCents: isLast ? order.shippingCents : 0,
  }
}

/** Sends back what withdrawn pieces cost; with the last of them also the way there (§ 357 (2) BGB). */
async function refundWithdrawn(
  db: Database,
  order: OrderView,
  { deductionCents, reason, by }: { deductionCents: number; reason: string | null; by: OrderActor },
  { orders, company }: Pick<Settings, 'orders' | 'company'>,
): Promise<boolean> {
  const { lines, goodsCents, shippingCents, isLast } = refundOfWithdrawn(order)
  if (deductionCents < 0 || deductionCents > goodsCents) return false
  const amountCents = goodsCents + shippingCents - deductionCents
  await planRefund(db, { orderId: order.id, amountCents, reason: 'withdrawal' })
  await sql`
    update order_line set refunded_cents = price_cents
    where order_id = ${order.id} and product_id = any(${lines.map((line) => line.piece)})
  `.execute(db)
  const whole = lines.length === order.lines.length && deductionCents === 0
  const content = invoiceContent({ ...order, lines }, company)
  const taxes = isLast ? await restOfTaxes(db, order) : taxSums(lines.map(taxedPart))
  const part = {
    lines: content.lines,
    shippingCents,
    deductionCents,
    totalCents: amountCents,
    vatCents: taxes.reduce((sum, tax) => sum + tax.vatCents, 0),
    taxes,
  }
  await cancelInvoice(db, order.id, { prefix: orders.invoicePrefix, ...(whole ? {} : { part }) })
  if (reason !== null) {
    const detail = JSON.stringify({ cents: deductionCents })
    await db
      .insertInto('order_entry')
      .values({ order_id: order.id, kind: 'deduction', reason, detail, ...actorRow(by) })
      .execute()
  }
  const about = lines.map((line) => line.piece).join('+')
  const told = { about, amountCents, deductionCents, reason: reason ?? '' }
  await enqueueMails(db, [mailToBuyer(order, 'refund-planned', told)])
  return true
}

/**
 * What is left of an invoice's amounts by rule and rate when its last pieces go back: with shipping, and whatever earlier
 * documents rounded, so that only the documents together take back what the invoice showed.
 */
async function restOfTaxes(db: Database, order: OrderView): Promise<TaxSum[]> {
  const before = (await findInvoices(db, order.id))
    .filter(({ cancels }) => cancels === order.invoiceNumber)
    .flatMap(({ content }) => taxSumsOf(content))
  const taken = before.map((sum) => ({
    ...sum,
    netCents: -sum.netCents,
    vatCents: -sum.vatCents,
    grossCents: -sum.grossCents,
  }))
  return taxSums([...order.lines.map(taxedPart), ...order.shippingTaxes, ...taken]).filter(
    ({ grossCents, vatCents }) => grossCents !== 0 || vatCents !== 0,
  )
}
