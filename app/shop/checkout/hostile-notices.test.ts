import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reconcilePayments } from '#app/shop/checkout/payment-page.ts'
import { brokenRules } from '#tests/checkout-invariants.ts'
import { testDatabase } from '#tests/database.ts'
import { openPaymentShop } from '#tests/payment-shop.ts'
import { findOrderById } from './order.ts'

const database = testDatabase()
let till: Awaited<ReturnType<typeof openPaymentShop>>

beforeAll(async () => {
  till = await openPaymentShop(database.db, { firstPiece: 57_001 })
})
afterAll(async () => {
  expect(await brokenRules(database.db)).toEqual([])
  await till.stripe.stop()
})

const view = (id: number) => findOrderById(database.db, id)
const unpaid = { status: 'awaiting_payment', receivedCents: 0 }

describe('a signed notice that says what cannot be', () => {
  const amounts = [
    0,
    -1,
    -124_900,
    124_900.5,
    1e20,
    2_147_483_648,
    9_007_199_254_740_991,
    '124900',
    null,
    [124_900],
    {},
    true,
    // A page of ours asks for no more than its order costs.
    124_901,
    12_490_000,
  ]

  test('is refused whatever its amount is, and nothing follows from it', async () => {
    const order = await till.started()
    await till.stripe.pay(order.session)
    const session = till.stripe.sessions.get(order.session)
    for (const amount_total of amounts) {
      const status = await till.tell({
        type: 'checkout.session.completed',
        data: { object: { ...session, amount_total } },
      })
      expect(status, JSON.stringify(amount_total)).toBe(422)
    }
    expect(await view(order.id)).toMatchObject(unpaid)
    expect(await till.tell({ type: 'checkout.session.completed', data: { object: session } })).toBe(200)
    expect((await view(order.id))?.status).toBe('paid')
  })

  test('of a refund is refused just the same', async () => {
    const refund = (amount: unknown) => ({
      type: 'refund.updated',
      data: {
        object: {
          id: 're_1',
          status: 'succeeded',
          amount,
          payment_intent: 'pi_1',
          metadata: { refund: '1' },
        },
      },
    })
    for (const amount of [0, -500, 1e20, 2_147_483_648, 1.5, '500', null])
      expect(await till.tell(refund(amount)), JSON.stringify(amount)).toBe(422)
    expect(await till.tell(refund(500))).toBe(200)
  })

  test('fails nowhere, whatever stands in its fields', async () => {
    const order = await till.started()
    await till.stripe.pay(order.session)
    const session = { ...till.stripe.sessions.get(order.session) }
    const strange: unknown[] = [
      '\u0000',
      'x'.repeat(5000),
      '1e3',
      '-5',
      '99999999999999999999',
      {},
      [],
      7,
      '',
      null,
    ]
    for (const value of strange) {
      for (const change of [
        { id: value },
        { payment_intent: value === null ? 5 : value },
        { id: 'cs_other', metadata: { order: value, number: value } },
        { id: 'cs_other', metadata: value },
        { currency: value },
        { payment_status: value },
        { status: value, payment_status: 'unpaid', id: 'cs_other' },
      ]) {
        const status = await till.tell({
          type: 'checkout.session.completed',
          data: { object: { ...session, ...change } },
        })
        expect(status, JSON.stringify(change).slice(0, 80)).toBeLessThan(500)
      }
      const refund = {
        id: value,
        status: 'succeeded',
        amount: 5,
        metadata: { refund: value },
        payment_intent: value,
      }
      expect(await till.tell({ type: 'refund.created', data: { object: refund } })).toBeLessThan(500)
      expect(await till.tell({ type: value, data: value })).toBeLessThan(500)
    }
    expect(await view(order.id)).not.toBeNull()
  })
})

describe('asking the provider', () => {
  test.each([
    ['another currency', { currency: 'usd' }],
    ['no currency', { currency: null as never }],
    ['nothing', { amount_total: 0 }],
    ['less than nothing', { amount_total: -124_900 }],
    ['more than the database holds', { amount_total: 1e20 }],
    ['more than the order costs', { amount_total: 124_901 }],
  ])('a page that says %s was paid makes no order paid, and keeps no other one waiting', async (_, said) => {
    const [odd, even] = [await till.started(), await till.started()]
    await till.stripe.pay(odd.session)
    await till.stripe.pay(even.session)
    Object.assign(till.stripe.sessions.get(odd.session) ?? {}, said)
    await till.waitSeconds(48)
    await reconcilePayments(till.shop)
    expect(await view(odd.id)).toMatchObject(unpaid)
    expect((await view(even.id))?.status).toBe('paid')
  })

  test('finds what no notice told within a minute, however long the page is open', async () => {
    const order = await till.started()
    for (let look = 0; look < 65; look++) {
      await till.waitSeconds(48)
      expect(await reconcilePayments(till.shop), `look ${look}`).toBeGreaterThan(0)
    }
    await till.stripe.pay(order.session, { delayed: true })
    await till.waitSeconds(48)
    await reconcilePayments(till.shop)
    expect((await view(order.id))?.status).toBe('awaiting_payment')
    // Money that took days is there: nobody told of it.
    await till.stripe.finish(order.session, true)
    await till.waitSeconds(48)
    await reconcilePayments(till.shop)
    expect((await view(order.id))?.status).toBe('paid')
  })
})
