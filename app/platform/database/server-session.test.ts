import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { until } from '#tests/within.ts'
import { type Database, isDatabaseAway, openDatabase } from './database.ts'
import { DatabaseUnavailable, isAway } from './database-unavailable.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { isStandby, lostLimits } from './server-session.ts'
import { int4, query } from './statement.ts'

/** A server that follows another, as after a base backup, until it is promoted. */
const folder = temporaryFolder()
let server: EmbeddedPostgres
let db: Database

beforeAll(async () => {
  const before = await startEmbeddedPostgres(folder, { durable: false })
  await before.stop()
  writeFileSync(join(folder, 'postgres', 'standby.signal'), '')
  server = await startEmbeddedPostgres(folder, { durable: false })
  db = openDatabase(server.connectionString, { maxConnections: 2 })
})
afterAll(async () => {
  await db?.destroy()
  await server?.stop()
})

const ask = () => query(db, { one: int4 })`select 1 as one`

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

test('a standby is no database to write to or to ask, until it is promoted', async () => {
  expect(await onServer(isStandby)).toBe(true)
  await expect(migrate(server.connectionString, { directory: 'db/migrations' })).rejects.toThrow(
    /The database is a standby/,
  )
  await expect(ask()).rejects.toBeInstanceOf(DatabaseUnavailable)
  await until(() => isDatabaseAway(db))
  await onServer((client) => client.query('select pg_promote()'))
  await until(() => !isDatabaseAway(db))
  expect(await ask()).toEqual([{ one: 1 }])
})

test('a primary that takes no writes for a while is read, and each write is told as a passing fault', async () => {
  await sql`create table if not exists written (id int)`.execute(db)
  await onServer((client) => client.query('alter database shop set default_transaction_read_only = on'))
  const other = openDatabase(server.connectionString, { maxConnections: 1 })
  const write = () => sql`insert into written values (1)`.execute(other)
  expect(await query(other, { one: int4 })`select 1 as one`).toEqual([{ one: 1 }])
  await onServer(async (client) => {
    await client.query('set default_transaction_read_only = off')
    await client.query('alter database shop reset default_transaction_read_only')
  })
  await expect(write()).rejects.toBeInstanceOf(DatabaseUnavailable)
  // The connection that could not write was given up for another.
  await write()
  expect(isDatabaseAway(other)).toBe(false)
  await other.destroy()
})

test('a commit that no standby has confirmed is not told as done', async () => {
  const standbys = (names: string) =>
    onServer(async (client) => {
      await client.query(`alter system set synchronous_standby_names = '${names}'`)
      await client.query('select pg_reload_conf()')
      await until(async () => {
        const { rows } = await client.query("select current_setting('synchronous_standby_names') as names")
        return rows[0].names === names
      })
    })
  const order = () =>
    db.transaction().execute(async (transaction) => {
      await sql`set local synchronous_commit = on`.execute(transaction)
      await sql`insert into written values (2)`.execute(transaction)
    })
  await order()
  await standbys('nobody')
  const unconfirmed = order()
  unconfirmed.catch(() => undefined)
  const cancel = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
  await until(async () => (await onServer((client) => client.query(cancel))).rowCount === 1)
  await expect(unconfirmed).rejects.toMatchObject({
    cause: { message: 'no standby has confirmed the commit' },
  })
  await standbys('')
  await order()
})

test('a session without the time limits it was opened with is noticed', async () => {
  const wanted = { statement_timeout: 30_000, lock_timeout: 15_000, idle_in_transaction_session_timeout: 0 }
  expect(await onServer((client) => lostLimits(client, wanted))).toEqual([
    'statement_timeout is 0 ms, not 30000 ms',
    'lock_timeout is 0 ms, not 15000 ms',
  ])
  const rest = await onServer(async (client) => {
    await client.query("set statement_timeout = '30s'; set lock_timeout = '1min'")
    return lostLimits(client, wanted)
  })
  expect(rest).toEqual(['lock_timeout is 60000 ms, not 15000 ms'])
})

test('a pooler is noticed by the number that it gives a session, and nothing is migrated through it', async () => {
  const socket = join(new URL(server.connectionString).searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const pooler = createServer((client) => {
    const behind = createConnection(socket)
    client.on('data', (bytes) => behind.write(bytes)).on('close', () => behind.destroy())
    behind.on('data', (bytes) => {
      // BackendKeyData: "K", its length (12), the process's number, the key.
      const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
      if (at >= 0) bytes.writeInt32BE(2 ** 30, at + 5)
      client.write(bytes)
    })
  })
  pooler.listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  onTestFinished(() => void pooler.close())
  const { port } = pooler.address() as AddressInfo
  const through = `postgres://shop@127.0.0.1:${port}/shop`
  await expect(migrate(through, { directory: 'db/migrations' })).rejects.toThrow(/DATABASE_DIRECT_URL/)
})

test('what a pooler says for a server that it does not reach passes, as the server’s own absence does', () => {
  const said = Object.assign(new Error('query_wait_timeout'), { code: '08P01' })
  expect([isAway(said), isAway(new Error('something else'))]).toEqual([true, false])
})
