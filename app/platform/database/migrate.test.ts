import { mkdtempSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { migrate, openMigrations } from './migrate.ts'
import { bool, query, text } from './statement.ts'

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

const run = (told: Partial<Parameters<typeof migrate>[1]> = {}) =>
  migrate(database.connectionString, { directory: current, ...told })

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
  test('a database that a newer release has closed to former ones', async () => {
    files({
      ...second,
      '0002_contract.sql': '-- contract: unused since 0001_ring\ndrop table piece;',
      '0003_more.sql': 'create table more (id int);',
    })
    await run()
    files(second)
    await expect(run()).rejects.toThrow(
      /newer than this release: it has migration 0002_contract, which this release does not know and does not work with/,
    )
  })

  test('a migration between its own that it does not know', async () => {
    files({ ...first, '0001_other.sql': 'select 1' })
    await run()
    files({ ...first, '0002_watch.sql': 'select 1' })
    await expect(run()).rejects.toThrow(/it has migration 0001_other, which this release does not know/)
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

describe('beside other releases', () => {
  test('a former release starts on what a newer one has added, says so, and changes nothing', async () => {
    files({ ...second, '0002_more.sql': 'alter table piece add column weight int;' })
    await run()
    files(second)
    const newer: string[][] = []
    expect(await run({ onNewer: (names) => newer.push(names) })).toEqual([])
    expect(newer).toEqual([['0002_more']])
    expect(await openMigrations(database.connectionString, { directory: current })).toEqual([])
    files({
      ...second,
      '0002_more.sql': 'alter table piece add column weight int;',
      '0003_on.sql': 'select 1',
    })
    expect(await run()).toEqual(['0003_on.sql'])
  })

  test('a journal that an older release has made is taken on', async () => {
    files(first)
    await run()
    await sql`alter table migration drop column closes_former`.execute(database.db)
    expect(await openMigrations(database.connectionString, { directory: current })).toEqual([])
    files(second)
    expect(await run()).toEqual(['0001_ring.sql'])
  })
})

describe('beside traffic', () => {
  const waits = { each: 50, pause: 50, longest: 60_000 }
  const change = { '0002_more.sql': 'alter table piece add column weight int;' }

  test('it waits for a lock by turns, in which readers go on', async () => {
    files(second)
    await run()
    files({ ...second, ...change })
    const read: string[][] = []
    let waited = 0
    let done: Promise<string[]> | undefined
    await database.db.transaction().execute(async (transaction) => {
      await sql`select * from piece for update`.execute(transaction)
      done = run({ waits, onWait: () => (waited += 1) })
      await expect.poll(() => waited).toBe(1)
      // Each is asked while the migration still wants its lock; a lock that is waited for would keep all of them.
      for (let time = 0; time < 20; time += 1) read.push(await names())
    })
    expect(read).toHaveLength(20)
    expect(await done).toEqual(['0002_more.sql'])
    expect(waited).toBe(1)
  })

  test('after a while it gives up, takes itself back and says who is in its way', async () => {
    files(second)
    await run()
    files({ ...second, ...change })
    await database.db.transaction().execute(async (transaction) => {
      await sql`select * from piece for update`.execute(transaction)
      await expect(run({ waits: { each: 20, pause: 600, longest: 1_100 } })).rejects.toThrow(
        /0002_more.sql failed and was taken back: .*lock timeout\. Open transactions: \d+.* for \d s/,
      )
    })
    expect(await run()).toEqual(['0002_more.sql'])
  })

  const index = {
    '0002_index.sql':
      '-- no transaction\ncreate index concurrently if not exists piece_by_name on piece (name);\n',
  }

  test('an index is made beside it, while another process waits for its turn', async () => {
    files(second)
    await run()
    files({ ...second, ...index })
    const both = await Promise.all([run(), run(), run()])
    expect(both.flat()).toEqual(['0002_index.sql'])
    const valid = query(database.db, { valid: bool })`
      select indisvalid as valid from pg_index where indexrelid = 'piece_by_name'::regclass`
    expect(await valid).toEqual([{ valid: true }])
  })

  test('what an interrupted try left of an index is made anew', async () => {
    files({ ...second, '0001_ring.sql': `insert into piece values ('ring'), ('ring');` })
    await run()
    await sql`create unique index concurrently piece_by_name on piece (name)`
      .execute(database.db)
      .catch(() => undefined)
    await sql`delete from piece`.execute(database.db)
    files({ ...second, '0001_ring.sql': `insert into piece values ('ring'), ('ring');`, ...index })
    await run()
    const valid = query(database.db, { valid: bool })`
      select indisvalid as valid from pg_index where indexrelid = 'piece_by_name'::regclass`
    expect(await valid).toEqual([{ valid: true }])
  })

  test('nothing else stands outside of a transaction', async () => {
    files({ ...first, '0001_wrong.sql': '-- no transaction\ndrop table piece;' })
    await expect(run()).rejects.toThrow(/0001_wrong.sql failed: outside of a transaction stands nothing but/)
    expect(await names()).toEqual([])
  })
})

test('the shop’s own migrations apply to an empty database', async () => {
  const own = resolve(import.meta.dirname, '../../../db/migrations')
  const applied = await migrate(database.connectionString, { directory: own })
  expect(applied[0]).toBe('0000_extensions.sql')
  expect(await migrate(database.connectionString, { directory: own })).toEqual([])
})
