import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { migrateDatabase } from './migrate.ts'

const database = testDatabase({ migrated: false })
const type = (...words: string[]) =>
  typed(migrateDatabase, words, { DATABASE_URL: database.connectionString })

test('brings an empty database to this release, naming each migration, and finds nothing to do after', async () => {
  const files = readdirSync('db/migrations').sort()
  const { code, out } = await type()
  expect(code).toBe(0)
  expect(out.trimEnd().split('\n')).toEqual([
    ...files.map((file) => `✓ ${file}`),
    `✓ ${files.length} migrations applied`,
  ])
  expect(await type()).toEqual({ code: 0, out: '✓ The database is up to date\n', err: '' })
})

test('a database that cannot be reached is told in one line', async () => {
  const { code, out, err } = await typed(migrateDatabase, [], { DATABASE_URL: 'postgres://127.0.0.1:1/shop' })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/^✗ The database cannot be reached .*\n$/)
})

test('settings that cannot be used are all named', async () => {
  const { code, err } = await typed(migrateDatabase, [], { DATABASE_URL: 'mysql://host/shop', PORT: 'x' })
  expect(code).toBe(1)
  expect(err).toMatch(/^✗ Settings that cannot be used:\n( {2}- (PORT|DATABASE_URL): .*\n){2}$/)
})
