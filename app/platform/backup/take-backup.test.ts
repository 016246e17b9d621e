import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { openLocalFiles } from '../files.ts'
import { StartFault } from '../start-fault.ts'
import { withBackupLock, withPlaceLock } from './backup-lock.ts'
import { type BackupStore, openBackupFolder } from './backup-store.ts'
import { missingPart, notedObjects, readBackups } from './manifest.ts'
import { makeBackupKey } from './sealed-stream.ts'
import { takeBackup } from './take-backup.ts'

const database = testDatabase()
const home = temporaryFolder()
const { recipient } = await makeBackupKey()
const limited = `reader_${Date.now().toString(36)}`
let client: pg.Client

const withClient = async <T>(connectionString: string, work: (client: pg.Client) => Promise<T>) => {
  const opened = new pg.Client({ connectionString })
  await opened.connect()
  try {
    return await work(opened)
  } finally {
    await opened.end()
  }
}

beforeAll(async () => {
  client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  // More than every buffer between the database and the place of backups holds.
  await client.query(`create table wide as
    select n, encode(sha256(n::text::bytea), 'hex') || encode(sha512(n::text::bytea), 'hex') as text
    from generate_series(1, 40000) n`)
  await client.query(`create role ${limited} login`)
  await client.query(`grant select on all tables in schema public to ${limited}`)
})

afterAll(async () => {
  await client.query(`drop owned by ${limited}; drop role ${limited}`)
  await client.end()
})

const storeIn = (name: string) => {
  mkdirSync(join(home, name), { recursive: true })
  return openBackupFolder(join(home, name))
}

const taking = (connectionString: string, store: BackupStore) =>
  withClient(connectionString, (own) =>
    takeBackup({
      ...{ client: own, connectionString, kind: 'tables', store, recipient, keepDays: 30 },
      dataDir: join(home, 'data'),
      files: openLocalFiles(join(home, 'data/files')),
      countRows: async () => ({}),
      now: () => new Date(),
    }),
  )

/** A place whose disk is full after so many bytes. */
const fullAfter = (bytes: number, store: BackupStore): BackupStore => {
  let left = bytes
  async function* untilFull(source: Readable) {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      left -= chunk.length
      if (left < 0)
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      yield chunk
    }
  }
  return { ...store, put: (stem, source) => store.put(stem, Readable.from(untilFull(source))) }
}

const heldLocks = async () => {
  const { rows } = await client.query(
    `select count(*)::int as held from pg_locks where locktype = 'advisory' and granted and database =
      (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.held
}

const objectsIn = (name: string) =>
  readdirSync(join(home, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

test('a place that is full ends the backup with its reason, and leaves neither lock nor half a backup', async () => {
  const place = storeIn('full')
  await expect(taking(database.connectionString, fullAfter(1_000_000, place))).rejects.toThrow(/ENOSPC/)
  expect(objectsIn('full')).toEqual([])
  expect(await heldLocks()).toBe(0)
  const manifest = await taking(database.connectionString, place)
  expect(manifest.tables.length).toBeGreaterThan(50)
})

const as = (role: string) => {
  const address = new URL(database.connectionString)
  address.username = role
  return address.toString()
}

test('an account that may not see where numbers stand makes no backup that would begin them anew', async () => {
  const place = storeIn('limited')
  const refused = await taking(as(limited), place).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartFault)
  const words = String(refused)
  expect(words).toMatch(new RegExp(`${limited} may not read \\w+_seq.* and \\d+ more`))
  expect(words).not.toContain('grant select on all tables')
  expect(objectsIn('limited')).toEqual([])
  // What it says is what helps.
  const grant = /grant select on all sequences [^;]*;/.exec(words)?.[0] ?? ''
  await client.query(grant)
  await client.query(`revoke select on shop_order from ${limited}`)
  await expect(taking(as(limited), place)).rejects.toThrow(
    /may not read shop_order: .*grant select on all tables in schema "public"/,
  )
  await client.query(`grant select on shop_order to ${limited}`)
  expect((await taking(as(limited), place)).kind).toBe('tables')
})

test('rows that a policy hides from the account are not left out without a word', async () => {
  await client.query('alter table wide enable row level security')
  try {
    await expect(taking(as(limited), storeIn('hidden'))).rejects.toThrow(
      /row-level security policy for table "wide"/,
    )
  } finally {
    await client.query('alter table wide disable row level security')
  }
  expect(objectsIn('hidden')).toEqual([])
})

test('what a backup that was killed has left goes before the next one, and nothing of a whole one', async () => {
  const place = storeIn('killed')
  const whole = await taking(database.connectionString, place)
  const before = objectsIn('killed')
  for (const name of [`20200101T000000Z-table.${'0'.repeat(64)}`, '.0123456789abcdef.tmp', 'notes.txt'])
    writeFileSync(join(home, 'killed/base', name), 'half')
  // It takes nothing of it away where it fails itself.
  await expect(taking(database.connectionString, fullAfter(0, place))).rejects.toThrow(/ENOSPC/)
  expect(objectsIn('killed').toSorted()).toEqual([...before, 'notes.txt'].toSorted())
  expect(await missingPart(place, whole)).toBeNull()
})

test('beside a backup that cannot be read a new one is made whole, nothing is removed, and both are told', async () => {
  const place = storeIn('damaged')
  const first = await taking(database.connectionString, place)
  const damaged = `backups/20200101T000000Z.${'0'.repeat(64)}`
  const itsTable = `base/20200101T000000Z-table.${'0'.repeat(64)}`
  for (const object of [damaged, itsTable]) writeFileSync(join(home, 'damaged', object), '{')
  await expect(taking(database.connectionString, place)).rejects.toThrow(
    new RegExp(
      `${damaged} does not hold what was stored.* newest backup is whole; nothing older was removed`,
    ),
  )
  expect(objectsIn('damaged')).toContain(itsTable.slice('base/'.length))
  const { backups, unread } = await readBackups(place)
  expect(backups.map(({ manifest }) => manifest.id)).toEqual([first.id, expect.any(String)])
  for (const { manifest } of backups) expect(await missingPart(place, manifest)).toBeNull()
  expect(unread.map(({ object }) => object)).toEqual([damaged])
  expect(await notedObjects(place)).toEqual(new Set())
  await place.remove(damaged)
  const note = await place.put('later/20200101T000000Z', Readable.from([Buffer.from('{}')]))
  await expect(taking(database.connectionString, place)).rejects.toThrow(`Take ${note.name} away`)
  await place.remove(note.name)
  await taking(database.connectionString, place)
  expect(objectsIn('damaged')).not.toContain(itsTable.slice('base/'.length))
})

test('a backup is refused beside another one, and waits for WAL that is being sent', async () => {
  const place = storeIn('locked')
  await withClient(database.connectionString, (other) =>
    withBackupLock(other, () =>
      expect(taking(database.connectionString, place)).rejects.toThrow('Another backup is being made'),
    ),
  )
  const order: string[] = []
  let sent = () => {}
  const sending = withClient(database.connectionString, (other) =>
    withPlaceLock(other, async () => {
      await new Promise<void>((resolve) => {
        sent = resolve
      })
      order.push('sent')
    }),
  )
  await expect.poll(() => heldLocks()).toBe(1)
  const taken = taking(database.connectionString, place).then(() => order.push('backed up'))
  await expect.poll(() => heldLocks()).toBe(2)
  sent()
  await Promise.all([sending, taken])
  expect(order).toEqual(['sent', 'backed up'])
  await withClient(database.connectionString, (other) =>
    withPlaceLock(other, () =>
      withClient(database.connectionString, (impatient) =>
        expect(withBackupLock(impatient, async () => 0, { most: 0, each: 1 })).rejects.toThrow(
          'still sending WAL',
        ),
      ),
    ),
  )
  expect(await heldLocks()).toBe(0)
})
