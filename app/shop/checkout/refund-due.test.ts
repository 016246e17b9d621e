import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { listOrders } from '#app/shop/orders/list-orders.ts'
import { orderShape } from '#app/shop/orders/order-shape.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addBranches } from '#tests/catalogue.ts'
import { addRings, orderRequest, placed } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { addCompleteRings, sell, take, withdraw } from '#tests/returned-pieces.ts'
import { dueRefunds, planRefund } from './refund.ts'
import { withdrawalRefundDue } from './refund-due.ts'
import { settlePayment } from './settle-payment.ts'
import { endOfWithdrawal } from './withdrawal-period.ts'
import { berlin, endOfDay, endOfWorkingDay } from './working-days.ts'

const database = testDatabase()
let next = 47_501

beforeAll(() => addBranches(database.db))

const dueOf = async (id: number) =>
  (await dueRefunds(database.db)).filter(({ orderId }) => orderId === id).map(({ dueAt }) => dueAt)

/** Lets the declarations about an order lie days back. */
async function longAgo(id: number, days: number) {
  await database.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`update withdrawal set received_at = received_at - make_interval(days => ${days}) where order_id = ${id}`.execute(
      transaction,
    )
  })
}

describe('until when money goes back', () => {
  test.each([
    ['14 days after the declaration', '2026-11-10T09:00:00Z', null, '2026-11-24'],
    ['the working day after them', '2026-11-14T09:00:00Z', null, '2026-11-30'],
    [
      'goods that came before that change nothing',
      '2026-11-10T09:00:00Z',
      '2026-11-12T09:00:00Z',
      '2026-11-24',
    ],
    [
      'the day of the goods where that was later',
      '2026-11-10T09:00:00Z',
      '2026-12-02T23:30:00Z',
      '2026-12-03',
    ],
  ])('after a withdrawal: %s', (_, declared, back, day) => {
    const due = withdrawalRefundDue(new Date(declared), back === null ? null : new Date(back))
    expect(due).toEqual(endOfDay(day))
  })

  // Duty: refund-in-time
  test('stands with the refund of a withdrawal, from its declaration on and not from when it was planned', async () => {
    const { db } = database
    const pieces = [String(next++), String(next++)]
    await addCompleteRings(db, pieces)
    const order = await sell(db, pieces)
    await take(db, order, 'prepare', 'ship', 'deliver')
    await withdraw(db, order, pieces.slice(0, 1))
    await longAgo(order.id, 9)
    await take(db, order, 'receive-return', 'inspect', { event: 'refund', deductionCents: 0 })
    const declared = new Date(Date.now() - 9 * 86_400_000)
    expect((await dueOf(order.id)).map((due) => berlin.format(due))).toEqual([
      berlin.format(endOfWithdrawal(declared)),
    ])
    const rows = await listOrders(db, readAsked(orderShape, new URLSearchParams(`q=${order.number}`)))
    expect(rows.rows.map(({ refundDueAt }) => refundDueAt)).toEqual(await dueOf(order.id))
    // What is declared later has days of its own.
    await withdraw(db, order, pieces.slice(1))
    await take(db, order, 'receive-return', 'inspect', { event: 'refund', deductionCents: 0 })
    expect((await dueOf(order.id)).map((due) => berlin.format(due))).toEqual([
      berlin.format(endOfWithdrawal(declared)),
      berlin.format(endOfWithdrawal(new Date())),
    ])
  })

  test('goods that came back late are paid for on the day on which they came', async () => {
    const { db } = database
    const pieces = [String(next++)]
    await addCompleteRings(db, pieces)
    const order = await sell(db, pieces)
    await take(db, order, 'prepare', 'ship', 'deliver')
    await withdraw(db, order, pieces)
    await longAgo(order.id, 30)
    await take(db, order, 'receive-return', 'inspect', { event: 'refund', deductionCents: 0 })
    expect(await dueOf(order.id)).toEqual([endOfDay(berlin.format(new Date()).slice(0, 10))])
  })

  test('what is too much goes back without undue delay', async () => {
    const { db } = database
    const piece = String(next++)
    await addRings(db, [piece])
    const order = await placed(db, orderRequest([piece], 120_000))
    const payment = { orderId: order.id, channel: 'bank-transfer', reference: `T${piece}` } as const
    await settlePayment(db, { ...payment, amountCents: 120_000 }, await readSettings(db))
    await planRefund(db, { orderId: order.id, amountCents: 5_000, reason: 'surplus' })
    expect(await dueOf(order.id)).toEqual([endOfWorkingDay(new Date(), 3)])
  })
})
