import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { int8, query } from '#app/platform/database/statement.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { findOrderById } from './order.ts'
import { actorRow, byShop, type OrderActor } from './order-actor.ts'
import { orderHistory, receivedAt } from './order-history.ts'
import { mailToBuyer } from './order-mails.ts'
import { lockOrder, takePiecesBack } from './order-pieces.ts'
import { nextOrderStatus, type OrderStatus } from './order-status.ts'
import { type Deducted, refundWithdrawn } from './refund-withdrawn.ts'
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
  /**
   * `deductionCents`: loss of value that the buyer answers for (§ 357a BGB), with the reason that they read; `deductions`
   * instead of it: of each piece its own.
   */
  | ({ event: 'refund' } & Deducted)

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
        const refused = await refundWithdrawn(transaction, order, step, settings, by)
        if (refused) return { ok: false, reason: refused }
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
