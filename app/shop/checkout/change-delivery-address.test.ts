import { beforeAll, expect, test } from 'vitest'
import { eraseMailsOfAddresses } from '#app/shop/mail-retention.ts'
import { orderStory } from '#app/shop/orders/order-timeline.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { orderPageView } from '#app/storefront/order/order-view.ts'
import { addBranches } from '#tests/catalogue.ts'
import { claraBeispiel } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { byCourier, orderShop } from '#tests/order-shop.ts'
import { changeDeliveryAddress } from './change-delivery-address.ts'
import { readDeliveryAddress } from './checkout-form.ts'
import { findOrderById } from './order.ts'
import { staffNamed } from './order-actor.ts'
import { orderHistory } from './order-history.ts'
import { orderVersion } from './order-version.ts'

const database = testDatabase()
const { order, ordered, mails } = orderShop(database, 65_401)
const berta = staffNamed('Berta Kasse')
const elsewhere = { ...claraBeispiel, street: 'Domstraße 11', extra: 'Hinterhaus' }

beforeAll(() => addBranches(database.db))

async function viewOf(id: number) {
  const found = await findOrderById(database.db, id)
  if (!found) throw new Error('the order is gone')
  return found
}
const move = (id: number, changes: Partial<typeof claraBeispiel>) =>
  changeDeliveryAddress(database.db, id, { ...claraBeispiel, ...changes }, berta)

test('another address until it leaves: the invoice stays, the buyer is told, staff read both', async () => {
  const { db } = database
  const { id, number } = await ordered(byCourier)
  const version = await orderVersion(db, id)
  expect(await changeDeliveryAddress(db, id, elsewhere, berta)).toEqual({ ok: true, repeated: false })
  expect(await orderVersion(db, id)).not.toBe(version)
  expect(await changeDeliveryAddress(db, id, elsewhere, berta)).toEqual({ ok: true, repeated: true })
  const found = await viewOf(id)
  expect(found.delivery).toEqual({ kind: 'courier', address: elsewhere })
  expect(found.invoiceAddress).toEqual(claraBeispiel)
  const told = (await mails(id, 'due')).filter((kind) => kind === 'address-changed')
  expect(told).toHaveLength(1)
  const { moments, history } = await orderStory(db, id)
  const [changed, ...more] = moments.filter(({ kind }) => kind === 'address')
  expect(changed).toMatchObject({ by: berta, before: claraBeispiel, after: elsewhere })
  expect(more).toEqual([])
  const page = orderPageView(
    { order: found, history, invoices: [], refunds: [], pages: new Set() },
    { settings: await readSettings(db), locale: 'en', apiUrl: '', now: new Date() },
  )
  expect(page.timeline.moments.map(({ label }) => label)).toContain('Delivery address changed')
  expect(await order('show', number)).toContain('delivery address changed by Berta Kasse')

  await order('money', number, '1.249', '--reference', 'Auszug 1')
  await order('prepare', number)
  expect(await move(id, { street: 'Domstraße 12' })).toEqual({ ok: true, repeated: false })
  await order('ship', number, '--courier', 'Nord', '--code', 'WK-1')
  expect(await move(id, { street: 'Domstraße 13' })).toEqual({ ok: false, reason: 'not-possible' })
})

test('where another tax is due it would be another order, and what is collected goes nowhere', async () => {
  const { id } = await ordered(byCourier)
  for (const changes of [
    { country: 'AT', postalCode: '1010', city: 'Wien' },
    { postalCode: '78266', city: 'Büsingen' },
    { postalCode: '27498', city: 'Helgoland' },
  ])
    expect(await move(id, changes)).toEqual({ ok: false, reason: 'other-tax' })
  expect((await viewOf(id)).delivery).toEqual(byCourier.delivery)
  expect(await mails(id, 'due')).not.toContain('address-changed')
  const collected = await ordered()
  expect(await move(collected.id, {})).toEqual({ ok: false, reason: 'is-collected' })
  expect(await move(0, {})).toEqual({ ok: false, reason: 'no-such-order' })
})

test('two members at once: one address after the other, each told', async () => {
  const { id } = await ordered(byCourier)
  const answers = await Promise.all([
    move(id, { street: 'Domstraße 21' }),
    move(id, { street: 'Domstraße 22' }),
  ])
  expect(answers).toEqual([
    { ok: true, repeated: false },
    { ok: true, repeated: false },
  ])
  const changes = (await orderHistory(database.db, id)).flatMap((each) =>
    each.kind === 'address' ? [[each.before?.street, each.after?.street]] : [],
  )
  // Two that began at one moment stand in either order; what each replaced says which came first.
  const first = changes.find(([before]) => before === claraBeispiel.street)?.[1]
  const second = changes.find(([before]) => before === first)?.[1]
  expect([first, second].toSorted()).toEqual(['Domstraße 21', 'Domstraße 22'])
  const told = async () => {
    const rows = await database.db
      .selectFrom('mail_outbox')
      .select('payload')
      .where('reason', 'like', `order:${id}:%`)
      .where('kind', '=', 'address-changed')
      .orderBy('id')
      .execute()
    return rows.map(({ payload }) => (payload as { address?: string }).address ?? null)
  }
  // Each mail tells its own.
  expect(await told()).toEqual(
    [first, second].map((street) => `Clara Beispiel, ${street}, 50668 Köln, Deutschland`),
  )
  await eraseMailsOfAddresses(database.db, id)
  expect(await told()).toEqual([null, null])
  expect(await mails(id, 'due')).toContain('confirmation')
})

test('what staff type is read as the checkout reads it', () => {
  const typed = { ...claraBeispiel, company: '', extra: '' }
  expect(readDeliveryAddress({ ...typed, name: ' Clara  Beispiel ' })).toEqual({
    ok: true,
    address: claraBeispiel,
  })
  expect(readDeliveryAddress({ ...typed, street: 'Packstation 123', postalCode: '506' })).toEqual({
    ok: false,
    faults: { street: 'parcel-locker', postalCode: 'no-postal-code' },
  })
  expect(readDeliveryAddress({ ...typed, name: ' ', city: 'x'.repeat(81) })).toEqual({
    ok: false,
    faults: { name: 'missing', city: 'too-long' },
  })
})
