import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { openLocalFiles } from '../files.ts'
import { type BackupStore, openBackupFolder } from './backup-store.ts'
import { emptyAgain, requireEmptyDatabase } from './empty-database.ts'
import { restoreBackup } from './restore-backup.ts'
import { makeBackupKey } from './sealed-stream.ts'
import { takeBackup } from './take-backup.ts'

const database = testDatabase()
const target = testDatabase({ migrated: false })
const aside = testDatabase({ migrated: false })
const home = temporaryFolder()
const key = await makeBackupKey()
const place = openBackupFolder(join(home, 'backups'))
const role = `newcomer_${Date.now().toString(36)}`
let client: pg.Client

beforeAll(async () => {
  const source = new pg.Client({ connectionString: database.connectionString })
  await source.connect()
  await source.query(`insert into mail_outbox (reason, kind, locale, recipient)
    values ('a reason', 'contact-received', 'de', 'somebody@example.test')`)
  mkdirSync(join(home, 'backups'))
  await takeBackup({
    ...{ client: source, connectionString: database.connectionString, kind: 'tables', store: place },
    ...{ recipient: key.recipient, keepDays: 30, dataDir: join(home, 'data'), now: () => new Date() },
    files: openLocalFiles(join(home, 'data/files')),
    countRows: async () => ({}),
  })
  await source.end()
  client = new pg.Client({ connectionString: target.connectionString })
  await client.connect()
  await client.query(`create role ${role} login`)
})

afterAll(async () => {
  await client.query(`drop owned by ${role}; drop role ${role}`)
  await client.end()
})

const restoring = (folder: string, { store = place, connectionString = target.connectionString } = {}) =>
  restoreBackup({
    ...{ store, identity: key.identity, dataDir: join(home, folder), files: null },
    database: connectionString,
    migrations: resolve('db/migrations'),
    check: async () => {},
  })

/** What is in the schema, and the extensions of the database. */
async function contents(): Promise<Record<string, number>> {
  const { rows } = await client.query(`select
    (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as relations,
    (select count(*)::int from pg_proc where pronamespace = 'public'::regnamespace) as routines,
    (select count(*)::int from pg_type where typnamespace = 'public'::regnamespace) as types,
    (select count(*)::int from pg_extension) as extensions`)
  return rows[0]
}

const filesIn = (folder: string) => (existsSync(join(home, folder)) ? readdirSync(join(home, folder)) : [])

const full = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

test.each([
  ['cannot be opened', () => new Readable({ construct: (done) => done(full()) })],
  [
    'breaks off',
    (source: Readable) =>
      source.pipe(
        new Transform({ transform: (chunk, _, done) => done(null, chunk), flush: (done) => done(full()) }),
      ),
  ],
])('a restore whose last object %s leaves the database as empty as it was', async (_, faulty) => {
  await client.query('create or replace function mine() returns int language sql return 1')
  const before = await contents()
  // The last table: all the others are there by then.
  const copied = (await place.list('base')).filter(({ name }) => name.includes('-table'))
  let opened = 0
  const store: BackupStore = {
    ...place,
    get: async (name) => {
      const source = await place.get(name)
      if (name.includes('-table')) opened += 1
      return name.includes('-table') && opened === copied.length ? faulty(source) : source
    },
  }
  await expect(restoring('full', { store })).rejects.toThrow(/ENOSPC|another key/)
  expect(opened).toBe(copied.length)
  expect(await contents()).toEqual(before)
  expect(filesIn('full')).toEqual([])
})

/** Beside the backup, newer ones of each kind and a note that cannot be read; their objects. */
async function leaveUnreadable(): Promise<string[]> {
  const ofTomorrow = await place.put('backups/29990101T000000Z', Readable.from([Buffer.from('{"format":2}')]))
  const damaged = `backups/29990102T000000Z.${'0'.repeat(64)}`
  writeFileSync(join(home, 'backups', damaged), '{')
  const note = await place.put('later/29990103T000000Z', Readable.from([Buffer.from('{}')]))
  return [ofTomorrow.name, damaged, note.name]
}

test('after that it comes back whole, into a database that is empty and no other, and what cannot be read is told', async () => {
  const unreadable = await leaveUnreadable()
  const { passedOver } = await restoring('whole')
  expect(passedOver.map(({ message }) => message)).toEqual([
    `${unreadable[0]} was made by another release and cannot be read.`,
    `The backup is damaged: ${unreadable[1]} does not hold what was stored.`,
    `${unreadable[2]} was made by another release and cannot be read.`,
  ])
  const { rows } = await client.query('select reason from mail_outbox')
  expect(rows).toEqual([{ reason: 'a reason' }])
  expect(filesIn('whole')).toEqual(['secrets'])
  await expect(restoring('again')).rejects.toThrow('is not empty')
})

test('whatever the order in which things stand there, all that is new goes and what was there stays', async () => {
  const own = new pg.Client({ connectionString: aside.connectionString })
  await own.connect()
  try {
    await own.query(
      'create function mine() returns int language sql return 1; create domain small as int check (value < 9)',
    )
    const before = await requireEmptyDatabase(own)
    await own.query(`create extension pg_trgm; create domain large as int;
      create table owner (id int generated always as identity primary key, size large);
      create function counted() returns bigint language sql as 'select count(*) from owner';
      create table owned (id serial, owner int references owner); create view shown as select id from owned;
      create sequence alone; create index on owned (owner)`)
    // By this they stand behind their sequences.
    await own.query('alter table owner rename to owner_of_some; alter table owned rename to owned_by_some')
    await emptyAgain(own, before)
    const { rows } = await own.query(`select
      array(select relname::text from pg_class where relnamespace = 'public'::regnamespace) as relations,
      array(select proname::text from pg_proc where pronamespace = 'public'::regnamespace) as routines,
      array(select typname::text from pg_type where typnamespace = 'public'::regnamespace and typtype = 'd') as domains,
      array(select extname::text from pg_extension) as extensions`)
    expect(rows).toEqual([{ relations: [], routines: ['mine'], domains: ['small'], extensions: ['plpgsql'] }])
  } finally {
    await own.end()
  }
})

test('an account that may make no tables is told so before anything happens', async () => {
  const other = `bare_${role}`
  await client.query(`create database ${other}`)
  try {
    const address = new URL(target.connectionString)
    address.pathname = `/${other}`
    const owner = new pg.Client({ connectionString: address.toString() })
    await owner.connect()
    await owner.query('create view somebodys as select 1 as one')
    address.username = role
    const connectionString = address.toString()
    await expect(restoring('bare', { connectionString })).rejects.toThrow('is not empty')
    await owner.query('drop view somebodys')
    await expect(restoring('bare', { connectionString })).rejects.toThrow(
      `${role} may make no tables in the schema public`,
    )
    await owner.end()
    expect(filesIn('bare')).toEqual([])
  } finally {
    await client.query(`drop database ${other} with (force)`)
  }
})

test('a restore that was killed while its folders got their places gets the rest, and nothing is removed', async () => {
  const folder = join(home, 'killed')
  mkdirSync(join(folder, 'files'), { recursive: true })
  mkdirSync(join(folder, 'restoring/secrets'), { recursive: true })
  writeFileSync(join(folder, 'files/photo'), 'a photo')
  writeFileSync(join(folder, 'restoring/secrets/session-secret'), 'a secret')
  writeFileSync(join(folder, 'restoring/.checked'), '')
  mkdirSync(join(folder, 'secrets'))
  await expect(restoring('killed')).rejects.toThrow('something else has made secrets there')
  rmdirSync(join(folder, 'secrets'))
  await expect(restoring('killed')).rejects.toThrow('is whole now')
  expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual([
    'files',
    'files/photo',
    'secrets',
    'secrets/session-secret',
  ])
  // Without the mark nothing in it was anybody's: it is begun anew.
  mkdirSync(join(home, 'begun/restoring/postgres'), { recursive: true })
  await expect(restoring('begun')).rejects.toThrow('is not empty')
  expect(filesIn('begun')).toEqual([])
})

test('where none can be read, or the database is of another kind of machine, it is told before anything happens', async () => {
  const refused = async (folder: string, manifest: unknown) => {
    const store = openBackupFolder(join(home, folder))
    mkdirSync(join(home, folder))
    await store.put('backups/20261101T000000Z', Readable.from([Buffer.from(JSON.stringify(manifest))]))
    const options = { store, identity: key.identity, dataDir: join(home, `${folder}-shop`), files: null }
    const restored = restoreBackup({
      ...{ ...options, database: null, migrations: '' },
      check: async () => {},
    }).then(String, (error: Error) => error.message)
    return [await restored, filesIn(`${folder}-shop`)]
  }
  const object = { name: `base/20261101T000000Z.${'0'.repeat(64)}`, size: 1 }
  const cluster = {
    ...{ format: 1, id: '20261101T000000Z', begun: '2026-11-01T00:00:00Z', ended: '2026-11-01T00:00:01Z' },
    ...{ postgres: '18', platform: 'aix-ppc64', kind: 'cluster', system: '1', base: object, index: object },
    ...{ walFrom: '0'.repeat(24), walTo: '0'.repeat(24), secrets: [], files: [], rows: {} },
  }
  expect(await refused('of-tomorrow', { ...cluster, format: 2 })).toEqual([
    expect.stringMatching(
      /^backups\/20261101T000000Z\.\w+ was made by another release and cannot be read\.$/,
    ),
    [],
  ])
  expect(await refused('elsewhere', cluster)).toEqual([
    `This backup was made on aix-ppc64; it cannot be restored on ${process.platform}-${process.arch}.`,
    [],
  ])
  expect(
    await refused('older', { ...cluster, platform: `${process.platform}-${process.arch}`, postgres: '17' }),
  ).toEqual([
    'This backup was made by PostgreSQL 17; this release brings 18. Restore it with the release that made it.',
    [],
  ])
})
