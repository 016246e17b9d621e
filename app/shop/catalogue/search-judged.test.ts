import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { loadPieces } from '#db/load-pieces.ts'
import { addBranches, castNow } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { judgedQueries } from '#tests/search-judged.ts'
import { searchProducts } from './search.ts'

const database = testDatabase()

beforeAll(async () => {
  await addBranches(database.db)
  await loadPieces(database.db, resolve('db/demo/pieces'), {
    now: castNow,
    files: openLocalFiles(join(tmpdir(), 'shop-cast-photos')),
    photos: resolve('db/demo/photos'),
    secret: 'a secret of at least thirty-two characters',
  })
})

describe('what a customer types finds the piece that is meant', () => {
  test('there are at least 150 judged queries, none twice', () => {
    const queries = judgedQueries.map((judged) => judged.query)
    expect(new Set(queries).size).toBe(queries.length)
    expect(queries.length).toBeGreaterThanOrEqual(150)
  })

  test.each(judgedQueries)('$query', async ({ query, first, within }) => {
    const found = (await searchProducts(database.db, query)).items.map((item) => item.id)
    if (first) expect(first, `found ${found.slice(0, 5)}`).toContain(found[0])
    if (within)
      expect(found.slice(0, 3), `found ${found.slice(0, 6)}`).toEqual(expect.arrayContaining([...within]))
  })
})
