import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'

const database = testDatabase()
const copies = 4_000

beforeAll(async () => {
  await loadCast(database.db)
  await sql`
    insert into product
    select copy.* from product p, generate_series(1, ${sql.lit(copies)}) as n, lateral
      jsonb_populate_record(p, jsonb_build_object('id', (500000 + n)::text)) as copy
    where p.id = ${cast.availableSubmariner}`.execute(database.db)
})

/** What searches read of every piece. */
const documents = (db: Database) =>
  query(db, { id: text, availability: int4, listed: timestamptz, price: int4, words: text })`
    select product_id as id, availability::int4, listed_at as listed, price_cents as price, words::text
    from search_document where product_id < '500100' order by product_id`

async function documentsMadeAnew(db: Database) {
  await sql`delete from search_document where product_id < '500100'`.execute(db)
  await sql`select refresh_search(array(select id from product where id < '500100'))`.execute(db)
  return documents(db)
}

test('after every kind of change by one statement the search holds what it would hold made anew', async () => {
  const { db } = database
  const before = await documents(db)
  await sql`
    update product set price_cents = price_cents + 700, weight_grams = 12,
      status = case id::int % 5 when 0 then 'reserved' when 2 then 'preparing' else status end,
      listed_at = case id::int % 7 when 0 then listed_at - interval '1 day' else listed_at end,
      name = case id::int % 3 when 0 then jsonb_set(name, '{de}', '"Kleinod"') else name end,
      dial = case id::int % 4 when 0 then 'salmon' else dial end,
      description = '{"de": "Neu beschrieben.", "en": "Newly described."}'
    where id between '500001' and '500099'`.execute(db)
  const changed = await documents(db)
  expect(changed).not.toEqual(before)
  expect(changed.some(({ words }) => words.includes('kleinod'))).toBe(true)
  expect(changed).toEqual(await documentsMadeAnew(db))

  // What has left the shop comes back with its words of now.
  await sql`
    update product set price_cents = price_cents - 300,
      status = case status when 'preparing' then 'listed' else 'sold' end
    where status in ('preparing', 'reserved') and id between '500001' and '500099'`.execute(db)
  const back = await documents(db)
  expect(back.length).toBe(before.length)
  expect(back).toEqual(await documentsMadeAnew(db))
})

test('what is searched of stones goes when all of them are gone at once', async () => {
  const { db } = database
  const withStones = () =>
    query(db, { id: text, words: text })`
      select product_id as id, words::text from search_document
      where product_id in ('500001', '500002') order by product_id`
  const without = await withStones()
  await sql`insert into stone (product_id, position, stone, carat)
    values ('500001', 0, 'ruby', 1.57), ('500002', 0, 'diamond', 0.83)`.execute(db)
  expect(await withStones()).not.toEqual(without)
  await sql`truncate stone`.execute(db)
  expect(await withStones()).toEqual(without)
})

test('a shop’s whole stock is repriced by one statement within its time, after single changes too', async () => {
  await database.db.transaction().execute(async (transaction) => {
    const reprice = (from: string) =>
      sql`update product set price_cents = price_cents + 100 where id >= ${from}`.execute(transaction)
    const counts = () =>
      query(transaction, { different: int4, written: int4, beside: int4 })`
        select count(*) filter (where d.price_cents <> p.price_cents)::int4 as different,
          pg_stat_get_xact_tuples_updated('search_document'::regclass)::int4 as written,
          pg_stat_get_xact_tuples_hot_updated('search_document'::regclass)::int4 as beside
        from search_document d join product p on p.id = d.product_id`
    await reprice(String(500_000 + copies))
    const [before] = await counts()
    await reprice('500100')
    const [after] = await counts()
    if (!before || !after) throw new Error('the database did not answer')
    expect(after.different).toBe(0)
    expect(after.written - before.written).toBe(copies - 99)
    // On the page where it stood, so that no word is written into the index again.
    expect(after.beside - before.beside).toBeGreaterThan(copies * 0.9)
  })
})
