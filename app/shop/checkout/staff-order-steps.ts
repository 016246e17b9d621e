import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { cancelInvoice, findInvoices, invoiceContent, taxedPart, taxSumsOf } from './invoice.ts'
import { findOrderById } from './order.ts'
import { actorRow, byShop, type OrderActor } from './order-actor.ts'
import { mailToBuyer } from './order-mails.ts'
import { lockOrder, takePiecesBack } from './order-pieces.ts'
import { nextOrderStatus, type OrderStatus } from './order-status.ts'
import { planRefund } from './refund.ts'
import { type TaxSum, taxSums } from './tax-basket.ts'
import type { OrderView } from './types.ts'

/** What staff do with an order; payments, expiry, cancellation and withdrawal have functions of their own. */
export type StaffStep =
  | {
      event: 'prepare' | 'hand-over' | 'deliver' | 'complete' | 'receive-return' | 'waive-return' | 'inspect'
    }
  | { event: 'ship'; tracking: { carrier: string; code: string; url: string | null } }
  /** `deductionCents`: loss of value that the buyer answers for (§ 357a BGB), with the reason that they read. */
  | { event: 'refund'; deductionCents: number; reason?: string }

export type StepResult =
  | { ok: true; status: OrderStatus }
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
  return db.transaction().execute(async (transaction): Promise<StepResult> => {
    if (!(await lockOrder(transaction, orderId, by))) return { ok: false, reason: 'no-such-order' }
    const order = await findOrderById(transaction, orderId)
    if (!order) return { ok: false, reason: 'no-such-order' }
    const status = nextOrderStatus(order.status, step.event)
    if (status === null) return { ok: false, reason: 'not-possible' }
    const returning = order.lines.filter((line) => line.withdrawnAt !== null && line.releasedAt === null)
    const pieces = returning.map((line) => line.piece)
    switch (step.event) {
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
