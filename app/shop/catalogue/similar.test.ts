import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue, castNow as now } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { similarPieces } from './similar.ts'

const database = testDatabase()

beforeAll(() => loadCatalogue(database.db), 60_000)

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
