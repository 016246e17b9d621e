import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { mostRowsRead } from '#tests/rows-read.ts'
import { productAddresses, productRuns } from './product-addresses.ts'

const database = testDatabase()
const copies = 1_200

beforeAll(() => loadCast(database.db))

async function idsOf(range?: { skip: number; limit: number }): Promise<string[]> {
  const ids: string[] = []
  for await (const some of productAddresses(database.db, range)) ids.push(...some.map(({ id }) => id))
  return ids
}

test('the sitemap has pieces with stock alone, in any part of them', async () => {
  expect(await idsOf()).toEqual(['10482', '10483', '20101', '20103', '30001'])
  expect(await idsOf({ skip: 0, limit: 3 })).toEqual(['10482', '10483', '20101'])
  expect(await idsOf({ skip: 3, limit: 3 })).toEqual(['20103', '30001'])
  expect(await idsOf({ skip: 5, limit: 3 })).toEqual([])
})

/** A piece that came or went changes its own run and every later one. */
async function runsByDefinition(db: Database, size: number) {
  const pieces = await db
    .selectFrom('product')
    .select(['id', 'status', 'updated_at', 'listed_at'])
    .orderBy('id')
    .execute()
  const isOffered = ({ status }: { status: string }) => status === 'listed' || status === 'reserved'
  const offered = pieces.filter(isOffered)
  const latest = (dates: (Date | null)[]) => Math.max(...dates.map((date) => date?.getTime() ?? 0))
  return Array.from({ length: Math.ceil(offered.length / size) }, (_, run) => {
    const own = offered.slice(run * size, (run + 1) * size)
    const next = offered[(run + 1) * size]
    const last = own.at(-1)?.id ?? ''
    // What went behind the last piece of the last run was in that run, unless it is full.
    const until = (id: string) => id <= last || (!next && own.length < size)
    const gone = pieces.filter((piece) => !isOffered(piece) && piece.listed_at && until(piece.id))
    const came = offered.filter(({ id }) => id <= last)
    const at = latest([
      ...own.map((piece) => piece.updated_at),
      ...gone.map((piece) => piece.updated_at),
      ...came.map((piece) => piece.listed_at),
    ])
    return { count: own.length, changedAt: at }
  })
}

describe('runs of pieces', () => {
  test('a part changes when its last piece leaves it', async () => {
    const before = (await productRuns(database.db, 10)).at(-1)
    await database.db.updateTable('product').set({ status: 'reserved' }).where('id', '=', '30001').execute()
    await database.db.updateTable('product').set({ status: 'sold' }).where('id', '=', '30001').execute()
    const after = (await productRuns(database.db, 10)).at(-1)
    expect(after?.count).toBe((before?.count ?? 0) - 1)
    expect(Number(after?.changedAt)).toBeGreaterThan(Number(before?.changedAt))
  })

  describe('of many', () => {
    beforeAll(async () => {
      const { db } = database
      await sql`
        insert into product
        select copy.* from product p, generate_series(1, ${sql.lit(copies)}) as n, lateral
          jsonb_populate_record(p, jsonb_build_object('id', (500000 + n)::text)) as copy
        where p.id = ${cast.availableSubmariner}`.execute(db)
      await sql`
        update product set status = 'reserved' where id > '500000' and id::int % 5 = 0`.execute(db)
      await sql`update product set status = 'sold' where id > '500000' and id::int % 10 = 0`.execute(db)
      // Another moment for some of them: a statement has one for all.
      for (const step of [3, 17, 101])
        await sql`update product set weight_grams = ${step} where id::int % ${sql.lit(step)} = 1`.execute(db)
    })

    test.each([1, 7, 100, 360, 5_000])('of %s they are as defined', async (size) => {
      const found = await productRuns(database.db, size)
      expect(found.map(({ count, changedAt }) => ({ count, changedAt: changedAt.getTime() }))).toEqual(
        await runsByDefinition(database.db, size),
      )
    })

    test('every piece is in one part, in the order of their numbers', async () => {
      const all = await idsOf()
      expect(all).toEqual(all.toSorted())
      expect(all.length).toBeGreaterThan(copies / 2)
      const size = 333
      const parts: string[] = []
      for (const [run] of (await productRuns(database.db, size)).entries())
        parts.push(...(await idsOf({ skip: run * size, limit: size })))
      expect(parts).toEqual(all)
    })

    test('are counted by reading each piece once, however many runs there are', async () => {
      const most = await mostRowsRead(database.db, (db) => productRuns(db, 10), { of: /window earlier/ })
      expect(most).toHaveLength(1)
      expect(Math.max(...most)).toBeLessThan(2 * copies)
    })

    test('are counted once until a piece changes', async () => {
      const { db } = database
      const before = await productRuns(db, 50)
      expect(await productRuns(db, 50)).toBe(before)
      await sql`update product set weight_grams = 7 where id = '500001'`.execute(db)
      const after = await productRuns(db, 50)
      expect(Number(after[0]?.changedAt)).toBeGreaterThan(Number(before[0]?.changedAt))
    })

    test('addresses are read a few hundred at a time', async () => {
      const sizes: number[] = []
      for await (const some of productAddresses(database.db)) sizes.push(some.length)
      expect(sizes.length).toBeGreaterThan(1)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
    })
  })
})
