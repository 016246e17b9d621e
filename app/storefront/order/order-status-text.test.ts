import { beforeAll, expect, test } from 'vitest'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { orderHistory } from '#app/shop/checkout/order-history.ts'
import { recordRefund, refundsOf } from '#app/shop/checkout/refund.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addBranches } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { addCompleteRings, sell, take, withdraw } from '#tests/returned-pieces.ts'
import { orderPageView } from './order-view.ts'

const database = testDatabase()

beforeAll(() => addBranches(database.db))

test('a buyer reads that money is still to be sent, and until when, until it is booked that it went', async () => {
  const { db } = database
  await addCompleteRings(db, ['47601'])
  const { id, token } = await sell(db, ['47601'])
  await take(db, { id }, 'prepare', 'ship', 'deliver')
  await withdraw(db, { token }, ['47601'])
  await take(db, { id }, 'receive-return', 'inspect', { event: 'refund', deductionCents: 0 })
  const settings = await readSettings(db)
  const page = async (now: Date) => {
    const order = await findOrderById(db, id)
    if (!order) throw new Error('the order is gone')
    const refunds = await refundsOf(db, id)
    const history = (await orderHistory(db, id)).filter(
      (each) => each.kind !== 'step' || each.event !== 'pay',
    )
    const facts = {
      order,
      refunds,
      history,
      invoices: [],
      pages: new Set<string>(),
    }
    const { status, amounts } = orderPageView(facts, { settings, locale: 'de', apiUrl: '', now })
    return { status, amounts: amounts.map(({ label }) => label) }
  }
  const inTime = await page(new Date())
  expect(inTime.status.title).toBe('Die Rückzahlung steht noch aus')
  expect(inTime.status.text).toMatch(
    /^Wir zahlen Ihnen 1\.200\s€ bis spätestens \d+\. \S+ \d{4} auf dem Weg zurück/,
  )
  expect(inTime.amounts).toEqual(['davon eingegangen', 'noch zurückzuzahlen'])
  // No day that is over is promised.
  const late = await page(new Date(Date.now() + 40 * 86_400_000))
  expect(late.status.text).toMatch(/^Wir zahlen Ihnen 1\.200\s€ auf dem Weg zurück/)
  const [refund] = await refundsOf(db, id)
  await recordRefund(db, { refund: refund?.id ?? 0, reference: 'Überweisung 1' })
  const done = await page(new Date())
  expect(done.status.title).toBe('Zurückgezahlt')
  expect(done.amounts).toEqual(['davon eingegangen', 'zurückgezahlt'])
})
