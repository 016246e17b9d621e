import { beforeAll, expect, test } from 'vitest'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { keysOfAddress } from '#app/shop/buying/identification.ts'
import { linkedDeals } from '#app/shop/buying/linked-deals.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { addRings, claraBeispiel, orderRequest, placed } from '#tests/checkout.ts'
import { sellingSecret as secret } from '#tests/selling.ts'
import { refuseCollectionCash } from './collection-cash.ts'
import { dayClose } from './day-close.ts'

const shop = buyingShop()
let settings: Settings
let next = 63_001

beforeAll(async () => {
  settings = await readSettings(shop.db)
})

/** An order to be collected in Köln and paid there, by somebody who lives at this number. */
async function orderedOf(street: string, priceCents: number) {
  const piece = String(next++)
  await addRings(shop.db, [piece], { priceCents })
  const request = orderRequest([piece], priceCents, {
    payment: 'in-branch',
    delivery: { kind: 'collection', branchId: 'koeln' },
    invoiceAddress: { ...claraBeispiel, street },
  })
  const { id } = await placed(shop.db, request, { settings })
  const order = await findOrderById(shop.db, id)
  if (!order) throw new Error('not found')
  return order
}

const refused = (order: Awaited<ReturnType<typeof orderedOf>>, cents = order.totalCents) =>
  refuseCollectionCash(shop.db, order, cents, { secret, settings })

// Duty: linked-deals
test('cash that is paid as an order is collected counts for the limits, with whatever counts together', async () => {
  const { db } = shop
  const first = await orderedOf('Barstraße 1', 600_000)
  expect(await refused(first)).toBe(null)
  const money = { orderId: first.id, reference: `17 (${first.number})`, amountCents: first.totalCents }
  expect(await settlePayment(db, { ...money, channel: 'cash' }, settings)).toMatchObject({ ok: true })
  const keys = keysOfAddress({ ...claraBeispiel, street: 'Barstraße 1' }, secret)
  expect(await linkedDeals(db, keys, new Date(0))).toMatchObject([
    { direction: 'sale', number: first.number, totalCents: first.totalCents, metalCents: 0 },
  ])
  // Together they reach what only whoever was identified may pay in cash.
  const second = await orderedOf('Barstraße 1', 500_000)
  expect(await refused(second)).toEqual({ ok: false, reason: 'cash-needs-identity' })
  // Somebody else, and by card.
  expect(await refused(await orderedOf('Barstraße 2', 500_000))).toBe(null)
  const byCard = { orderId: second.id, reference: `18 (${second.number})`, amountCents: second.totalCents }
  await settlePayment(db, { ...byCard, channel: 'card' }, settings)
  expect(await linkedDeals(db, keys, new Date(0))).toHaveLength(1)
  const close = await dayClose(db, { branchId: 'koeln', day: germanDay(new Date()) })
  expect(close.collected.map(({ number, means, cents }) => [number, means, cents])).toEqual([
    [first.number, 'cash', first.totalCents],
    [second.number, 'card', second.totalCents],
  ])
  expect(close.sums).toMatchObject({
    collected: first.totalCents + second.totalCents,
    cashFlow: first.totalCents,
  })
})
