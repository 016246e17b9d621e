import { userInfo } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { cancelOrder } from '#tests/cancel-order.ts'
import { statusOf } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { addCompleteRings, cancelPaid, sell, take, withdraw } from '#tests/returned-pieces.ts'
import { typed } from '#tests/run-typed-command.ts'
import { piece as pieceCommand } from './piece.ts'

const database = testDatabase()
let db: Database

beforeAll(() => {
  db = database.db
})

/** What the command prints, or why it refuses. */
async function piece(...words: string[]): Promise<string> {
  const { code, out, err } = await typed(pieceCommand, words, { DATABASE_URL: database.connectionString })
  if (code === 0) return out.trimEnd()
  expect(err).not.toMatch(/^ {4}at /m)
  return err.split('\n')[0] ?? ''
}

test('lists what came back, shows it, and puts it on sale again', async () => {
  expect(await piece()).toBe('No piece waits.')
  await addCompleteRings(db, ['71001', '71002'])
  const cancelled = await sell(db, ['71001'])
  await cancelPaid(db, cancelled)
  const withdrawn = await sell(db, ['71002'])
  await take(db, withdrawn, 'prepare', 'ship')
  await withdraw(db, withdrawn, ['71002'])
  expect(await piece('relist', '71002')).toMatch(/^✗ 71002 is not put on sale: it is not here yet: order RG-/)
  await take(db, withdrawn, 'receive-return')
  const list = (await piece('list')).split('\n')
  expect(list[0]).toMatch(
    new RegExp(`^71001 {2}intake .* ${cancelled.number} {2}Ring 71001 {2}may be relisted\\.$`),
  )
  expect(list[1]).toMatch(new RegExp(`^71002 {2}returned .*inspected ${withdrawn.number}`))
  expect(await piece('show', '71001')).toMatch(/price {3}€1,200[\s\S]*take-back[\s\S]*sold → returned/)
  expect(await piece('relist', '71001', '--price', '1.290,50', '--by', 'Berta')).toBe(
    '✓ 71001 is on sale for €1,290.50; it was intake.',
  )
  expect(await statusOf(db, '71001')).toBe('listed')
  expect(await piece('show', '71001')).toMatch(/list {8}preparing → listed \(Berta\)$/)
  expect(await piece('relist', '71001')).toBe(
    '✗ 71001 is not put on sale: it is on sale already, or reserved for a buyer.',
  )
  await take(db, withdrawn, 'inspect')
  await piece('relist', '71002')
  expect(await piece('show', '71002')).toContain(`(account ${userInfo().username})`)
  expect(await piece('list')).toBe('No piece waits.')
})

test('names who of staff took a piece back with its order', async () => {
  await addCompleteRings(db, ['71005'])
  const { id } = await sell(db, ['71005'])
  await cancelOrder(db, id, await readSettings(db), staffNamed('Berta Kasse'), 'Stein locker')
  expect(await piece('show', '71005')).toMatch(/returned → intake \(Berta Kasse\)$/)
})

test('says what a piece lacks', async () => {
  await addCompleteRings(db, ['71003'])
  await cancelPaid(db, await sell(db, ['71003']))
  await db.deleteFrom('photo').where('product_id', '=', '71003').execute()
  expect(await piece('relist', '71003')).toBe('✗ 71003 is not put on sale: it lacks a photo.')
  expect(await piece('list')).toContain('it lacks a photo.')
})

test.each([
  [['show'], /^✗ "show" is not understood\.$/],
  [['relist', '12'], /^✗ "12" is not a stock number/],
  [['relist', '71009', '--price', 'viel'], /^✗ "viel" is not a price/],
  [['relist', '71009', '--price', '0'], /^✗ "0" is not a price/],
  [['relist', '71009'], /^✗ 71009 is not put on sale: there is no piece of this number\.$/],
  [['show', '71009'], /^✗ 71009 is no piece of this shop\.$/],
  [['relist', '71009', '--by', ' '], /^✗ --by is a name of at most 100 characters\.$/],
  [['relist', '71009', '--by', 'x'.repeat(101)], /^✗ --by is a name of at most 100 characters\.$/],
  [['relist', '71009', '--by', 'Buyer'], /^✗ --by is a member of staff; "Buyer" is not\.$/],
  [['list', '--price', '1'], /^✗ "list" has no option --price/],
  [['melt', '71001'], /is not understood/],
])('refuses %j', async (words, reason) => {
  expect(await piece(...words)).toMatch(reason)
})
