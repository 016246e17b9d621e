import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { searchProducts } from '../search.ts'
import { statementsDue } from './schema-drift.ts'

const database = testDatabase()
const run = (statement: string) => sql.raw(statement).execute(database.db)

test('the migrated database is what the attributes declare (else: npm run attributes)', async () => {
  expect(await statementsDue(database.db)).toEqual([])
})

describe('what differs is named, and mended by the statements', () => {
  test.each([
    [
      'a column that is missing',
      'alter table product drop column bezel',
      /^alter table product add column bezel/,
    ],
    [
      'a value the database does not know',
      `alter table product drop constraint product_dial_check,
        add constraint product_dial_check check (dial in ('black', 'white'))`,
      /^alter table product add constraint product_dial_check check .*'salmon'/i,
    ],
    [
      'a value of stones it does not know',
      `alter table stone drop constraint stone_cut_check, add constraint stone_cut_check check (cut = 'oval')`,
      /^alter table stone add constraint stone_cut_check/,
    ],
    [
      'other limits of a figure',
      `alter table product drop constraint product_thickness_mm_check,
        add constraint product_thickness_mm_check check (thickness_mm > 0)`,
      /^alter table product add constraint product_thickness_mm_check/,
    ],
    [
      'a fact that other kinds of piece could have',
      'alter table product drop constraint only_jewellery',
      /^alter table product add constraint era_of_kind check \(kind = 'jewellery' or era is null\)/,
    ],
    [
      'a column the search does not read',
      `delete from search_column where name = 'calibre'`,
      /^insert into search_column .*'calibre', 'words', null/,
    ],
    [
      'a column it reads otherwise',
      `update search_column set reading = 'words' where name = 'coin'`,
      /^insert into search_column .*'coin', 'name', null/,
    ],
    [
      'a column it should not read',
      `insert into search_column (name, reading) values ('note', 'words')`,
      /^delete from search_column where name = 'note'/,
    ],
    [
      'a term that is missing',
      `delete from search_term where field = 'dial' and value = 'salmon'`,
      /^select put_search_term\('dial', 'salmon', 'Lachs lachsfarben salmon'\)/,
    ],
    [
      'a term of other words',
      `select put_search_term('dial', 'salmon', 'salmon shrimp')`,
      /^select put_search_term\('dial', 'salmon', /,
    ],
    [
      'a term nobody declares',
      `select put_search_term('dial', 'plaid', 'kariert plaid')`,
      /^select put_search_term\('dial', 'plaid', ''\)/,
    ],
  ])('%s', async (_, change, statement) => {
    await run(change)
    const due = await statementsDue(database.db)
    expect(due).toContainEqual(expect.stringMatching(statement))
    for (const each of due) await run(each)
    expect(await statementsDue(database.db)).toEqual([])
  })

  test('another type is decided by hand', async () => {
    await run('alter table product alter column max_wrist_mm type int')
    await expect(statementsDue(database.db)).rejects.toThrow(
      /max_wrist_mm: type is integer, declared is smallint/,
    )
    await run('alter table product alter column max_wrist_mm type smallint')
  })
})

test('a value is found by the words it is called from now on, and no longer by those before', async () => {
  await loadCast(database.db)
  const find = async (query: string) => (await searchProducts(database.db, query)).items.map(({ id }) => id)
  expect(await find('schwarz ')).toContain(cast.availableSubmariner)
  await run(`select put_search_term('dial', 'black', 'rabenfarben black')`)
  expect(await find('rabenfarben ')).toContain(cast.availableSubmariner)
  expect(await find('rabnfarben ')).toContain(cast.availableSubmariner)
  expect(await find('schwarz ')).not.toContain(cast.availableSubmariner)
})
