import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isRouteErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import type { Log } from '../log.ts'
import { openDatabase, unhurried } from './database.ts'
import { DatabaseUnavailable } from './database-unavailable.ts'
import { int4, query, text } from './statement.ts'

const database = testDatabase({ migrated: false })

test('no server: told as such, at once, and as an answer that the router takes over', async () => {
  const nowhere = mkdtempSync(join(tmpdir(), 'no-database-'))
  const db = openDatabase(`postgres://shop@localhost/shop?host=${nowhere}`)
  const error = await sql`select 1`.execute(db).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(DatabaseUnavailable)
  expect(isRouteErrorResponse(error)).toBe(true)
  expect(error).toMatchObject({ status: 503, cause: { code: 'ENOENT' } })
  await db.destroy()
  rmSync(nowhere, { recursive: true })
})

test('a connection that is cut in the middle of a transaction: told, and the next query has another one', async () => {
  const { db } = database
  const cut = db.transaction().execute(async (transaction) => {
    const rows = await query(transaction, { pid: int4 })`select pg_backend_pid() as pid`
    await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(db)
    await sql`select 1`.execute(transaction)
  })
  await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable)
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
})

test('a lock that is not had in time is told as such; a fault of the statement stays what it is', async () => {
  const { db } = database
  await db.transaction().execute(async (holding) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(holding)
    const waiting = db.transaction().execute(async (transaction) => {
      await sql`set local lock_timeout = '20ms'`.execute(transaction)
      await sql`select pg_advisory_xact_lock(1)`.execute(transaction)
    })
    await expect(waiting).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
  await expect(sql`select 1 / 0`.execute(db)).rejects.toMatchObject({ code: '22012' })
})

test('no connection waits for ever, neither for a lock nor within a transaction', async () => {
  const rows = await query(database.db, { name: text, setting: text })`
    select name, setting from pg_settings
    where name in ('lock_timeout', 'idle_in_transaction_session_timeout', 'statement_timeout') order by name
  `
  expect(rows.map(({ setting }) => Number(setting))).toEqual([60_000, 15_000, 30_000])
})

test('a statement that takes too long is told as such, and may take longer where it is expected to', async () => {
  const { db } = database
  const slow = db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = '20ms'`.execute(transaction)
    await sql`select pg_sleep(10)`.execute(transaction)
  })
  await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable)
  const limit = (on: typeof db) =>
    query(on, { limit: text })`select current_setting('statement_timeout') as limit`
  expect(await unhurried(db, limit)).toEqual([{ limit: '10min' }])
  expect(await limit(db)).toEqual([{ limit: '30s' }])
  const command = openDatabase(database.connectionString, { unhurried: true })
  expect(await limit(command)).toEqual([{ limit: '0' }])
  await command.destroy()
})

test('an idle connection that breaks off is logged, and replaced by the next query', async () => {
  const warned: string[] = []
  const log = { warn: (_: object, text: string) => warned.push(text) } as unknown as Log
  const db = openDatabase(database.connectionString, { maxConnections: 1, log })
  const rows = await query(db, { pid: int4 })`select pg_backend_pid() as pid`
  await sql`select pg_terminate_backend(${rows[0]?.pid}::int)`.execute(database.db)
  await expect.poll(() => warned).toEqual(['an idle database connection broke off'])
  expect((await sql`select 1`.execute(db)).rows).toHaveLength(1)
  await db.destroy()
})
