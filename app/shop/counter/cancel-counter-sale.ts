import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { cancelWithin, isCancellable } from '#app/shop/checkout/end-order.ts'
import { cancelInvoice, invoiceContent, taxedPart } from '#app/shop/checkout/invoice.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { actorRow, type OrderActor, staffNamed } from '#app/shop/checkout/order-actor.ts'
import { mailToBuyer } from '#app/shop/checkout/order-mails.ts'
import { lockOrder, takePiecesBack } from '#app/shop/checkout/order-pieces.ts'
import { planRefund } from '#app/shop/checkout/refund.ts'
import { taxSums } from '#app/shop/checkout/tax-basket.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { readReason } from '#app/shop/reason.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

export type CounterCancelled =
  | { ok: true }
  | { ok: false; reason: 'no-such-order' | 'not-possible' | 'reason-missing' }

type TakeBackSettings = Pick<Settings, 'orders' | 'company'>

/**
 * Takes a sale over the counter back, or some of its pieces: its invoice is cancelled by a document of its own, as far as
 * it goes, the pieces come back to be looked at (*intake*), and their money is due to go back the way it came. The buyer
 * reads the reason where they are written to. Of what is left the sale stands; with its last piece it is over.
 */
export async function cancelCounterSale(
  db: Database,
  orderId: number,
  said: string,
  {
    by,
    settings,
    pieces,
  }: {
    by: string
    settings: TakeBackSettings
    /** Those that come back, where not all of them do. */
    pieces?: readonly string[] | undefined
  },
): Promise<CounterCancelled> {
  const reason = readReason(said)
  if (reason === null) return { ok: false, reason: 'reason-missing' }
  const actor = staffNamed(by)
  return together(db, async (transaction) => {
    await lockOrder(transaction, orderId, actor)
    const order = await findOrderById(transaction, orderId)
    if (order?.saleChannel !== 'branch') return { ok: false, reason: 'no-such-order' }
    const sold = order.lines.filter(({ releasedAt }) => releasedAt === null)
    const back = pieces ? sold.filter(({ piece }) => pieces.includes(piece)) : sold
    const asked = pieces ? new Set(pieces).size : sold.length
    if (!isCancellable(order) || back.length !== asked || back.length === 0)
      return { ok: false, reason: 'not-possible' }
    if (back.length === sold.length) return cancelWithin(transaction, orderId, settings, actor, reason)
    await takeBack(transaction, order, back, { reason, actor, settings })
    return { ok: true }
  })
}

async function takeBack(
  db: Database,
  order: OrderView,
  lines: OrderView['lines'],
  { reason, actor, settings }: { reason: string; actor: OrderActor; settings: TakeBackSettings },
): Promise<void> {
  const pieces = lines.map(({ piece }) => piece)
  const amountCents = lines.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const taxes = taxSums(lines.map(taxedPart))
  await takePiecesBack(db, order.id, { pieces, as: 'intake' })
  await sql`
    update order_line set refunded_cents = price_cents where order_id = ${order.id} and product_id = any(${pieces})
  `.execute(db)
  await cancelInvoice(db, order.id, {
    prefix: settings.orders.invoicePrefix,
    part: {
      lines: invoiceContent({ ...order, lines }, settings.company).lines,
      shippingCents: 0,
      totalCents: amountCents,
      vatCents: taxes.reduce((sum, tax) => sum + tax.vatCents, 0),
      taxes,
    },
  })
  const plannedCents = await planRefund(db, { orderId: order.id, amountCents, reason: 'taken-back' })
  await db
    .insertInto('order_entry')
    .values({
      ...{ order_id: order.id, kind: 'taken-back', reason, ...actorRow(actor) },
      detail: JSON.stringify({ cents: amountCents, pieces }),
    })
    .execute()
  const told = {
    ...{ about: pieces.join('+'), amountCents: plannedCents, deductionCents: 0, reason },
    cause: 'taken' as const,
  }
  // No money is promised that has not arrived: once it does, it is planned and told (`settlePayment`).
  if (plannedCents > 0) await enqueueMails(db, [mailToBuyer(order, 'refund-planned', told)])
}
