import { mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { migrate } from './migrate.ts'
import { query, text } from './statement.ts'

const database = testDatabase({ migrated: false })
const home = temporaryFolder()
let current = home

beforeEach(async () => {
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
})

/** The release's migrations from here on. */
function files(contents: Record<string, string>): void {
  current = mkdtempSync(join(home, 'release-'))
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(current, name), text)
}

const run = () => migrate(database.connectionString, { directory: current })

async function names(): Promise<string[]> {
  const rows = await query(database.db, { name: text })`select name from piece order by name`
  return rows.map((row) => row.name)
}

const first = { '0000_piece.sql': 'create table piece (name text);' }
const second = { ...first, '0001_ring.sql': `insert into piece values ('ring');` }

describe('applying', () => {
  test('takes the files in order, once', async () => {
    files(second)
    expect(await run()).toEqual(['0000_piece.sql', '0001_ring.sql'])
    expect(await run()).toEqual([])
    expect(await names()).toEqual(['ring'])
    files({ ...second, '0002_watch.sql': `insert into piece values ('watch');` })
    expect(await run()).toEqual(['0002_watch.sql'])
    expect(await names()).toEqual(['ring', 'watch'])
  })

  test('a failing file leaves nothing of itself, and is named with its line', async () => {
    files({
      ...second,
      '0002_wrong.sql': `insert into piece values ('chain');\nselect nothing\n  from nowhere;`,
    })
    await expect(run()).rejects.toThrow(
      'Migration 0002_wrong.sql failed and was taken back: relation "nowhere" does not exist (line 3)',
    )
    expect(await names()).toEqual(['ring'])
    files({ ...second, '0002_right.sql': `insert into piece values ('chain');` })
    expect(await run()).toEqual(['0002_right.sql'])
  })

  test('of two at once one waits for the other', async () => {
    files({
      '0000_slow.sql': `create table piece (name text); select pg_sleep(0.3); insert into piece values ('ring');`,
    })
    const both = await Promise.all([run(), run()])
    expect(both.map((applied) => applied.length).sort()).toEqual([0, 1])
    expect(await names()).toEqual(['ring'])
  })
})

describe('refusing', () => {
  test('a database newer than the release', async () => {
    files(second)
    await run()
    files(first)
    await expect(run()).rejects.toThrow(/newer than this release: it has migration 0001_ring/)
  })

  test('a file that was changed after it had been applied', async () => {
    files(second)
    await run()
    files({ ...second, '0000_piece.sql': 'create table piece (name text not null);' })
    await expect(run()).rejects.toThrow(/0000_piece.sql was changed after it had been applied/)
  })

  test('line ends are no change', async () => {
    files({ '0000_piece.sql': 'create table piece (\n  name text\n);\n' })
    await run()
    files({ '0000_piece.sql': 'create table piece (\r\n  name text\r\n);\r\n' })
    expect(await run()).toEqual([])
  })

  test('a half-migrated database', async () => {
    files(second)
    await run()
    await sql`delete from migration where number = 0`.execute(database.db)
    await expect(run()).rejects.toThrow(
      /half-migrated: 0001_ring was applied, 0000_piece.sql before it was not/,
    )
  })

  test('a database of something else', async () => {
    await sql`create table wp_posts (id int)`.execute(database.db)
    files(first)
    await expect(run()).rejects.toThrow(/already holds tables that are not this shop’s/)
  })

  test('two files of one number', async () => {
    files({ ...first, '0000_other.sql': 'select 1' })
    await expect(run()).rejects.toThrow('Two migrations have the number 0000')
  })

  test('a database that cannot be reached', async () => {
    files(first)
    await expect(migrate('postgres://shop@127.0.0.1:1/shop', { directory: current })).rejects.toThrow(
      /The database cannot be reached \(ECONNREFUSED.*DATABASE_URL/,
    )
  })
})

test('the shop’s own migrations apply to an empty database', async () => {
  const own = resolve(import.meta.dirname, '../../../db/migrations')
  const applied = await migrate(database.connectionString, { directory: own })
  expect(applied[0]).toBe('0000_extensions.sql')
  expect(await migrate(database.connectionString, { directory: own })).toEqual([])
})
