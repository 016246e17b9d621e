import { type KyselyPlugin, type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { cast, castNow, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { findProduct, shownProduct } from './product.ts'

const database = testDatabase()
const [watch, ring] = [cast.availableSubmariner, cast.availableRing]
const words = (text: string) => JSON.stringify({ de: text, en: text })

beforeAll(() => loadCast(database.db))

const changes: [what: string, piece: string, change: RawBuilder<unknown>][] = [
  ['price', watch, sql`update product set price_cents = 915000 where id = ${watch}`],
  [
    'since when it was asked',
    watch,
    sql`update price_history set price_cents = 1111100 where product_id = ${watch}`,
  ],
  ['description', watch, sql`update product set description = ${words('anders')}::jsonb where id = ${watch}`],
  ['maker', watch, sql`update brand set name = 'ROLEX' where slug = 'rolex'`],
  ['model', watch, sql`update model set name = 'SUBMARINER' where slug = 'submariner'`],
  ['reference', watch, sql`update reference set number = '116610 LN' where number = '116610LN'`],
  ['photos', watch, sql`update photo set alt = ${words('anderswo')}::jsonb where product_id = ${watch}`],
  [
    'defect',
    watch,
    sql`insert into product_defect (product_id, text) values (${watch}, ${words('Kratzer')}::jsonb)
      on conflict (product_id) do update set text = excluded.text`,
  ],
  [
    'documents',
    watch,
    sql`insert into product_document (product_id, kind, title, public) values (${watch}, 'service', ${words('Beleg')}::jsonb, true)`,
  ],
  ['stones', ring, sql`update stone set carat = 1.77 where product_id = ${ring}`],
  ['status', ring, sql`update product set status = 'reserved' where id = ${ring}`],
  ['being shown at all', watch, sql`update product set status = 'preparing' where id = ${watch}`],
]

test('what is kept is one object, unless it is reduced, which depends on the day', async () => {
  const { db } = database
  const { soldTank: plain, availableSubmariner: reduced } = cast
  const year = 365 * 86_400_000
  expect(await shownProduct(db, plain, castNow)).toBe(await shownProduct(db, plain, castNow))
  const later = await shownProduct(db, reduced, new Date(castNow.getTime() + year))
  expect((await shownProduct(db, reduced, castNow))?.reduction).not.toBeNull()
  expect(later?.reduction).toBeNull()
})

test('what was read before a change is not kept when the change was seen meanwhile', async () => {
  const { db } = database
  const live = await catalogueInMemory(db)
  live.pieces.forgetAll()
  const price = (cents: number) =>
    db.updateTable('product').set({ price_cents: cents }).where('id', '=', watch).execute()
  const readBefore = await live.pieces.details.get([watch], async () => {
    const product = await findProduct(db, watch, null)
    await price(2_222_00)
    await catalogueInMemory(db)
    return product ? [{ piece: product, before: [], history: [] }] : []
  })
  expect(readBefore.get(watch)?.piece.priceCents).not.toBe(2_222_00)
  expect((await shownProduct(db, watch, castNow))?.priceCents).toBe(2_222_00)
})

test.for(changes)(
  'a page that is kept shows the %s of its piece as soon as it has changed',
  async ([, id, change]) => {
    const { db } = database
    const before = await shownProduct(db, id, castNow)
    expect(await shownProduct(db, id, castNow)).toEqual(before)
    await change.execute(db)
    const after = await shownProduct(db, id, castNow)
    expect(after).not.toEqual(before)
    expect(after).toEqual(await findProduct(db, id, castNow))
  },
)

test('loaders that ask in one go share one look at the catalogue, and who comes after a change has the next', async () => {
  const { db } = database
  await catalogueInMemory(db)
  let looks = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      looks += 1
      return result
    },
  }
  const counted = db.withPlugin(counting)
  await catalogueInMemory(counted)
  looks = 0
  await Promise.all([1, 2, 3].map(() => catalogueInMemory(counted)))
  expect(looks).toBe(1)
  const early = catalogueInMemory(counted)
  // By now it has been asked: it may not see what is committed from here on.
  await new Promise(setImmediate)
  const late = catalogueInMemory(counted)
  await Promise.all([early, late])
  expect(looks).toBe(3)
})

test('nonsense is nothing', async () => {
  for (const id of ['', '0', 'abc', "1'; --", '9'.repeat(400), '99999'])
    expect(await shownProduct(database.db, id, castNow)).toBeNull()
})
