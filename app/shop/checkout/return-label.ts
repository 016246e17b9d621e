import type { z } from 'zod'
import { type Database, together } from '#app/platform/database/database.ts'
import { keepLabelFile, type LabelFile } from '#app/shop/label-file.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { type labelSchema, type ParcelLabel, parcelLabel, readLabel } from '#app/shop/parcel-label.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { findOrderById } from './order.ts'
import { actorRow, type OrderActor } from './order-actor.ts'
import { mailToBuyer } from './order-mails.ts'
import { lockOrder } from './order-pieces.ts'

export type ReturnLabelSent =
  | { ok: true; again: boolean }
  | { ok: false; reason: 'no-such-order' | 'not-possible' | 'label-missing' }
  /** What comes back cost more than such a parcel is insured for. */
  | { ok: false; reason: 'worth-more'; worthCents: number; limitCents: number }

/**
 * Staff send the buyer of withdrawn pieces the label of the parcel back to us. There is one to print, and the pieces cost
 * no more than such a parcel is insured for. Sent again while the return is awaited, it replaces the former.
 */
export async function sendReturnLabel(
  db: Database,
  orderId: number,
  { label, file }: { label: Omit<z.input<typeof labelSchema>, 'declaredCents'>; file: LabelFile | null },
  settings: Pick<Settings, 'buying'>,
  by: OrderActor,
): Promise<ReturnLabelSent> {
  return together(db, async (transaction): Promise<ReturnLabelSent> => {
    const order = (await lockOrder(transaction, orderId, by)) && (await findOrderById(transaction, orderId))
    if (!order) return { ok: false, reason: 'no-such-order' }
    if (order.status !== 'withdrawal_requested') return { ok: false, reason: 'not-possible' }
    const worthCents = order.lines
      .filter(({ withdrawnAt, releasedAt }) => withdrawnAt !== null && releasedAt === null)
      .reduce((sum, { priceCents }) => sum + priceCents, 0)
    const read = readLabel({ ...label, declaredCents: worthCents }, file, settings)
    if (!read.ok) {
      return read.reason === 'above-limit'
        ? { ok: false, reason: 'worth-more', worthCents, limitCents: read.limitCents }
        : { ok: false, reason: read.reason }
    }
    const again = (await returnLabelOf(transaction, orderId)) !== null
    await keepLabelFile(transaction, { order: orderId }, file)
    const { id } = await transaction
      .insertInto('order_entry')
      .values({
        order_id: orderId,
        kind: 'return-label',
        detail: JSON.stringify(read.label),
        ...actorRow(by),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueueMails(transaction, [mailToBuyer(order, 'return-label', { about: id })])
    return { ok: true, again }
  })
}

/** The label of an order's return that was sent last, null when none was. */
export async function returnLabelOf(db: Database, orderId: number): Promise<ParcelLabel | null> {
  const row = await db
    .selectFrom('order_entry')
    .select('detail')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'return-label')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? parcelLabel.parse(row.detail) : null
}
