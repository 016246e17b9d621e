import type { App } from '#app/app-context.ts'
import { formatDate } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { findOrder } from '#app/shop/checkout/order.ts'
import { orderHistory, receivedAt } from '#app/shop/checkout/order-history.ts'
import { isLive } from '#app/shop/checkout/order-status.ts'
import { pieceName } from '#app/shop/checkout/piece-name.ts'
import { endOfWithdrawal } from '#app/shop/checkout/withdrawal-period.ts'

/** The order a withdrawal is declared on, by its token. */
export type ConcernedOrder = NonNullable<Awaited<ReturnType<typeof concernedOrder>>>

export async function concernedOrder({ db, now }: App, token: string | null, locale: Locale) {
  const order = token === null ? null : await findOrder(db, token)
  if (!order) return null
  const received = receivedAt(await orderHistory(db, order.id))
  const end = received && endOfWithdrawal(received)
  return {
    token: order.token,
    number: order.number,
    name: order.invoiceAddress.name,
    email: order.contact.email,
    isCancelled: order.status === 'cancelled',
    pieces: order.lines.map((line) => ({
      id: line.piece,
      name: pieceName(line, locale),
      /** Can still be withdrawn from. */
      isOpen:
        order.saleChannel === 'online' &&
        isLive(order.status) &&
        line.withdrawnAt === null &&
        line.releasedAt === null,
    })),
    /** When the period ended, if it has. */
    lateSince: end && end < now() ? formatDate(end, locale) : null,
  }
}
