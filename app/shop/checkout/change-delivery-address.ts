import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { findOrderById } from './order.ts'
import { actorRow, byShop, type OrderActor } from './order-actor.ts'
import { mailToBuyer } from './order-mails.ts'
import { lockOrder } from './order-pieces.ts'
import type { OrderStatus } from './order-status.ts'
import { addressLines } from './postal-address.ts'
import { taxPlaceOf } from './tax-place.ts'
import type { Delivery, PostalAddress } from './types.ts'

export type AddressChanged =
  | { ok: true; repeated: boolean }
  /** `other-tax`: it is taxed otherwise there, or sent at another price; the order would be another one. */
  | { ok: false; reason: 'no-such-order' | 'is-collected' | 'not-possible' | 'other-tax' }

const beforeItLeaves: readonly OrderStatus[] = ['awaiting_payment', 'paid', 'preparing']

/** Whether an order can still be sent to another address. */
export function takesAddress({
  status,
  delivery,
}: {
  status: OrderStatus
  delivery: Pick<Delivery, 'kind'>
}) {
  return delivery.kind === 'courier' && beforeItLeaves.includes(status)
}

/**
 * The buyer has told staff another address to send an order to, which has not left yet. Its country stays, and how it is
 * taxed there: both are in the price and on the invoice. The buyer is told by mail, for it may not have been they who asked.
 */
export async function changeDeliveryAddress(
  db: Database,
  orderId: number,
  after: PostalAddress,
  by: OrderActor = byShop,
): Promise<AddressChanged> {
  return together(db, async (transaction): Promise<AddressChanged> => {
    const now = await lockOrder(transaction, orderId, by)
    const order = now && (await findOrderById(transaction, orderId))
    if (!order) return { ok: false, reason: 'no-such-order' }
    if (order.delivery.kind === 'collection') return { ok: false, reason: 'is-collected' }
    if (!takesAddress(order)) return { ok: false, reason: 'not-possible' }
    const before = order.delivery.address
    if (after.country !== before.country || taxKey(after) !== taxKey(before))
      return { ok: false, reason: 'other-tax' }
    const parts = Object.keys(before) as (keyof PostalAddress)[]
    if (parts.every((part) => before[part] === after[part])) return { ok: true, repeated: true }
    const delivery: Delivery = { kind: 'courier', address: after }
    await sql`update shop_order set delivery = ${JSON.stringify(delivery)}::jsonb where id = ${orderId}`.execute(
      transaction,
    )
    const { id } = await transaction
      .insertInto('order_entry')
      .values({
        order_id: orderId,
        kind: 'address',
        detail: JSON.stringify({ before, after }),
        ...actorRow(by),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueueMails(transaction, [
      mailToBuyer(order, 'address-changed', {
        about: id,
        address: addressLines(after, order.locale).join(', '),
      }),
    ])
    return { ok: true, repeated: false }
  })
}

/** The same for two places where the same VAT is due. */
function taxKey(address: PostalAddress): string {
  const { area, country, rateOf } = taxPlaceOf(address)
  return `${area} ${country} ${rateOf}`
}
