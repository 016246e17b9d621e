import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { openStripe } from '#app/platform/stripe.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { cancelOrder } from '#tests/cancel-order.ts'
import { addRings, orderFields, orderRequest, passMinutes, placed, statusOf } from '#tests/checkout.ts'
import { brokenRules } from '#tests/checkout-invariants.ts'
import { randomOf } from '#tests/checkout-play.ts'
import { testDatabase } from '#tests/database.ts'
import { type FakeStripe, startFakeStripe } from '#tests/fakes/stripe.ts'
import { openTurns, type Turns } from '#tests/interleaved-connections.ts'
import { formOf } from '#tests/requests.ts'
import { parseCheckout } from './checkout-form.ts'
import { extendHold, holdProducts, releaseHold } from './hold.ts'
import { expireOrder } from './lapse-unpaid.ts'
import { findOrder, findOrderById } from './order.ts'
import { type OnlinePayment, receiveNotice, sendRefunds, startPayment } from './payment-page.ts'
import { placeOrder } from './place-order.ts'
import { settlePayment } from './settle-payment.ts'
import { takeOrderStep } from './staff-order-steps.ts'
import type { OrderRequest } from './types.ts'
import { declareWithdrawal } from './withdrawal.ts'

const database = testDatabase()
let shop: OnlinePayment
let stripe: FakeStripe
let settings: Settings
let turns: Turns
let ring: [string, string, string] = ['', '', '']
let nextRing = 50_001

beforeAll(async () => {
  const { db } = database
  stripe = await startFakeStripe()
  shop = { db, payments: await openStripe(stripe), siteUrl: 'http://shop.test', log: createLog('silent') }
  await addRings(db, ['49999'])
  settings = await readSettings(db)
  turns = await openTurns(database.connectionString, 2)
})
beforeEach(async () => {
  ring = [String(nextRing), String(nextRing + 1), String(nextRing + 2)]
  nextRing += 10
  await addRings(database.db, ring)
})
afterAll(async () => {
  expect(await brokenRules(database.db)).toEqual([])
  await Promise.all([stripe.stop(), turns.close()])
})

const place = (request: OrderRequest, holder = 'anna-anna-anna', client: string | null = null) =>
  placeOrder(database.db, request, { holder, client, settings, online: true })

const ordered = (request: OrderRequest, holder = 'anna-anna-anna', client: string | null = null) =>
  placed(database.db, request, { holder, client })

describe('a piece cannot be kept from others for ever', () => {
  test.each([
    ['a known address', 'address-of-anna'],
    ['an address behind an unknown proxy', null],
  ])('by holding it again and again from %s', async (_, client) => {
    const { db } = database
    const anna = { holder: `anna-${ring[0]}`, client: client && `${client}-${ring[0]}` }
    let minutes = 0
    let refusal = 0
    while (refusal === 0 && minutes < 600) {
      const hold = await holdProducts(db, { pieces: [ring[0]], ...anna })
      if (!hold.ok && hold.reason === 'too-often') refusal = hold.retryAfter
      else {
        expect(hold.ok).toBe(true)
        for (let again = 0; again < 9; again++) await extendHold(db, anna.holder)
        // Let go a moment before its end, or not at all.
        await passMinutes(db, 14, ring)
        if (minutes % 4 === 0) await releaseHold(db, { holder: anna.holder })
        await passMinutes(db, 2, ring)
        minutes += 16
      }
    }
    expect(minutes).toBeLessThanOrEqual(96)
    expect(refusal).toBeGreaterThan(10 * 60)
    expect(refusal).toBeLessThanOrEqual(30 * 60)
    expect((await holdProducts(db, { pieces: [ring[0]], holder: 'ben-ben-ben', client: 'ben' })).ok).toBe(
      true,
    )
    await releaseHold(db, { holder: 'ben-ben-ben' })
    await passMinutes(db, 31, ring)
    expect((await holdProducts(db, { pieces: [ring[0]], ...anna })).ok).toBe(true)
    await releaseHold(db, { holder: anna.holder })
  })

  test.each([
    ['address', 'one-address', (index: number) => `mail-${index}@beispiel.example`],
    ['mail', null, () => 'Anna@beispiel.example'],
  ])('by orders that are never paid, told by their %s', async (_, client, emailOf) => {
    const { db } = database
    const request = (index: number) =>
      orderRequest([ring[0]], 120_000, {
        payment: 'online',
        contact: { email: emailOf(index), phone: null },
      })
    const buyer = client && `${client}-${ring[0]}`
    for (let index = 0; index < 2; index++) {
      const result = await place(request(index), `holder-${index}`, buyer)
      if (!result.ok) throw new Error(result.reason)
      await passMinutes(db, 61, ring)
      expect(await expireOrder(db, result.order.id, settings)).toBe(true)
    }
    const refused = await place(request(2), 'holder-2', buyer)
    expect(refused).toMatchObject({ ok: false, reason: 'too-often' })
    if (!refused.ok && refused.reason === 'too-often') expect(refused.retryAfter).toBeGreaterThan(100 * 60)
    expect(await statusOf(db, ring[0])).toBe('listed')
    // Somebody else may have it, and after the pause so may they.
    const other = await ordered(
      orderRequest([ring[0]], 120_000, { contact: { email: 'ben@beispiel.example', phone: null } }),
    )
    await cancelOrder(db, other.id, settings)
    await passMinutes(db, 121, ring)
    expect((await place(request(3), 'holder-3', buyer)).ok).toBe(true)
  })
})

test('a family behind one address shops side by side', async () => {
  const { db } = database
  const family = 'one-address-for-five'
  const pieces = Array.from({ length: 10 }, (_, index) => String(70_001 + index))
  await addRings(db, pieces)
  // In a shop of some size: of a small one a family may hold a fifth.
  await addRings(
    db,
    Array.from({ length: 50 }, (_, index) => String(71_001 + index)),
  )
  const buyers = await Promise.all(
    pieces.map(async (piece, index) => {
      const holder = `member-${index % 5}-with-${index}`
      const hold = await holdProducts(db, { pieces: [piece], holder, client: family })
      return hold.ok && (await place(orderRequest([piece], 120_000), holder, family)).ok
    }),
  )
  expect(buyers).toEqual(pieces.map(() => true))
})

describe('amounts come from the shop alone', () => {
  test('whatever a form says they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -5, max: 2_147_483_647 }), async (total) => {
        fc.pre(total !== 120_000)
        const form = formOf({
          ...orderFields(ring[0], { delivery: 'collection', branch: 'koeln' }),
          total: String(total),
          goodsCents: '1',
          totalCents: '1',
          priceCents: '1',
          shippingCents: '-119999',
        })
        const parsed = parseCheckout(form)
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults))
        const result = await place({ ...parsed.request, locale: 'de', pieces: [ring[0]] })
        expect(result).toEqual({ ok: false, reason: 'total-changed', totalCents: 120_000 })
      }),
      { numRuns: 20 },
    )
    expect(await statusOf(database.db, ring[0])).toBe('listed')
  })
})

test('tokens of orders cannot be guessed, and nothing near one opens anything', async () => {
  const { db } = database
  const { token } = await ordered(orderRequest([ring[0]], 120_000))
  expect(Buffer.from(token, 'base64url')).toHaveLength(24)
  const near = [
    token.slice(0, -1),
    `${token}A`,
    token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase(),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    `${token}' or true --`,
    '%',
    '_'.repeat(32),
    '',
  ]
  for (const guess of near) expect(await findOrder(db, guess)).toBeNull()
  expect(await startPayment(shop, near[3] ?? '')).toEqual({ ok: false, reason: 'not-online' })
  expect((await findOrder(db, token))?.token).toBe(token)
})

describe('a notice of payment', () => {
  async function started(piece: string) {
    const order = await ordered(orderRequest([piece], 120_000, { payment: 'online' }), `holder-of-${piece}`)
    const start = await startPayment(shop, order.token)
    if (!start.ok) throw new Error(start.reason)
    return { ...order, session: start.url.split('/').at(-1) ?? '' }
  }
  const about = (session: object, type = 'checkout.session.completed') =>
    JSON.stringify({ id: `evt_${crypto.randomUUID()}`, object: 'event', type, data: { object: session } })
  const paid = (order: { id: number; number: string; session: string }, changes: object = {}) => ({
    id: order.session,
    status: 'complete',
    payment_status: 'paid',
    payment_intent: `pi_${order.session.slice(3)}`,
    amount_total: 120_000,
    currency: 'eur',
    metadata: { order: String(order.id), number: order.number },
    ...changes,
  })
  const tell = (body: string, signature: string | null = stripe.sign(body)) =>
    receiveNotice(shop, { body, signature })
  const statusOfOrder = async (id: number) => (await findOrderById(database.db, id))?.status

  test('that the provider did not sign changes nothing', async () => {
    const order = await started(ring[0])
    const body = about(paid(order))
    const changed = about(paid(order, { amount_total: 1 }))
    for (const signature of [
      null,
      '',
      'v1=',
      't=1,v1=00',
      stripe.sign(body, { secret: 'whsec_of_somebody_else' }),
      stripe.sign(changed),
      // Signed months ago.
      stripe.sign(body, { at: Math.floor(Date.now() / 1000) - 90 * 86_400 }),
      `${stripe.sign(body).slice(0, -1)}x`,
    ]) {
      expect(await tell(body, signature)).toBe('forged')
    }
    expect(await statusOfOrder(order.id)).toBe('awaiting_payment')
  })

  test('that is told ten times is one payment', async () => {
    const order = await started(ring[0])
    const body = about(paid(order))
    await Promise.all(Array.from({ length: 10 }, () => tell(body)))
    expect(await findOrderById(database.db, order.id)).toMatchObject({
      status: 'paid',
      receivedCents: 120_000,
    })
  })

  test('of too little waits for the rest, of another currency is nothing', async () => {
    const order = await started(ring[0])
    await tell(about(paid(order, { currency: 'jpy' })))
    expect(await findOrderById(database.db, order.id)).toMatchObject({
      status: 'awaiting_payment',
      receivedCents: 0,
    })
    await tell(about(paid(order, { amount_total: 1_200 })))
    expect(await findOrderById(database.db, order.id)).toMatchObject({
      status: 'awaiting_payment',
      receivedCents: 1_200,
    })
  })

  test('goes by its page, whatever order it says it is about', async () => {
    const cheap = await started(ring[0])
    const dear = await started(ring[1])
    await tell(about(paid(cheap, { metadata: { order: String(dear.id), number: dear.number } })))
    expect([await statusOfOrder(cheap.id), await statusOfOrder(dear.id)]).toEqual([
      'paid',
      'awaiting_payment',
    ])
    await tell(about(paid(dear, { id: 'cs_unknown' })))
    expect(await statusOfOrder(dear.id)).toBe('awaiting_payment')
  })

  test('of a refund we did not plan like that marks none as sent', async () => {
    const { db } = database
    const order = await started(ring[0])
    await stripe.pay(order.session)
    await tell(about(paid(order)))
    await cancelOrder(db, order.id, settings)
    const { id, payment_reference } = await db
      .selectFrom('refund')
      .select(['id', 'payment_reference'])
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    const refund = (changes: object) =>
      about(
        {
          id: 're_1',
          status: 'succeeded',
          amount: 120_000,
          payment_intent: payment_reference,
          metadata: { refund: String(id) },
          ...changes,
        },
        'refund.updated',
      )
    for (const changes of [{ amount: 1 }, { payment_intent: 'pi_other' }, { status: 'pending' }])
      expect(await tell(refund(changes))).toBe('taken')
    expect(await tell(refund({ amount: null }))).toBe('wrong')
    expect((await findOrderById(db, order.id))?.refundedCents).toBe(0)
    await tell(refund({}))
    await tell(refund({ id: 're_2' }))
    expect((await findOrderById(db, order.id))?.refundedCents).toBe(120_000)
    expect(await sendRefunds(shop)).toBe(0)
  })

  test('of any other shape is taken and forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.constantFrom('checkout.session.completed', 'refund.created', 'x'),
        async (object, type) => {
          expect(await tell(JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } }))).toBe(
            'taken',
          )
          expect(['taken', 'forged']).toContain(await tell(JSON.stringify(object)))
        },
      ),
      { numRuns: 100 },
    )
  })
})

test('money that arrives again after a withdrawal was refunded goes back too', async () => {
  const { db } = database
  const order = await ordered(orderRequest([ring[0]], 120_000))
  const pay = (reference: string) =>
    settlePayment(
      db,
      { orderId: order.id, channel: 'bank-transfer', reference, amountCents: 120_000 },
      settings,
    )
  await pay(`first-${order.id}`)
  const said = { name: 'C', contract: order.number, email: 'c@beispiel.example', comment: '' }
  const declaration = { ...said, pieces: [], order: order.token, submission: crypto.randomUUID() }
  await declareWithdrawal(db, declaration, 'de', settings)
  await takeOrderStep(db, order.id, { event: 'waive-return' }, settings)
  await takeOrderStep(db, order.id, { event: 'refund', deductionCents: 0 }, settings)
  await pay(`second-${order.id}`)
  const refunds = await db
    .selectFrom('refund')
    .select(['reason', 'amount_cents'])
    .where('order_id', '=', order.id)
    .orderBy('id')
    .execute()
  expect(refunds).toEqual([
    { reason: 'withdrawal', amount_cents: 120_000 },
    { reason: 'surplus', amount_cents: 120_000 },
  ])
})

test('a buyer of a sold piece and staff who take it back do not wait for each other in a circle', async () => {
  const { db } = database
  for (let course = 0; course < 12; course++) {
    const piece = String(80_001 + course)
    await addRings(db, [piece])
    const order = await ordered(orderRequest([piece], 120_000), `holder-of-${piece}`)
    const money = {
      orderId: order.id,
      channel: 'bank-transfer',
      reference: piece,
      amountCents: 120_000,
    } as const
    await settlePayment(db, money, settings)
    const lot = randomOf(course)
    await turns.play(
      [
        (own) => cancelOrder(own, order.id, settings),
        (own) =>
          placeOrder(own, orderRequest([piece], 120_000), {
            holder: 'late-late',
            client: null,
            settings,
            online: true,
          }),
      ],
      lot,
    )
    expect(await statusOf(db, piece)).toBe('intake')
  }
})
