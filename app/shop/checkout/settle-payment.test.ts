import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bool, query } from '#app/platform/database/statement.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { cancelOrder } from '#tests/cancel-order.ts'
import { addRings, backdate, orderRequest, passMinutes, placed, statusOf } from '#tests/checkout.ts'
import { brokenRules } from '#tests/checkout-invariants.ts'
import { testDatabase } from '#tests/database.ts'
import { holdProducts } from './hold.ts'
import { findInvoices } from './invoice.ts'
import { expireOrder, lapsedOrders, remindOfTransfers } from './lapse-unpaid.ts'
import { findOrderById } from './order.ts'
import { dueRefunds, recordRefund } from './refund.ts'
import { settlePayment } from './settle-payment.ts'
import { takeOrderStep } from './staff-order-steps.ts'
import { declareWithdrawal } from './withdrawal.ts'

const database = testDatabase()
const days = 24 * 60
let settings: Settings
let next = 50_001

beforeAll(async () => {
  settings = await readSettings(database.db)
})
afterEach(async () => {
  expect(await brokenRules(database.db)).toEqual([])
})

/** An order of rings of 1,200 euros each, to be paid by transfer. */
async function ordered(rings = 1) {
  const pieces = Array.from({ length: rings }, () => String(next++))
  await addRings(database.db, pieces)
  const request = orderRequest(pieces, rings * 120_000)
  return { ...(await placed(database.db, request)), pieces, piece: pieces[0] as string }
}

const pay = (orderId: number, amountCents: number, reference: string = crypto.randomUUID()) =>
  settlePayment(database.db, { orderId, channel: 'bank-transfer', reference, amountCents }, settings)
const mailsOf = async (orderId: number) => {
  const rows = await database.db
    .selectFrom('mail_outbox')
    .select('kind')
    .where('reason', 'like', `order:${orderId}:%`)
    .orderBy('id')
    .execute()
  return rows
    .map(({ kind }) => kind)
    .filter((kind) => !['acknowledgement', 'staff-order', 'confirmation'].includes(kind))
}
const invoicesOf = async (orderId: number) =>
  (await findInvoices(database.db, orderId)).map(({ kind }) => kind)
const step = (orderId: number, given: Parameters<typeof takeOrderStep>[2]) =>
  takeOrderStep(database.db, orderId, given, settings)

describe('money', () => {
  test('makes an order paid and its pieces sold, once, however often it is told', async () => {
    const { id, pieces } = await ordered(2)
    const results = await Promise.all(Array.from({ length: 10 }, () => pay(id, 240_000, `same-${id}`)))
    expect(results.map((result) => result.ok && result.outcome).sort()).toEqual([
      ...Array(9).fill('known'),
      'paid',
    ])
    for (const piece of pieces) expect(await statusOf(database.db, piece)).toBe('sold')
    expect(await mailsOf(id)).toEqual(['payment-received'])
    expect(await pay(9_999_999, 1)).toEqual({ ok: false, reason: 'no-such-order' })
  })

  test('in parts waits for the rest; what is too much goes back', async () => {
    const { id } = await ordered()
    expect(await pay(id, 100_000)).toMatchObject({ outcome: 'part', status: 'awaiting_payment' })
    expect(await pay(id, 30_000)).toMatchObject({ outcome: 'paid' })
    expect(await dueRefunds(database.db)).toMatchObject([
      { orderId: id, amountCents: 10_000, reason: 'surplus' },
    ])
    expect(await mailsOf(id)).toEqual([
      'payment-part',
      'payment-received',
      'surplus-refunded',
      'staff-surplus',
    ])
    // The same bill paid a second time.
    expect(await pay(id, 120_000)).toMatchObject({ outcome: 'sent-back', status: 'paid' })
    const due = (await dueRefunds(database.db)).filter(({ orderId }) => orderId === id)
    expect(due.map(({ amountCents }) => amountCents)).toEqual([10_000, 120_000])
    for (const { id: refund } of due) {
      expect(await recordRefund(database.db, { refund, reference: 'Überweisung' })).toMatchObject({
        ok: true,
        repeated: false,
      })
      expect(await recordRefund(database.db, { refund, reference: 'noch einmal' })).toMatchObject({
        ok: true,
        repeated: true,
      })
    }
    expect(await findOrderById(database.db, id)).toMatchObject({
      receivedCents: 250_000,
      refundedCents: 130_000,
    })
    expect(await recordRefund(database.db, { refund: 9_999_999, reference: 'x' })).toMatchObject({
      ok: false,
    })
  })

  test('that comes after an order lapsed brings it back when its pieces are free', async () => {
    const { id, piece } = await ordered()
    await passMinutes(database.db, 20 * days)
    expect(await lapsedOrders(database.db)).toContain(id)
    expect(await expireOrder(database.db, id, settings)).toBe(true)
    expect(await expireOrder(database.db, id, settings)).toBe(false)
    expect(await statusOf(database.db, piece)).toBe('listed')
    expect(await invoicesOf(id)).toEqual(['invoice', 'cancellation'])
    expect(await pay(id, 120_000)).toMatchObject({ outcome: 'revived', status: 'paid' })
    expect(await statusOf(database.db, piece)).toBe('sold')
    expect(await invoicesOf(id)).toEqual(['invoice', 'cancellation', 'invoice'])
  })

  // Duty: partial-withdrawal
  test('sent a second time after a piece went back is sent back whole', async () => {
    const { id, token, pieces } = await ordered(2)
    await pay(id, 240_000)
    const declaration = {
      name: 'Clara Beispiel',
      contract: 'RG',
      email: 'clara@beispiel.example',
      comment: '',
      submission: crypto.randomUUID(),
      pieces: [pieces[0] as string],
      order: token,
    }
    await declareWithdrawal(database.db, declaration, 'de', settings)
    await step(id, { event: 'waive-return' })
    await step(id, { event: 'refund', deductionCents: 0 })
    await pay(id, 120_000)
    const due = (await dueRefunds(database.db)).filter(({ orderId }) => orderId === id)
    expect(due.map(({ reason, amountCents }) => [reason, amountCents])).toEqual([
      ['withdrawal', 120_000],
      ['surplus', 120_000],
    ])
  })

  test('for a piece that another buyer has by now goes back by itself, and both sides are told', async () => {
    const { id, piece } = await ordered()
    await passMinutes(database.db, 20 * days)
    await expireOrder(database.db, id, settings)
    const other = { holder: 'the-other-buyer', client: null }
    expect((await holdProducts(database.db, { pieces: [piece], ...other })).ok).toBe(true)
    expect(await pay(id, 120_000)).toMatchObject({ outcome: 'sent-back', status: 'conflict_refunded' })
    expect(await mailsOf(id)).toEqual(['order-expired', 'conflict-refunded', 'staff-conflict'])
    expect((await dueRefunds(database.db)).filter(({ orderId }) => orderId === id)).toMatchObject([
      { amountCents: 120_000, reason: 'conflict' },
    ])
    expect(await pay(id, 500)).toMatchObject({ outcome: 'sent-back', status: 'conflict_refunded' })
    expect((await holdProducts(database.db, { pieces: [piece], ...other })).ok).toBe(true)
  })

  test('in part is sent back when the order lapses, and when it is cancelled', async () => {
    const lapsing = await ordered()
    await pay(lapsing.id, 50_000)
    await passMinutes(database.db, 20 * days)
    await expireOrder(database.db, lapsing.id, settings)
    const leaving = await ordered()
    await pay(leaving.id, 50_000)
    expect(await cancelOrder(database.db, leaving.id, settings)).toEqual({ ok: true })
    expect(await statusOf(database.db, leaving.piece)).toBe('listed')
    expect(await pay(leaving.id, 70_000)).toMatchObject({ outcome: 'sent-back', status: 'conflict_refunded' })
    const due = await dueRefunds(database.db)
    const sums = [lapsing, leaving].map(({ id }) =>
      due.filter(({ orderId }) => orderId === id).reduce((sum, refund) => sum + refund.amountCents, 0),
    )
    expect(sums).toEqual([50_000, 120_000])
  })

  test('for a cancelled order that was paid goes back, and its sold piece to intake', async () => {
    const { id, piece } = await ordered()
    await pay(id, 120_000)
    await step(id, { event: 'prepare' })
    expect(await cancelOrder(database.db, id, settings)).toEqual({ ok: true })
    expect(await statusOf(database.db, piece)).toBe('intake')
    expect(await invoicesOf(id)).toEqual(['invoice', 'cancellation'])
    expect(await cancelOrder(database.db, id, settings)).toEqual({ ok: false, reason: 'not-possible' })
  })

  test('that is due is asked for once more before the order lapses', async () => {
    const { id } = await ordered()
    expect(await remindOfTransfers(database.db, settings)).toBe(0)
    await passMinutes(database.db, 7 * days)
    expect(await remindOfTransfers(database.db, settings)).toBeGreaterThan(0)
    expect(await remindOfTransfers(database.db, settings)).toBe(0)
    expect(await mailsOf(id)).toEqual(['payment-reminder'])
  })
})

describe('after the money', () => {
  test('an order goes its way only as the table says', async () => {
    const { id } = await ordered()
    expect(await step(id, { event: 'prepare' })).toEqual({ ok: false, reason: 'not-possible' })
    await pay(id, 120_000)
    expect(await step(id, { event: 'prepare' })).toEqual({ ok: true, status: 'preparing' })
    const tracking = { carrier: 'Wertkurier', code: 'WK-1', url: null }
    expect(await step(id, { event: 'ship', tracking })).toEqual({ ok: true, status: 'shipped' })
    expect(await findOrderById(database.db, id)).toMatchObject({ tracking })
    expect(await step(id, { event: 'deliver' })).toEqual({ ok: true, status: 'delivered' })
    expect(await step(id, { event: 'complete' })).toMatchObject({ ok: false, reason: 'still-withdrawable' })
    await backdate(database.db, id, 20)
    expect(await step(id, { event: 'complete' })).toEqual({ ok: true, status: 'completed' })
    expect(await step(9_999_999, { event: 'deliver' })).toEqual({ ok: false, reason: 'no-such-order' })
    expect(await mailsOf(id)).toEqual(['payment-received', 'order-shipped'])
  })

  // Duty: partial-withdrawal
  test('a single piece is withdrawn from, comes back, and its price is sent back', async () => {
    const { db } = database
    const { id, token, pieces } = await ordered(2)
    await pay(id, 240_000)
    await step(id, { event: 'hand-over' })
    const declaration = {
      name: 'Clara Beispiel',
      contract: 'RG',
      email: 'clara@beispiel.example',
      comment: '',
      submission: crypto.randomUUID(),
      pieces: [pieces[1] as string],
      order: token,
    }
    await declareWithdrawal(db, declaration, 'de', settings)
    expect((await findOrderById(db, id))?.status).toBe('withdrawal_requested')
    await step(id, { event: 'receive-return' })
    expect(await statusOf(db, pieces[1] as string)).toBe('returned')
    await step(id, { event: 'inspect' })
    expect(await statusOf(db, pieces[1] as string)).toBe('intake')
    expect(await statusOf(db, pieces[0] as string)).toBe('sold')
    expect(await step(id, { event: 'refund', deductionCents: 120_001, reason: 'Kratzer' })).toEqual({
      ok: false,
      reason: 'deduction-too-high',
    })
    expect(await step(id, { event: 'refund', deductionCents: 0 })).toEqual({ ok: true, status: 'refunded' })
    expect((await dueRefunds(db)).filter(({ orderId }) => orderId === id)).toMatchObject([
      { amountCents: 120_000, reason: 'withdrawal' },
    ])
    const invoices = await findInvoices(db, id)
    expect(invoices[1]).toMatchObject({
      kind: 'cancellation',
      cancels: invoices[0]?.number,
      content: { totalCents: 120_000 },
    })
    // The other piece may still be withdrawn from.
    await declareWithdrawal(
      db,
      { ...declaration, submission: crypto.randomUUID(), pieces: [] },
      'de',
      settings,
    )
    await step(id, { event: 'waive-return' })
    expect(await step(id, { event: 'refund', deductionCents: 20_000, reason: 'Kratzer' })).toMatchObject({
      ok: true,
    })
    const sum = (await dueRefunds(db))
      .filter(({ orderId }) => orderId === id)
      .reduce((all, { amountCents }) => all + amountCents, 0)
    expect(sum).toBe(220_000)
    const rows = await query(db, { released: bool })`
      select released_at is not null as released from order_line where order_id = ${id}`
    expect(rows).toEqual([{ released: true }, { released: true }])
  })
})
