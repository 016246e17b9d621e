import { beforeAll, expect, test } from 'vitest'
import { castNow as now, loadDemoPieces } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { findCards } from './cards.ts'
import { similarPieces } from './similar.ts'

const database = testDatabase()
let all: string[] = []

beforeAll(async () => {
  await loadDemoPieces(database.db)
  const rows = await database.db.selectFrom('product').select('id').execute()
  all = rows.map(({ id }) => id)
}, 60_000)

test('beside no piece stands one with its photo, nor two with the same', async () => {
  for (const id of all) {
    const [own] = await findCards(database.db, [id], now)
    const shown = [own, ...(await similarPieces(database.db, id, { now }))].map((each) => each?.photos[0]?.id)
    expect(new Set(shown).size, id).toBe(shown.length)
  }
})

test('what is worn otherwise comes only after all that is worn alike', async () => {
  const diameterOf = async (id: string) =>
    Number(
      (
        await database.db
          .selectFrom('product')
          .select('diameter_mm')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).diameter_mm,
    )
  // A Submariner of 40 mm: a Lady-Datejust of 28 mm is by the same maker and nothing that one would wear instead.
  const beside = await similarPieces(database.db, '10482', { now })
  expect(beside.length).toBeGreaterThan(1)
  for (const { id, priceCents } of beside) {
    expect(Math.abs((await diameterOf(id)) - 40), id).toBeLessThanOrEqual(3)
    expect(priceCents / 985_000, id).toBeGreaterThan(0.4)
    expect(priceCents / 985_000, id).toBeLessThan(2.5)
  }
})
