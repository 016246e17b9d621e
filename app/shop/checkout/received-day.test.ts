import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { orderPageView } from '#app/storefront/order/order-view.ts'
import { addBranches } from '#tests/catalogue.ts'
import { backdate } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { byCourier, orderShop } from '#tests/order-shop.ts'
import { findOrderById } from './order.ts'
import { orderHistory, receivedAt } from './order-history.ts'
import { completeOrders } from './staff-order-steps.ts'
import { declareWithdrawal } from './withdrawal.ts'
import { endOfWithdrawal } from './withdrawal-period.ts'
import { berlin } from './working-days.ts'

const database = testDatabase()
const { order, ordered, entries } = orderShop(database, 64_001)
let settings: Settings

beforeAll(async () => {
  await addBranches(database.db)
  settings = await readSettings(database.db)
})

const dayBefore = (days: number) => berlin.format(new Date(Date.now() - days * 86_400_000)).slice(0, 10)

async function shipped() {
  const placed = await ordered(byCourier)
  const { number } = placed
  await order('money', number, '1.249', '--reference', `Auszug ${number}`)
  await order('prepare', number)
  await order('ship', number, '--courier', 'Wertkurier', '--code', 'WK-1')
  return placed
}

const statusOfOrder = async (id: number) => (await findOrderById(database.db, id))?.status

test('a delivery counts from the day that staff say, between shipping and today', async () => {
  const { db } = database
  const { id, number } = await shipped()
  expect(await order('deliver', number, '--on', dayBefore(1))).toMatch(/^✗ --on is a day from .*was shipped/)
  await backdate(database.db, id, 5)
  expect(await order('deliver', number, '--on', dayBefore(-1))).toMatch(/^✗ --on is a day from/)
  expect(await order('deliver', number, '--on', dayBefore(6))).toMatch(/^✗ --on is a day from/)
  expect(await order('deliver', number, '--on', '2026-02-30')).toMatch(/^✗ "2026-02-30" is not a day/)
  expect(await statusOfOrder(id)).toBe('shipped')
  const [year, month, day] = dayBefore(4).split('-')
  expect(await order('deliver', number, '--on', `${day}.${month}.${year}`)).toContain('delivered')
  expect(await order('show', number)).toContain(`goods received on ${dayBefore(4)} by Berta Kasse`)
  const deadlineShown = async () => {
    const found = await findOrderById(db, id)
    if (!found) throw new Error('the order is gone')
    const history = (await orderHistory(db, id)).filter(
      (each) => each.kind !== 'step' || each.event !== 'pay',
    )
    const page = orderPageView(
      { order: found, history, invoices: [], refunds: [], pages: new Set() },
      { settings, locale: 'en', apiUrl: '', now: new Date() },
    )
    return page.withdrawal?.text ?? ''
  }
  const end = (days: number) => {
    const date = endOfWithdrawal(new Date(`${dayBefore(days)}T12:00:00Z`))
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Berlin' }).format(date)
  }
  expect(await deadlineShown()).toContain(end(4))
  // It turns out to have been later.
  expect(await order('deliver', number, '--on', dayBefore(2))).toContain('delivered')
  expect(await deadlineShown()).toContain(end(2))
  expect(await order('deliver', number)).toMatch(/^✗ .* is delivered and cannot/)
})

test('handing over takes the day as well', async () => {
  const { id, number } = await ordered({ payment: 'in-branch' })
  await order('money', number, '1.200', '--reference', 'Kasse 1')
  expect(await order('hand-over', number, '--on', dayBefore(1))).toMatch(/^✗ --on is a day from .*was placed/)
  expect(await order('hand-over', number, '--on', dayBefore(0))).toContain('delivered')
  expect(receivedAt(await orderHistory(database.db, id))).toEqual(new Date(`${dayBefore(0)}T12:00:00Z`))
})

test('an order is complete when the time to withdraw is over, by itself, and not before', async () => {
  const { db } = database
  const { id, number } = await shipped()
  await backdate(database.db, id, 40)
  await order('deliver', number, '--on', dayBefore(14))
  const until = berlin.format(endOfWithdrawal(new Date(`${dayBefore(14)}T12:00:00Z`))).slice(0, 10)
  expect(await order('complete', number)).toMatch(new RegExp(`^✗ .* may withdraw until ${until} 23:59`))
  expect(await completeOrders(db, settings)).toBe(0)
  expect(await statusOfOrder(id)).toBe('delivered')
  await order('deliver', number, '--on', dayBefore(30))
  expect(await completeOrders(db, settings)).toBe(1)
  expect(await statusOfOrder(id)).toBe('completed')
  expect(await order('show', number)).toContain('complete by the shop')
})

test('a declaration on the last day finds the order open; one with money missing waits for staff', async () => {
  const { db } = database
  const { id, number, token } = await shipped()
  await backdate(database.db, id, 40)
  await order('deliver', number, '--on', dayBefore(14))
  await completeOrders(db, settings)
  const declaration = {
    name: 'Clara Beispiel',
    contract: number,
    email: 'clara@beispiel.example',
    comment: '',
    submission: crypto.randomUUID(),
    order: token,
    pieces: [],
  }
  await declareWithdrawal(db, declaration, 'de', settings)
  expect(await statusOfOrder(id)).toBe('withdrawal_requested')

  const unpaid = await shipped()
  await backdate(database.db, unpaid.id, 40)
  await order('deliver', unpaid.number, '--on', dayBefore(30))
  const [entry = ''] = await entries(unpaid.id)
  await order('correct', entry, '--reason', 'Falsche Bestellung', '--confirm')
  expect(await completeOrders(db, settings)).toBe(0)
  expect(await order('complete', unpaid.number)).toContain('completed')
})

test('of one moment, what was written down last is told last, and counts', async () => {
  const { db } = database
  const { id } = await shipped()
  // Stored in another order than they were numbered in.
  const days = [dayBefore(3), dayBefore(1), dayBefore(2)]
  await sql`
    insert into order_entry (id, order_id, kind, actor, actor_name, detail, at) overriding system value
    select 9000000 + said.place, ${id}, 'received', 'staff', 'Berta Kasse', jsonb_build_object('on', said.day), now()
    from unnest(${days}::text[]) with ordinality said (day, place) order by said.place desc
  `.execute(db)
  const history = await orderHistory(db, id)
  expect(history.flatMap((moment) => (moment.kind === 'received' ? [moment.on] : []))).toEqual(days)
  expect(receivedAt(history)).toEqual(new Date(`${dayBefore(2)}T12:00:00Z`))
})
