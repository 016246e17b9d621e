import { sql } from 'kysely'
import type { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { findOrderById } from './order.ts'
import { actorRow, byShop, type OrderActor } from './order-actor.ts'
import { mailToBuyer } from './order-mails.ts'
import { lockOrder } from './order-pieces.ts'
import type { tracking } from './stored-json.ts'

export type Tracking = z.infer<typeof tracking>

/** A carrier and its number as staff type them, on one line of at most 60 characters each; `null` when they are not. */
export function readTracking({ carrier, code, url }: Tracking): Tracking | null {
  const [name, number] = [cleanLine(carrier), cleanLine(code)]
  if (name === '' || number === '' || name.length > 60 || number.length > 60) return null
  if (url !== null && !(/^https:\/\/[^\s]+$/.test(url) && url.length <= 500 && URL.canParse(url))) return null
  return { carrier: name, code: number, url }
}

export type TrackingChanged =
  | { ok: true; repeated: boolean }
  | { ok: false; reason: 'no-such-order' | 'not-shipped' }

/** Staff say that a shipped order travels under another number, or with another carrier; its buyer is told. */
export async function changeTracking(
  db: Database,
  orderId: number,
  after: Tracking,
  by: OrderActor = byShop,
): Promise<TrackingChanged> {
  return together(db, async (transaction): Promise<TrackingChanged> => {
    const now = await lockOrder(transaction, orderId, by)
    const order = now && (await findOrderById(transaction, orderId))
    if (!order) return { ok: false, reason: 'no-such-order' }
    const before = order.tracking
    if (before === null || (order.status !== 'shipped' && order.status !== 'delivered')) {
      return { ok: false, reason: 'not-shipped' }
    }
    const isSame = before.carrier === after.carrier && before.code === after.code && before.url === after.url
    if (isSame) return { ok: true, repeated: true }
    await sql`update shop_order set tracking = ${JSON.stringify(after)}::jsonb where id = ${orderId}`.execute(
      transaction,
    )
    const { id } = await transaction
      .insertInto('order_entry')
      .values({
        order_id: orderId,
        kind: 'tracking',
        detail: JSON.stringify({ before, after }),
        ...actorRow(by),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueueMails(transaction, [mailToBuyer(order, 'tracking-changed', { about: id, ...after })])
    return { ok: true, repeated: false }
  })
}
