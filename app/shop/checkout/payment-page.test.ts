import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { action } from '#app/api/webhooks/stripe.ts'
import { createLog } from '#app/platform/log.ts'
import { openStripe } from '#app/platform/stripe.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { cancelOrder } from '#tests/cancel-order.ts'
import { addRings, claraBeispiel, orderRequest, passMinutes, placed, statusOf } from '#tests/checkout.ts'
import { brokenRules } from '#tests/checkout-invariants.ts'
import { testDatabase } from '#tests/database.ts'
import { type FakeStripe, startFakeStripe } from '#tests/fakes/stripe.ts'
import { contextOf } from '#tests/requests.ts'
import { until } from '#tests/within.ts'
import { holdProducts } from './hold.ts'
import { findOrderById } from './order.ts'
import {
  lookAtPayment,
  type OnlinePayment,
  paymentStage,
  reconcilePayments,
  sendRefunds,
  startPayment,
} from './payment-page.ts'
import { dueRefunds } from './refund.ts'
import { settlePayment } from './settle-payment.ts'

const database = testDatabase()
let settings: Settings
let stripe: FakeStripe
let shop: OnlinePayment
let webhooks: Server
let webhookUrl: string
let next = 50_001

beforeAll(async () => {
  await addRings(database.db, ['49999'])
  settings = await readSettings(database.db)
  stripe = await startFakeStripe()
  const payments = await openStripe(stripe)
  shop = { db: database.db, payments, siteUrl: 'http://shop.test', log: createLog('silent') }
  // The route itself, behind real HTTP.
  webhooks = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const context = contextOf({ payment: shop })
    const headers = { 'stripe-signature': String(incoming.headers['stripe-signature'] ?? '') }
    const request = new Request('http://shop.test/api/webhooks/stripe', {
      method: 'POST',
      headers,
      body: Buffer.concat(chunks),
    })
    outgoing.writeHead((await action({ request, context })).status).end()
  }).listen(0, '127.0.0.1')
  await once(webhooks, 'listening')
  webhookUrl = `http://127.0.0.1:${(webhooks.address() as AddressInfo).port}/`
})
beforeEach(() => {
  stripe.webhookUrl = webhookUrl
  stripe.failWith(null)
})
afterEach(async () => {
  expect(await brokenRules(database.db)).toEqual([])
})
afterAll(async () => {
  await stripe.stop()
  await new Promise((done) => webhooks.close(done))
})

async function ordered() {
  const piece = String(next++)
  await addRings(database.db, [piece])
  const request = orderRequest([piece], 124_900, {
    payment: 'online',
    delivery: { kind: 'courier', address: claraBeispiel },
  })
  return { ...(await placed(database.db, request)), piece }
}
/** An order whose buyer has been sent to the page. */
async function started() {
  const order = await ordered()
  const start = await startPayment(shop, order.token)
  if (!start.ok) throw new Error(start.reason)
  const session = start.url.split('/').at(-1) as string
  return { ...order, session, url: start.url }
}
const view = (id: number) => findOrderById(database.db, id)
const reconcile = async () => {
  await sql`update online_payment set look_at = now()`.execute(database.db)
  await reconcilePayments(shop)
}
const isoMinutes = (seconds: number) => Math.round((seconds - Date.now() / 1000) / 60)

describe('the payment page', () => {
  test('is one an order, however often the buyer is sent there', async () => {
    const order = await started()
    const again = await Promise.all([startPayment(shop, order.token), startPayment(shop, order.token)])
    expect(again).toEqual([
      { ok: true, url: order.url },
      { ok: true, url: order.url },
    ])
    const session = stripe.sessions.get(order.session)
    expect(session).toMatchObject({
      amount_total: 124_900,
      metadata: { order: String(order.id), number: order.number },
      success_url: `http://shop.test/de/checkout/success?order=${order.token}&payment=done`,
    })
    expect(isoMinutes(session?.expires_at ?? 0)).toBe(45)
    // Nothing is accepted or asked for before it is paid.
    expect(await view(order.id)).toMatchObject({
      acceptedAt: null,
      invoiceNumber: null,
      status: 'awaiting_payment',
    })
  })

  test('is refused where there is nothing to pay, and can be tried again when the provider is away', async () => {
    const order = await ordered()
    stripe.failWith('broken')
    expect(await startPayment(shop, order.token)).toEqual({ ok: false, reason: 'provider-unavailable' })
    expect(await startPayment({ ...shop, payments: null }, order.token)).toMatchObject({ ok: false })
    stripe.failWith(null)
    const start = await startPayment(shop, order.token)
    expect(start.ok).toBe(true)
    await cancelOrder(database.db, order.id, settings)
    expect(await startPayment(shop, order.token)).toEqual({ ok: false, reason: 'lapsed' })
    expect(await startPayment(shop, 'no-such-token-no-such-token')).toEqual({
      ok: false,
      reason: 'not-online',
    })
  })
})

describe('the provider’s notices', () => {
  test('make an order paid once, ten times in any order, weeks late or forged', async () => {
    const order = await started()
    stripe.webhookUrl = null
    await stripe.pay(order.session)
    const event = stripe.events.at(-1)
    if (!event) throw new Error('no event')
    const old = {
      ...event,
      type: 'checkout.session.expired',
      data: { object: { ...stripe.sessions.get(order.session), status: 'open', payment_status: 'unpaid' } },
    }
    const body = JSON.stringify(event)
    expect(
      await stripe.send(event, {
        url: webhookUrl,
        signature: stripe.sign(body, { secret: 'whsec_forged_by_somebody' }),
      }),
    ).toBe(400)
    expect(await stripe.send(event, { url: webhookUrl, signature: '' })).toBe(400)
    expect(
      await stripe.send({ ...event, id: 'evt_changed' }, { url: webhookUrl, signature: stripe.sign(body) }),
    ).toBe(400)
    expect((await view(order.id))?.status).toBe('awaiting_payment')
    const late = stripe.sign(body, { at: Math.floor(Date.now() / 1000) - 72 * 3600 })
    const answers = await Promise.all([
      stripe.send(event, { url: webhookUrl, signature: late }),
      ...Array.from({ length: 9 }, () => stripe.send(event, { url: webhookUrl })),
      stripe.send(old, { url: webhookUrl }),
      stripe.send({ ...event, type: 'invoice.created' }, { url: webhookUrl }),
      stripe.send({ ...event, data: { object: { strange: true } } }, { url: webhookUrl }),
    ])
    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await view(order.id)).toMatchObject({
      status: 'paid',
      receivedCents: 124_900,
      acceptedAt: expect.any(Date),
    })
    expect(await statusOf(database.db, order.piece)).toBe('sold')
    const mails = await database.db
      .selectFrom('mail_outbox')
      .select('kind')
      .where('reason', 'like', `order:${order.id}:%`)
      .execute()
    expect(mails.map(({ kind }) => kind).sort()).toEqual(['acknowledgement', 'confirmation', 'staff-order'])
  })

  test('in another currency, or about an order with another number, are nobody’s', async () => {
    const order = await started()
    stripe.webhookUrl = null
    await stripe.pay(order.session)
    const event = stripe.events.at(-1)
    const session = stripe.sessions.get(order.session)
    if (!event || !session) throw new Error('no event')
    const tell = (changes: object) =>
      stripe.send({ ...event, data: { object: { ...session, ...changes } } }, { url: webhookUrl })
    expect(await tell({ currency: 'usd' })).toBe(200)
    await sql`update online_payment set session_id = null, url = null where order_id = ${order.id}`.execute(
      database.db,
    )
    const metadata = { order: String(order.id), number: 'RG-2020-00001' }
    expect(await tell({ id: 'cs_of_somebody', metadata })).toBe(200)
    expect(await view(order.id)).toMatchObject({ status: 'awaiting_payment', receivedCents: 0 })
    expect(await tell({})).toBe(200)
    expect((await view(order.id))?.status).toBe('paid')
  })

  test('of a refund that was not planned so leave it to be done', async () => {
    const order = await started()
    await stripe.pay(order.session)
    const event = stripe.events.at(-1)
    const id = order.id
    const more = { orderId: id, channel: 'online', reference: 'pi_more', amountCents: 500 } as const
    await settlePayment(database.db, more, settings)
    const isDue = async () => (await dueRefunds(database.db)).find(({ orderId }) => orderId === id)?.id
    const refund = String(await isDue())
    const payment_intent = more.reference
    const said = { id: 're_1', status: 'succeeded', amount: 500, payment_intent, metadata: { refund } }
    const tell = (changes: object) =>
      stripe.send(
        { ...(event as object), type: 'refund.created', data: { object: { ...said, ...changes } } } as never,
        { url: webhookUrl },
      )
    for (const other of [{ amount: 499 }, { payment_intent: 'pi_other' }, { status: 'pending' }]) {
      expect(await tell(other)).toBe(200)
      expect(await isDue()).toBe(Number(refund))
    }
    expect(await tell({})).toBe(200)
    expect(await isDue()).toBeUndefined()
    expect(await view(id)).toMatchObject({ refundedCents: 500 })
  })

  test('about a page that we ended before noting it find their order by its number', async () => {
    const order = await started()
    await sql`update online_payment set session_id = null, url = null where order_id = ${order.id}`.execute(
      database.db,
    )
    await stripe.pay(order.session)
    expect((await view(order.id))?.status).toBe('paid')
  })

  test('of a payment that takes days keep the order until the money is there', async () => {
    const order = await started()
    expect(await paymentStage(database.db, order.id)).toBe('open')
    await stripe.pay(order.session, { delayed: true })
    expect(await paymentStage(database.db, order.id)).toBe('pending')
    await passMinutes(database.db, 24 * 60)
    await reconcile()
    expect((await view(order.id))?.status).toBe('awaiting_payment')
    await stripe.finish(order.session, true)
    expect((await view(order.id))?.status).toBe('paid')
    expect(await paymentStage(database.db, order.id)).toBe('closed')
    const other = await started()
    await stripe.pay(other.session, { delayed: true })
    await stripe.finish(other.session, false)
    expect((await view(other.id))?.status).toBe('expired')
    expect(await statusOf(database.db, other.piece)).toBe('listed')
    // Neither arrived nor reported as failed.
    const third = await started()
    await stripe.pay(third.session, { delayed: true })
    await passMinutes(database.db, 11 * 24 * 60)
    await reconcile()
    expect((await view(third.id))?.status).toBe('expired')
    await stripe.finish(third.session, true)
    expect((await view(third.id))?.status).toBe('paid')
  })

  test('too large or to a shop without a provider are refused', async () => {
    const context = contextOf({ payment: { ...shop, payments: null } })
    const post = (body: string) => new Request('http://shop.test/', { method: 'POST', body })
    expect((await action({ request: post('x'.repeat(300_000)), context })).status).toBe(413)
    expect((await action({ request: post('{}'), context })).status).toBe(404)
  })
})

describe('reconciliation', () => {
  test('finds a payment whose notice was lost', async () => {
    stripe.webhookUrl = null
    const order = await started()
    await stripe.pay(order.session)
    stripe.failWith('closed')
    await reconcile()
    expect((await view(order.id))?.status).toBe('awaiting_payment')
    stripe.failWith(null)
    await reconcile()
    expect((await view(order.id))?.status).toBe('paid')
    const returning = await started()
    await stripe.pay(returning.session)
    await lookAtPayment(shop, returning.id)
    expect((await view(returning.id))?.status).toBe('paid')
  })

  test('keeps no page waiting for a provider that is silent, and takes what it says later', async () => {
    stripe.webhookUrl = null
    const order = await started()
    await stripe.pay(order.session)
    const answer = Promise.withResolvers<void>()
    const payments = shop.payments as NonNullable<typeof shop.payments>
    const silent = { ...payments, readPage: (id: string) => answer.promise.then(() => payments.readPage(id)) }
    await lookAtPayment({ ...shop, payments: silent }, order.id, 50)
    expect((await view(order.id))?.status).toBe('awaiting_payment')
    answer.resolve()
    await until(async () => (await view(order.id))?.status === 'paid')
  })

  test('ends an order nobody paid for, and its page before it', async () => {
    const order = await started()
    await passMinutes(database.db, 61)
    await reconcile()
    expect(stripe.sessions.get(order.session)?.status).toBe('expired')
    expect((await view(order.id))?.status).toBe('expired')
    expect(await statusOf(database.db, order.piece)).toBe('listed')
    const never = await ordered()
    await passMinutes(database.db, 61)
    await reconcile()
    expect((await view(never.id))?.status).toBe('expired')
  })

  test('a page of a cancelled order is closed, also one that was made unnoticed', async () => {
    const order = await started()
    await sql`update online_payment set session_id = null, url = null where order_id = ${order.id}`.execute(
      database.db,
    )
    await cancelOrder(database.db, order.id, settings)
    await reconcile()
    expect(stripe.sessions.get(order.session)?.status).toBe('expired')
    expect(await stripe.pay(order.session)).toBe(false)
  })

  test('while the provider is away an order waits, though not for ever', async () => {
    const order = await started()
    stripe.failWith('broken')
    await passMinutes(database.db, 61)
    await reconcile()
    expect((await view(order.id))?.status).toBe('awaiting_payment')
    await passMinutes(database.db, 6 * 60)
    await reconcile()
    expect((await view(order.id))?.status).toBe('expired')
  })
})

describe('money for a piece that somebody else has by now', () => {
  test('goes back through the provider, once, and both sides are told', async () => {
    const order = await started()
    stripe.webhookUrl = null
    await sql`update shop_order set expires_at = now() where id = ${order.id}`.execute(database.db)
    await stripe.pay(order.session)
    // The provider cannot be asked for hours, the order lapses, another buyer takes the piece.
    stripe.failWith('broken')
    await passMinutes(database.db, 7 * 60)
    await reconcile()
    expect((await view(order.id))?.status).toBe('expired')
    const other = { holder: 'the-other-buyer', client: null }
    expect((await holdProducts(database.db, { pieces: [order.piece], ...other })).ok).toBe(true)
    stripe.failWith(null)
    await reconcile()
    expect((await view(order.id))?.status).toBe('conflict_refunded')
    stripe.failWith('closed')
    expect(await sendRefunds(shop)).toBe(0)
    stripe.failWith(null)
    await sql`update refund set next_try_at = now()`.execute(database.db)
    expect(await sendRefunds(shop)).toBe(1)
    expect(await sendRefunds(shop)).toBe(0)
    expect(
      stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${order.session.slice(3)}`),
    ).toHaveLength(1)
    expect(await view(order.id)).toMatchObject({ receivedCents: 124_900, refundedCents: 124_900 })
    const kinds = (await database.db.selectFrom('mail_outbox').select(['kind', 'payload']).execute())
      .filter(({ payload }) => (payload as { order?: number }).order === order.id)
      .map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['conflict-refunded', 'staff-conflict', 'refund-sent']))
  })
})
