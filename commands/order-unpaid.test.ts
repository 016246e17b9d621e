import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { testDatabase } from '#tests/database.ts'
import { openPaymentShop } from '#tests/payment-shop.ts'
import { typed } from '#tests/run-typed-command.ts'
import { order as orderCommand } from './order.ts'

const database = testDatabase()
let till: Awaited<ReturnType<typeof openPaymentShop>>

beforeAll(async () => {
  till = await openPaymentShop(database.db, { firstPiece: 64_001 })
})
afterAll(() => till.stripe.stop())

/** What staff read; without a provider it cannot be asked. */
async function cancel(number: string, words: string[] = [], { asked = true } = {}) {
  const { secretKey, webhookSecret, apiBase } = till.stripe
  const provider = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: apiBase,
  }
  const env = {
    DATABASE_URL: database.connectionString,
    SITE_URL: 'http://shop.test',
    ...(asked && provider),
  }
  const given = ['cancel', number, '--reason', 'Doch verkauft', '--by', 'Berta Kasse', ...words]
  const { code, out, err } = await typed(orderCommand, given, env)
  return code === 0 ? out : err
}

const statusOfOrder = async (id: number) => (await findOrderById(database.db, id))?.status

test('staff cancel an order that may be paid online once its page is closed', async () => {
  const order = await till.started()
  expect(await cancel(order.number)).toMatch(/^✗ .*Its payment page is closed first\. Nothing was changed/)
  expect(till.stripe.sessions.get(order.session)?.status).toBe('open')
  expect(await cancel(order.number, ['--confirm'])).toContain('cancelled')
  expect(till.stripe.sessions.get(order.session)?.status).toBe('expired')
  expect(await till.stripe.pay(order.session)).toBe(false)
  expect(await statusOfOrder(order.id)).toBe('cancelled')
})

test('what the buyer has paid meanwhile is not cancelled, and counts', async () => {
  const order = await till.started()
  await till.stripe.pay(order.session)
  expect(await cancel(order.number)).toContain('The buyer has paid, or the money is on its way')
  expect(await cancel(order.number, ['--confirm'])).toMatch(/^✗ .*has paid.*Nothing was cancelled/)
  expect(await statusOfOrder(order.id)).toBe('paid')
})

test('where the provider cannot be asked that is said, and it needs the second word', async () => {
  const order = await till.started()
  expect(await cancel(order.number, [], { asked: false })).toMatch(/^✗ .*provider cannot be asked.*--confirm/)
  expect(await statusOfOrder(order.id)).toBe('awaiting_payment')
  expect(await cancel(order.number, ['--confirm'], { asked: false })).toContain('could not be asked')
  expect(await statusOfOrder(order.id)).toBe('cancelled')
  // Nobody was sent to a page of this one.
  const never = await till.ordered()
  expect(await cancel(never.number, [], { asked: false })).not.toContain('provider')
  expect(await cancel(never.number, ['--confirm'], { asked: false })).not.toContain('could not')
  expect(await statusOfOrder(never.id)).toBe('cancelled')
})
