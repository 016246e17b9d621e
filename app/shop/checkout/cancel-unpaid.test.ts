import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { statusOf } from '#tests/checkout.ts'
import { brokenRules } from '#tests/checkout-invariants.ts'
import { testDatabase } from '#tests/database.ts'
import { openPaymentShop } from '#tests/payment-shop.ts'
import { cancelByStaff, cancelUnpaid } from './cancel-unpaid.ts'
import { findOrderById } from './order.ts'
import { staffNamed } from './order-actor.ts'
import { type OnlinePayment, reconcilePayments, startPayment } from './payment-page.ts'
import { declareWithdrawal } from './withdrawal.ts'

const database = testDatabase()
let till: Awaited<ReturnType<typeof openPaymentShop>>
let settings: Settings

beforeAll(async () => {
  till = await openPaymentShop(database.db, { firstPiece: 58_001 })
  settings = await readSettings(database.db)
})
afterAll(async () => {
  expect(await brokenRules(database.db)).toEqual([])
  await till.stripe.stop()
})

const statusOfOrder = async (id: number) => (await findOrderById(database.db, id))?.status
const cancel = (order: { id: number }, shop: OnlinePayment = till.shop) =>
  cancelUnpaid(shop, order.id, settings)

/** The shop, with something that happens right before or after a call to the provider. */
function meanwhileAt(moment: {
  before?: () => Promise<unknown>
  after?: () => Promise<unknown>
}): OnlinePayment {
  const { payments } = till.shop
  if (!payments) throw new Error('no provider')
  return {
    ...till.shop,
    payments: {
      ...payments,
      async closePage(id) {
        await moment.before?.()
        const said = await payments.closePage(id)
        await moment.after?.()
        return said
      },
    },
  }
}

test('an unpaid order is cancelled once its page is closed for sure', async () => {
  const order = await till.started()
  expect(await cancel(order)).toEqual({ ok: true })
  expect(till.stripe.sessions.get(order.session)?.status).toBe('expired')
  expect(await statusOfOrder(order.id)).toBe('cancelled')
  expect(await statusOf(database.db, order.piece)).toBe('listed')
  expect(await till.stripe.pay(order.session)).toBe(false)
  expect(await cancel(order)).toMatchObject({ ok: false })
  const never = await till.ordered()
  expect(await cancel(never)).toEqual({ ok: true })
  expect(await statusOfOrder(never.id)).toBe('cancelled')
})

test('what was paid, at whatever moment, is not cancelled', async () => {
  const before = await till.started()
  await till.stripe.pay(before.session)
  expect(await cancel(before)).toEqual({ ok: false, reason: 'payment-under-way' })
  expect(await statusOfOrder(before.id)).toBe('paid')
  const meanwhile = await till.started()
  const paying = meanwhileAt({ before: () => till.stripe.pay(meanwhile.session) })
  expect(await cancel(meanwhile, paying)).toEqual({ ok: false, reason: 'payment-under-way' })
  expect(await statusOfOrder(meanwhile.id)).toBe('paid')
  expect(await statusOf(database.db, meanwhile.piece)).toBe('sold')
})

test('money that is on its way keeps its pieces', async () => {
  const order = await till.started()
  await till.stripe.pay(order.session, { delayed: true })
  expect(await cancel(order)).toEqual({ ok: false, reason: 'payment-under-way' })
  expect(await statusOfOrder(order.id)).toBe('awaiting_payment')
  expect(await statusOf(database.db, order.piece)).toBe('reserved')
  await till.stripe.finish(order.session, true)
  await till.waitSeconds(60)
  await reconcilePayments(till.shop)
  expect(await statusOfOrder(order.id)).toBe('paid')
})

test('while the provider cannot be asked nothing is cancelled', async () => {
  const order = await till.started()
  expect(await cancel(order, { ...till.shop, payments: null })).toEqual({
    ok: false,
    reason: 'provider-unavailable',
  })
  till.stripe.failWith('closed')
  expect(await cancel(order)).toEqual({ ok: false, reason: 'provider-unavailable' })
  till.stripe.failWith(null)
  expect(await statusOfOrder(order.id)).toBe('awaiting_payment')
  expect(await cancel(order)).toEqual({ ok: true })
})

test('a page that is made while its order is cancelled is given to nobody', async () => {
  const order = await till.ordered()
  const { payments } = till.shop
  if (!payments) throw new Error('no provider')
  const slow: OnlinePayment = {
    ...till.shop,
    payments: {
      ...payments,
      async openPage(page) {
        const made = await payments.openPage(page)
        expect(await cancel(order)).toEqual({ ok: true })
        return made
      },
    },
  }
  expect(await startPayment(slow, order.token)).toEqual({ ok: false, reason: 'lapsed' })
  expect(await statusOfOrder(order.id)).toBe('cancelled')
})

test('a page that is made between looking and cancelling is closed too, and both at once end in one of two ways', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const order = await till.ordered()
    const [start, cancelled] = await Promise.all([startPayment(till.shop, order.token), cancel(order)])
    expect(cancelled).toEqual({ ok: true })
    const session = start.ok ? start.url.split('/').at(-1) : undefined
    // Whoever got an address before the end finds a closed page.
    if (session) expect(await till.stripe.pay(session)).toBe(false)
    expect(await statusOfOrder(order.id)).toBe('cancelled')
  }
})

test('a withdrawal from an unpaid order waits for staff while money may be on its way', async () => {
  const declare = (token: string) =>
    declareWithdrawal(
      database.db,
      {
        name: 'Clara Beispiel',
        contract: 'meine Bestellung',
        email: 'clara@beispiel.example',
        comment: '',
        submission: crypto.randomUUID(),
        pieces: [],
        order: token,
      },
      'de',
      settings,
      { payment: till.shop },
    )
  const pending = await till.started()
  await till.stripe.pay(pending.session, { delayed: true })
  await declare(pending.token)
  expect(await statusOfOrder(pending.id)).toBe('awaiting_payment')
  const open = await till.started()
  await declare(open.token)
  expect(await statusOfOrder(open.id)).toBe('cancelled')
  const paid = await till.started()
  await till.stripe.pay(paid.session)
  await declare(paid.token)
  expect(await statusOfOrder(paid.id)).toBe('withdrawal_requested')
})

test('the page of an order that ended without it is closed soon after the provider answers again', async () => {
  const order = await till.started()
  const by = staffNamed('Berta Kasse')
  till.stripe.failWith('broken')
  const done = await cancelByStaff(till.shop, order, settings, { by, said: 'Doch verkauft' })
  expect(done).toEqual({ ok: true, isPageOpen: true })
  await till.waitSeconds(60)
  await reconcilePayments(till.shop)
  till.stripe.failWith(null)
  await till.waitSeconds(60)
  await reconcilePayments(till.shop)
  expect(till.stripe.sessions.get(order.session)?.status).toBe('expired')
})
