import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { recordSales } from '#app/shop/buying/ledger.ts'
import { correctMoney, moneyEntries } from '#app/shop/checkout/correct-money.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { orderHistory } from '#app/shop/checkout/order-history.ts'
import { recordRefund, refundsOf } from '#app/shop/checkout/refund.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { addRings, statusOf } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { sellingSecret as secret } from '#tests/selling.ts'
import { cancelCounterSale } from './cancel-counter-sale.ts'
import { judgeCounterCash } from './counter-cash.ts'
import { holdAtCounter } from './counter-hold.ts'
import { sellAtCounter } from './counter-sale.ts'
import { dayClose } from './day-close.ts'

const database = testDatabase()
const by = 'Berta Einkauf'
const street = 'Domstraße 1'
let settings: Settings
let rings: string[] = []
let next = 70_001

beforeAll(async () => {
  await addRings(database.db, ['69999'])
  settings = await readSettings(database.db)
})
beforeEach(async () => {
  rings = [String(next), String(next + 1), String(next + 2)]
  next += 10
  await addRings(database.db, rings)
})

/** Three rings, sold in cash to somebody with a mail address. */
async function soldRings(name = 'Clara Beispiel') {
  const { db } = database
  const sale = crypto.randomUUID()
  for (const piece of rings) await holdAtCounter(db, { sale, piece })
  const sold = await sellAtCounter(
    db,
    {
      ...{ sale, branchId: 'koeln', locale: 'de', consents: [], email: 'clara@beispiel.example', phone: '' },
      lines: rings.map((piece) => ({ piece, priceCents: 120_000, seenCents: 120_000 })),
      buyer: { name, company: '', street, postalCode: '50668', city: 'Köln', country: 'DE' },
      ...{ means: 'cash', reference: `B-${next}`, repeatConfirmed: false, identity: null },
    },
    { by, secret, settings },
  )
  if (!sold.ok) throw new Error(sold.reason)
  return sold.order
}

const takeBack = (order: number, pieces?: string[]) =>
  cancelCounterSale(database.db, order, 'Passt nicht', { by, settings, pieces })

const proceedsOf = async (order: number) => {
  await recordSales(database.db)
  const exits = await database.db
    .selectFrom('ledger_exit')
    .select('proceeds_cents')
    .where('order_id', '=', order)
    .execute()
  return exits.reduce((sum, { proceeds_cents }) => sum + proceeds_cents, 0)
}

describe('one piece of a sale that is taken back', () => {
  // Duty: gapless-numbers
  test('comes back by a document of its own, with its money, and the others stay sold', async () => {
    const { db } = database
    const [first = '', second = '', third = ''] = rings
    const { id } = await soldRings()
    expect(await takeBack(id, [second])).toEqual({ ok: true })
    expect(await Promise.all(rings.map((piece) => statusOf(db, piece)))).toEqual(['sold', 'intake', 'sold'])
    const order = await findOrderById(db, id)
    expect(order).toMatchObject({ status: 'completed', totalCents: 360_000 })
    const [, part] = await findInvoices(db, id)
    expect(part).toMatchObject({ kind: 'cancellation', cancels: order?.invoiceNumber })
    expect(part?.content).toMatchObject({ totalCents: 120_000, lines: [{ piece: second }] })
    const [refund] = await refundsOf(db, id)
    expect(refund).toMatchObject({ channel: 'cash', amountCents: 120_000, reason: 'taken-back' })
    await recordRefund(db, { refund: refund?.id ?? 0, reference: `Storno ${second}` })
    expect(await proceedsOf(id)).toBe(240_000)
    const history = await orderHistory(db, id)
    expect(history).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'taken-back', pieces: [second], cents: 120_000, reason: 'Passt nicht' },
        by: { who: 'staff', name: by },
      }),
    )
    const close = await dayClose(db, { branchId: 'koeln', day: order?.counter?.soldOn ?? '' })
    expect(close.sales.find(({ number }) => number === order?.number)).toMatchObject({
      ...{ cents: 360_000, cancelled: false },
    })
    expect(close.paidBack).toContainEqual(
      expect.objectContaining({ cents: 120_000, reference: `Storno ${second}`, number: order?.number }),
    )

    // The rest of it is the rest of its invoice.
    expect(await takeBack(id, [first, third])).toEqual({ ok: true })
    expect(await Promise.all(rings.map((piece) => statusOf(db, piece)))).toEqual([
      ...['intake', 'intake', 'intake'],
    ])
    const documents = await findInvoices(db, id)
    expect(documents[2]?.content).toMatchObject({
      totalCents: 240_000,
      lines: [{ piece: first }, { piece: third }],
    })
    const numbers = documents.map(({ number }) => Number(number.split('-').at(-1)))
    expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual([0, 1, 2])
    const [invoice, ...taken] = documents.map(({ content }) => content)
    const sums = (['totalCents', 'vatCents', 'shippingCents'] as const).map((name) =>
      taken.reduce((sum, content) => sum + content[name], 0),
    )
    expect(sums).toEqual([invoice?.totalCents, invoice?.vatCents, invoice?.shippingCents])
    expect((await refundsOf(db, id)).map(({ amountCents }) => amountCents)).toEqual([120_000, 240_000])
    expect(await proceedsOf(id)).toBe(0)
    expect(await findOrderById(db, id)).toMatchObject({ status: 'cancelled' })
    expect(await takeBack(id)).toEqual({ ok: false, reason: 'not-possible' })
  })

  test('is taken back once, by whoever comes first, and only where it was sold', async () => {
    const { id } = await soldRings()
    const [first = '', second = ''] = rings
    const both = await Promise.all([takeBack(id, [first]), takeBack(id, [first])])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both).toContainEqual({ ok: false, reason: 'not-possible' })
    for (const pieces of [[first], [first, second], ['69999'], []])
      expect(await takeBack(id, pieces)).toEqual({ ok: false, reason: 'not-possible' })
    expect(await refundsOf(database.db, id)).toHaveLength(1)
  })

  test('is told to the buyer, with its document, and not as a withdrawal', async () => {
    const { db } = database
    const { id } = await soldRings()
    await takeBack(id, rings.slice(0, 1))
    const mail = await db
      .selectFrom('mail_outbox')
      .select(['kind', 'payload', 'locale'])
      .where('kind', '=', 'refund-planned')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(mail.payload).toMatchObject({
      order: id,
      amountCents: 120_000,
      reason: 'Passt nicht',
      cause: 'taken',
    })
  })

  test('no longer counts as cash of that person, and leaves no room for money that comes twice', async () => {
    const { db } = database
    const name = 'Erna Muster'
    const { id, number } = await soldRings(name)
    const now = new Date()
    const ask = async () =>
      (
        await judgeCounterCash(db, {
          ...{ deal: { total: 0, metals: 0 }, party: { name, street, postalCode: '50668' } },
          ...{ now, secret, settings },
        })
      ).together.total
    const before = await ask()
    await takeBack(id, rings.slice(0, 1))
    expect(await ask()).toBe(before - 120_000)
    const money = {
      orderId: id,
      channel: 'cash' as const,
      reference: `${number} again`,
      amountCents: 120_000,
    }
    expect(await settlePayment(db, money, settings)).toMatchObject({ outcome: 'sent-back' })
  })
})

test('money for what was taken back is due again once the sale’s payment is corrected and booked aright', async () => {
  const { db } = database
  const [first = ''] = rings
  const { id } = await soldRings()
  expect(await takeBack(id, [first])).toEqual({ ok: true })
  const due = [expect.objectContaining({ reason: 'taken-back', amountCents: 120_000 })]
  expect(await refundsOf(db, id)).toEqual(due)
  const shop = { db, payments: null, siteUrl: 'http://shop.test', log: createLog('silent') }
  const [paid] = await moneyEntries(db, id)
  const correction = { entry: paid?.id ?? 0, reason: 'War mit Karte', isConfirmed: true }
  expect(await correctMoney(shop, correction, settings, staffNamed(by))).toMatchObject({ ok: true })
  expect(await refundsOf(db, id)).toEqual([])
  const card = { orderId: id, channel: 'card', amountCents: 360_000, reference: `K-${id}` } as const
  expect(await settlePayment(db, card, settings)).toMatchObject({ outcome: 'sent-back' })
  expect(await refundsOf(db, id)).toEqual(due)
})
