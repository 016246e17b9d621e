import type { Settings } from '#app/shop/settings/settings.ts'
import type { ByHandRule } from './close-page.ts'
import type { OrderActor } from './order-actor.ts'
import type { OnlinePayment } from './payment-page.ts'
import { findOrderByNumber } from './staff-orders.ts'
import { answerWithdrawal, openWithdrawals, type WithdrawalAnswer } from './withdrawal.ts'

export type WithdrawalAccepted =
  /** `order`: the number of the order it took effect on. */
  | (Extract<WithdrawalAnswer, { ok: true }> & { order: string })
  | (Extract<WithdrawalAnswer, { ok: false }> & { order: string })
  /** The declaration names no order that we know, and staff have named none. */
  | { ok: false; reason: 'order-missing' }
  | { ok: false; reason: 'no-such-order'; order: string }
  | { ok: false; reason: 'foreign-pieces'; order: string; pieces: string[] }

/**
 * Accepts a declaration of withdrawal for the order it probably means and the pieces it names, unless staff say which
 * `order` (its number) or which `pieces` (none: those of the declaration). An unpaid order's payment page is closed first.
 */
export async function acceptWithdrawal(
  shop: OnlinePayment,
  withdrawal: number,
  said: { order: string | null; pieces: readonly string[] },
  settings: Pick<Settings, 'orders'>,
  { by, rule }: { by: OrderActor; rule: ByHandRule },
): Promise<WithdrawalAccepted> {
  const { db } = shop
  const declared = (await openWithdrawals(db)).find(({ id }) => id === withdrawal)
  const number = said.order ?? declared?.order_number ?? null
  if (number === null && declared) return { ok: false, reason: 'order-missing' }
  const order = number === null ? null : await findOrderByNumber(db, number)
  if (number !== null && !order) return { ok: false, reason: 'no-such-order', order: number }
  const pieces = said.pieces.length > 0 ? said.pieces : (declared?.pieces ?? [])
  const foreign = pieces.filter((piece) => !order?.lines.some((line) => line.piece === piece))
  if (order && foreign.length > 0) {
    return { ok: false, reason: 'foreign-pieces', order: order.number, pieces: foreign }
  }
  const decision = { outcome: 'accepted' as const, order: order?.id ?? 0, pieces }
  const result = await answerWithdrawal(shop, withdrawal, decision, settings, { by, rule })
  return { ...result, order: order?.number ?? '' }
}
