import { beforeAll, expect, test } from 'vitest'
import { readSettings } from '#app/shop/settings/settings.ts'
import { orderPageView } from '#app/storefront/order/order-view.ts'
import { addBranches } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { byCourier, orderShop } from '#tests/order-shop.ts'
import { findOrderById } from './order.ts'
import { orderHistory } from './order-history.ts'

const database = testDatabase()
const { order, ordered, mails } = orderShop(database, 65_001)

beforeAll(() => addBranches(database.db))

test('a tracking number is replaced after shipping: the buyer is told, the history keeps both', async () => {
  const { db } = database
  const { id, number } = await ordered(byCourier)
  const track = (word: string, courier: string, code: string, ...more: string[]) =>
    order(word, number, '--courier', courier, '--code', code, ...more)
  expect(await track('tracking', 'Nord', 'WK-1')).toMatch(/^✗ .* no parcel of it is on its way/)
  await order('money', number, '1.249', '--reference', 'Auszug 1')
  await order('prepare', number)
  expect(await track('ship', 'Nord', 'x'.repeat(61))).toMatch(/^✗ --courier and --code have 60/)
  await track('ship', 'Nord', 'WK-1')
  expect(await track('tracking', 'Nord', 'WK-1')).toContain('That is its number already.')
  expect(await track('tracking', 'Nord\n', ' WK-2', '--url', 'https://track.example/2')).toContain('Changed.')
  expect(await track('ship', 'Süd', 'SK-3')).toContain('Changed.')
  expect(await mails(id, 'due')).toEqual(expect.arrayContaining(['tracking-changed', 'tracking-changed']))
  const found = await findOrderById(db, id)
  if (!found) throw new Error('the order is gone')
  expect(found.tracking).toEqual({ carrier: 'Süd', code: 'SK-3', url: null })
  expect(await order('show', number)).toContain('tracking Süd SK-3 instead of Nord WK-2 by Berta Kasse')
  const history = (await orderHistory(db, id)).filter((each) => each.kind !== 'step' || each.event !== 'pay')
  const page = orderPageView(
    { order: found, history, invoices: [], refunds: [], pages: new Set() },
    { settings: await readSettings(db), locale: 'en', apiUrl: '', now: new Date() },
  )
  const labels = page.timeline.moments.map(({ label }) => label)
  expect(labels).toEqual(
    expect.arrayContaining([
      'Handed to Nord',
      'New tracking number: Nord, WK-2',
      'New tracking number: Süd, SK-3',
    ]),
  )
  const { payload } = await db
    .selectFrom('mail_outbox')
    .select('payload')
    .where('reason', 'like', `order:${id}:tracking-changed:%`)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  expect(payload).toMatchObject({ carrier: 'Nord', code: 'WK-2', url: 'https://track.example/2' })
})
