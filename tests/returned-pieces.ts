import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { type StaffStep, takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import { declareWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { cancelOrder } from './cancel-order.ts'
import { addRings, orderRequest, placed } from './checkout.ts'

/** Rings with all that a piece on sale needs: a photo and a description besides. */
export async function addCompleteRings(
  db: Database,
  ids: readonly string[],
  options: Parameters<typeof addRings>[2] = {},
) {
  await addRings(db, ids, options)
  await sql`update product set description = '{"de": "Ein Ring.", "en": "A ring."}' where id = any(${ids})`.execute(
    db,
  )
  await db
    .insertInto('photo')
    .values(
      ids.map((product_id) => ({
        product_id,
        id: product_id.padStart(32, '0'),
        position: 0,
        alt: '{"de": "Ring", "en": "Ring"}',
        width: 800,
        height: 1000,
        placeholder: 'data:,',
        bytes: 1,
      })),
    )
    .execute()
}

/** Sells pieces on sale, by a transfer that has arrived. Returns the order. */
export async function sell(db: Database, pieces: string[], totalCents = 120_000 * pieces.length) {
  const order = await placed(db, orderRequest(pieces, totalCents))
  const money = {
    orderId: order.id,
    channel: 'bank-transfer',
    reference: order.number,
    amountCents: totalCents,
  } as const
  await settlePayment(db, money, await readSettings(db))
  return order
}

/** Staff cancel an order that was paid and never sent. */
export async function cancelPaid(db: Database, order: { id: number }) {
  const result = await cancelOrder(db, order.id, await readSettings(db))
  if (!result.ok) throw new Error(result.reason)
}

/** Its buyer withdraws from pieces, which takes effect at once. */
export async function withdraw(db: Database, { token }: { token: string }, pieces: string[]) {
  const declaration = {
    name: 'Clara Beispiel',
    contract: 'meine Bestellung',
    email: 'clara@beispiel.example',
    comment: '',
    submission: crypto.randomUUID(),
    order: token,
    pieces,
  }
  await declareWithdrawal(db, declaration, 'de', await readSettings(db))
}

/** Steps of staff with an order, each of which must be possible. */
export async function take(
  db: Database,
  order: { id: number },
  ...steps: (StaffStep | StaffStep['event'])[]
) {
  const settings = await readSettings(db)
  for (const step of steps) {
    const result = await takeOrderStep(db, order.id, asStep(step), settings)
    if (!result.ok) throw new Error(`${JSON.stringify(step)}: ${result.reason}`)
  }
}

function asStep(step: StaffStep | StaffStep['event']): StaffStep {
  if (typeof step !== 'string')
    return step.event === 'refund' && step.deductions === undefined
      ? { reason: 'Kratzer am Gehäuse', ...step }
      : step
  if (step === 'ship') return { event: step, tracking: { carrier: 'Nord', code: 'WK-1', url: null } }
  return step === 'refund' ? { event: step, deductionCents: 0 } : { event: step }
}
