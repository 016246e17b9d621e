import { beforeAll, expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { cancelByStaff } from '#app/shop/checkout/cancel-unpaid.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { byBuyer, staffNamed } from '#app/shop/checkout/order-actor.ts'
import { orderHistory } from '#app/shop/checkout/order-history.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { orderPageView } from '#app/storefront/order/order-view.ts'
import { cancelOrder } from '#tests/cancel-order.ts'
import { addBranches } from '#tests/catalogue.ts'
import { statusOf } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { byCourier, orderShop } from '#tests/order-shop.ts'

const database = testDatabase()
const { order, ordered } = orderShop(database, 63_001)

beforeAll(() => addBranches(database.db))

test('cancelling asks for a reason that the buyer reads, and for a second word', async () => {
  const { db } = database
  const { id, number, pieces } = await ordered(byCourier, 2)
  await order('money', number, '2.449', '--reference', 'Auszug 1')
  const why = ['--reason', 'Beim Prüfen\u0000 beschädigt']
  expect(await order('cancel', number)).toMatch(/^✗ --reason is missing/)
  expect(await order('cancel', number, '--confirm')).toMatch(/^✗ --reason is missing/)
  expect(await order('cancel', number, '--reason', 'x'.repeat(501), '--confirm')).toMatch(/^✗ --reason has/)
  const warning = await order('cancel', number, ...why)
  const { invoiceNumber } = (await findOrderById(db, id)) ?? {}
  for (const said of [
    `${number} is paid`,
    '€2,449 goes back',
    `${pieces.join(', ')} to intake`,
    `invoice ${invoiceNumber} is cancelled`,
    '"Beim Prüfen beschädigt"',
    'Nothing was changed',
    '--confirm',
  ]) {
    expect(warning).toContain(said)
  }
  expect(await statusOf(db, pieces[0] ?? '')).toBe('sold')
  expect(await order('cancel', number, ...why, '--confirm')).toContain('cancelled')
  expect(await order('cancel', number, ...why)).toMatch(/^✗ .* is cancelled and cannot be cancelled/)
  const found = await findOrderById(db, id)
  if (!found) throw new Error('the order is gone')
  const history = (await orderHistory(db, id)).filter(
    (moment) => moment.kind !== 'step' || moment.event !== 'pay',
  )
  const settings = await readSettings(db)
  const page = orderPageView(
    { order: found, history, invoices: [], refunds: [], pages: new Set() },
    { settings, locale: 'de', apiUrl: '', now: new Date() },
  )
  expect(page.timeline.moments.map(({ label }) => label)).toContain(
    'Grund der Stornierung: Beim Prüfen beschädigt',
  )
  const { payload } = await db
    .selectFrom('mail_outbox')
    .select('payload')
    .where('reason', '=', `order:${id}:order-cancelled`)
    .executeTakeFirstOrThrow()
  expect(payload).toMatchObject({ amountCents: 244_900, reason: 'Beim Prüfen beschädigt' })
})

test('an unpaid order goes on sale again, which is said before; a buyer needs no reason', async () => {
  const { number, pieces } = await ordered()
  expect(await order('cancel', number, '--reason', 'Nicht mehr da')).toMatch(
    new RegExp(`no money goes back, ${pieces[0]} on sale again`),
  )
  const settings = await readSettings(database.db)
  const other = await ordered()
  const shop = { db: database.db, payments: null, siteUrl: '', log: createLog('silent') }
  const unsaid = { by: staffNamed('Berta'), said: ' ' }
  expect(await cancelByStaff(shop, other, settings, unsaid)).toEqual({ ok: false, reason: 'reason-missing' })
  expect(await cancelOrder(database.db, other.id, settings, byBuyer)).toEqual({ ok: true })
})
