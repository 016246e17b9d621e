import { expect, test } from 'vitest'
import { int8, value } from '#app/platform/database/statement.ts'
import { readSettings, saveSetting } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { demo } from './demo.ts'

const database = testDatabase()
const folder = temporaryFolder()

const env = { DATABASE_URL: database.connectionString, DATA_DIR: folder }
const type = (...words: string[]) => typed(demo, words, env)

async function pieces(): Promise<number> {
  const { count } = await database.db
    .selectFrom('product')
    .select(value(int8)`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

test('fills an empty database once, and adds plausible pieces on top of what is there', async () => {
  const first = await type()
  expect(first).toMatchObject({ code: 0, err: '' })
  const loaded = Number(/^✓ Demo shop loaded: (\d+) pieces, \d+ photos, \d+ stories$/m.exec(first.out)?.[1])
  expect(loaded).toBeGreaterThan(20)
  expect(await pieces()).toBe(loaded)
  const again = '✓ There is a shop in this database already; nothing was changed\n'
  expect(await type()).toEqual({ code: 0, out: again, err: '' })
  expect((await type('--products', '25')).out).toMatch(/^✓ \d+ pieces a second\n$/)
  expect(await pieces()).toBe(loaded + 25)
})

test('plays business in the demo shop alone, once, and where nobody is written to', async () => {
  const writing = await typed(demo, ['--business'], { ...env, SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(writing).toMatchObject({ code: 1, err: expect.stringContaining('while SMTP_URL is set') })

  const { db } = database
  const { site } = await readSettings(db)
  await saveSetting(db, 'site', { ...site, name: 'Juwelier Eigen' })
  const refused = { code: 1, out: '', err: expect.stringContaining('in the demo shop alone') }
  expect(await type('--business')).toMatchObject(refused)
  await saveSetting(db, 'site', site)
  expect(await db.selectFrom('shop_order').select('id').execute()).toEqual([])

  const { code, out, err } = await type('--business')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const played = /^✓ A day's business: (\d+) orders, (\d+) requests of sellers, 3 appointments, 4 enquiries$/m
  const [, orders, requests] = played.exec(out) ?? []
  const statuses = async (table: 'shop_order' | 'sell_request') =>
    (await db.selectFrom(table).select('status').execute()).map(({ status }) => status)
  const [ofOrders, ofRequests] = [await statuses('shop_order'), await statuses('sell_request')]
  expect([ofOrders.length, ofRequests.length]).toEqual([Number(orders), Number(requests)])
  const lying = ['awaiting_payment', 'paid', 'preparing', 'shipped', 'delivered', 'withdrawal_requested']
  expect(ofOrders).toEqual(expect.arrayContaining([...lying, 'return_received', 'refunded', 'completed']))
  const asked = ['submitted', 'estimated', 'accepted', 'inspected', 'final_offer', 'agreed']
  expect(ofRequests).toEqual(expect.arrayContaining([...asked, 'stocked', 'declined']))
  // Nobody who could exist is written to.
  const mails = await db.selectFrom('mail_outbox').select('recipient').execute()
  expect(mails.length).toBeGreaterThan(20)
  expect(mails.filter(({ recipient }) => !recipient?.endsWith('.example'))).toEqual([])

  expect(await type('--business')).toMatchObject(refused)
})

test.each([
  ['25'],
  ['--products', 'many'],
  ['--products', '2000001'],
  ['--products', '-1'],
  ['--pieces', '3'],
])('what is no number of pieces is refused: %s %s', async (...words) => {
  expect(await type(...words)).toMatchObject({ code: 1, out: '', err: expect.stringContaining(demo.usage) })
})
