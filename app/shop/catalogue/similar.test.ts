import { sql } from 'kysely'
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

const idsBeside = async (id: string) => (await similarPieces(database.db, id, { now })).map((each) => each.id)

test('the main stone comes before small differences of price', async () => {
  // A solitaire of half a carat for 1,480: another of one carat and rings of diamonds before a pearl ring for 1,390.
  const beside = await idsBeside('10405')
  expect(beside.slice(0, 3)).toEqual(['10425', '10481', '10471'])
  // Beside a signet ring those without a stone come first.
  expect((await idsBeside('10410')).slice(0, 2)).toEqual(['10361', '10474'])
})

test('a chronograph comes before what is only nearer in price', async () => {
  const rows = await database.db
    .selectFrom('product')
    .select(['id', 'complications'])
    .where('kind', '=', 'watch')
    .execute()
  const chronographs = new Set(
    rows.flatMap(({ id, complications }) => (complications?.includes('chronograph') ? [id] : [])),
  )
  const listed = await database.db.selectFrom('product').select('id').where('status', '=', 'listed').execute()
  const [one = ''] = listed.flatMap(({ id }) => (chronographs.has(id) ? [id] : []))
  const kinds = (await idsBeside(one)).map((id) => chronographs.has(id))
  expect(kinds).toContain(true)
  expect(kinds).toEqual(kinds.toSorted((a, b) => Number(b) - Number(a)))
})

test('no photo is shown twice', async () => {
  const { db } = database
  const [first = '', second = ''] = await idsBeside('10405')
  const photos = await db
    .selectFrom('photo')
    .selectAll()
    .where('product_id', '=', first)
    .where('position', '=', 0)
    .execute()
  expect(photos).toHaveLength(1)
  const [photo] = photos
  if (!photo) return
  await db.deleteFrom('photo').where('product_id', '=', second).execute()
  await db
    .insertInto('photo')
    .values({ ...photo, product_id: second, alt: JSON.stringify(photo.alt) })
    .execute()
  const beside = await idsBeside('10405')
  expect(beside).toContain(first)
  expect(beside).not.toContain(second)
  expect(beside).toHaveLength(4)
})

/** Prices from 100 to some 3,000 EUR in an order that has nothing to do with the pieces; `turn` tells one from another. */
const scatterPrices = (turn: number) =>
  sql`update product set price_cents = 10_000 + (id::bigint * ${sql.lit(7_919 + 1_000 * turn)} + ${sql.lit(turn)}) % 97 * 3_000`.execute(
    database.db,
  )

// Whoever wants many has every piece ranked and sorted; whoever wants few has most of them passed over.
test.each([1, 2, 3, 4, 5, 6])(
  'what is passed over is nothing that would be shown (prices %i)',
  async (turn) => {
    await scatterPrices(turn)
    const listed = await database.db
      .selectFrom('product')
      .select('id')
      .where('status', '=', 'listed')
      .execute()
    const idsOf = async (id: string, limit: number) =>
      (await similarPieces(database.db, id, { now, limit })).map((piece) => piece.id)
    let shown = 0
    for (const { id } of listed) {
      const all = await idsOf(id, 1_000)
      for (const limit of [1, 2, 4]) {
        const few = await idsOf(id, limit)
        expect(few, id).toEqual(all.slice(0, few.length))
        shown += few.length
      }
    }
    // Photos that pieces share leave some out here.
    expect(shown).toBeGreaterThan(3 * listed.length)
  },
)
