import { describe, expect, test } from 'vitest'
import { recordSales } from '#app/shop/buying/ledger.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { recordRefund, refundsOf } from '#app/shop/checkout/refund.ts'
import { declareWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { orderRequest, placed, statusOf } from '#tests/checkout.ts'
import { by, counterSales } from '#tests/counter-sales.ts'
import { cancelCounterSale } from './cancel-counter-sale.ts'

const { database, settings, ring, input, sold } = counterSales()
const anna = { holder: 'anna-anna-anna-anna-anna', client: null }

describe('a sale that is taken back', () => {
  // Duty: gapless-numbers
  test('is cancelled by a document, its piece comes back, its money goes back the way it came', async () => {
    const { db } = database
    const order = await sold(input([ring[0]], { means: 'cash' }))
    const cancel = (reason: string) => cancelCounterSale(db, order.id, reason, { by, settings })
    expect(await cancel(' ')).toEqual({ ok: false, reason: 'reason-missing' })
    expect(await cancel('Ring zu klein')).toEqual({ ok: true })
    expect(await cancel('Ring zu klein')).toEqual({ ok: false, reason: 'not-possible' })
    expect(await statusOf(db, ring[0])).toBe('intake')
    const invoices = await findInvoices(db, order.id)
    expect(invoices.map(({ kind, cancels }) => [kind, cancels])).toEqual([
      ['invoice', null],
      ['cancellation', order.invoiceNumber],
    ])
    const [refund] = await refundsOf(db, order.id)
    expect(refund).toMatchObject({ channel: 'cash', amountCents: 120_000, doneAt: null })
    await recordRefund(db, { refund: refund?.id ?? 0, reference: 'Storno 12' })
    expect(await findOrderById(db, order.id)).toMatchObject({ status: 'cancelled', refundedCents: 120_000 })
    await recordSales(db)
    const exits = await db
      .selectFrom('ledger_exit')
      .select(['kind', 'proceeds_cents'])
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute()
    expect(exits.reduce((sum, { proceeds_cents }) => sum + proceeds_cents, 0)).toBe(0)
  })

  test('is never an order from the pages of the shop', async () => {
    const { db } = database
    const order = await placed(db, orderRequest([ring[0]], 120_000), anna)
    expect(await cancelCounterSale(db, order.id, 'Ein Grund', { by, settings })).toMatchObject({
      reason: 'no-such-order',
    })
  })
})

test('nobody withdraws from what they bought in the shop; the declaration is kept', async () => {
  const { db } = database
  const order = await sold(input([ring[0]], { email: 'clara@beispiel.example' }))
  const declaration = {
    name: 'Clara Beispiel',
    contract: order.number,
    email: 'clara@beispiel.example',
    comment: '',
    submission: crypto.randomUUID(),
    pieces: [],
    order: order.token,
  }
  const { number } = await declareWithdrawal(db, declaration, 'de', settings)
  expect(number).toBeGreaterThan(0)
  expect(await findOrderById(db, order.id)).toMatchObject({ status: 'completed' })
  expect(await statusOf(db, ring[0])).toBe('sold')
})
