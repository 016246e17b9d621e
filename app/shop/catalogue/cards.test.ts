import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { cardsOf, findCards } from './cards.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'

const database = testDatabase()
const piece = cast.availableSubmariner
const other = cast.reservedSpeedmaster

beforeAll(() => loadCast(database.db))

const card = async (id: string = piece) => (await findCards(database.db, [id], castNow))[0]
const price = (cents: number) =>
  database.db.updateTable('product').set({ price_cents: cents }).where('id', '=', piece).execute()

/** A database whose answers arrive only after something else has happened. */
function delayedBy(event: () => Promise<unknown>) {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await event()
      return result
    },
  }
  return database.db.withPlugin(plugin)
}

test('a card that was read before a change is not kept when the change was seen meanwhile', async () => {
  const live = await catalogueInMemory(database.db)
  live.pieces.forgetAll()
  const slow = delayedBy(async () => {
    await price(1_111_00)
    await catalogueInMemory(database.db)
  })
  const [before] = await cardsOf(slow, live, [piece, other], castNow)
  expect(before?.priceCents).toBe(9_850_00)
  expect((await card())?.priceCents).toBe(1_111_00)
  await price(9_850_00)
})

test('a maker’s new name stands on the cards of its pieces, also on one that is being read', async () => {
  const live = await catalogueInMemory(database.db)
  expect((await card(other))?.brand).toBe('Omega')
  const rename = (from: string, to: string) =>
    database.db.updateTable('brand').set({ name: to }).where('name', '=', from).execute()
  await rename('Omega', 'OMEGA')
  expect((await card(other))?.brand).toBe('OMEGA')
  live.pieces.forgetAll()
  const slow = delayedBy(async () => {
    await rename('OMEGA', 'Omega')
    await catalogueInMemory(database.db)
  })
  await cardsOf(slow, live, [other], castNow)
  expect((await card(other))?.brand).toBe('Omega')
})
