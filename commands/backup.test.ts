import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackupFolder } from '#app/platform/backup/backup-store.ts'
import { notedObjects } from '#app/platform/backup/manifest.ts'
import { makeBackupKey } from '#app/platform/backup/sealed-stream.ts'
import { shipWal } from '#app/platform/backup/wal-archive.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { migrate } from '#app/platform/database/migrate.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { ownSecret } from '#app/platform/secrets.ts'
import { makeDatabaseFolder } from '#tests/database-folder.ts'
import { typed } from '#tests/run-typed-command.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const home = makeDatabaseFolder('shop-backup-')
const dataDir = join(home, 'data')
const stored = join(home, 'backups')
const identityFile = join(home, 'identity')
const photo = Buffer.from(Array.from({ length: 300_000 }, (_, place) => (place * 7919) % 251))

let server: EmbeddedPostgres
let client: pg.Client
let env: Record<string, string>
let secret: string
/** The database's time when the rows from 1 to 30000 were there, and those after them were not. */
let between: string

const restoring = (folder: string, ...words: string[]) =>
  typed(restore, ['--from', stored, '--identity', identityFile, ...words], { DATA_DIR: folder })

/** Rows of a restored shop. */
async function rowsIn(folder: string): Promise<number[]> {
  const restored = await startEmbeddedPostgres(folder, { durable: false })
  const reader = new pg.Client({ connectionString: restored.connectionString })
  await reader.connect()
  try {
    const { rows } = await reader.query('select n from drill order by n')
    return rows.map(({ n }) => n)
  } finally {
    await reader.end()
    await restored.stop()
  }
}

const upTo = (last: number) => Array.from({ length: last }, (_, place) => place + 1)

/** All that is written is archived and sent away. */
async function shipAll(place = stored): Promise<void> {
  const { rows } = await client.query('select pg_walfile_name(pg_switch_wal()) as name')
  for (let last = ''; last < rows[0].name; await wait(50)) {
    const answer = await client.query('select last_archived_wal as name from pg_stat_archiver')
    last = answer.rows[0]?.name ?? ''
  }
  const store = openBackupFolder(place)
  await shipWal({
    ...{ dataDir, store, recipient: env.BACKUP_RECIPIENT as string },
    files: openLocalFiles(join(dataDir, 'files')),
    known: () => notedObjects(store),
    now: () => new Date(),
  })
}

beforeAll(async () => {
  const { identity, recipient } = await makeBackupKey()
  writeFileSync(identityFile, `# the shop's\n${identity}\n`)
  env = { DATA_DIR: dataDir, BACKUP_DIR: stored, BACKUP_RECIPIENT: recipient }
  server = await startEmbeddedPostgres(dataDir, { durable: false, archive: true })
  await migrate(server.connectionString, { directory: resolve('db/migrations') })
  client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  await client.query('create table drill (n int primary key)')
  secret = ownSecret(dataDir, 'session-secret')
  await openLocalFiles(join(dataDir, 'files')).write('originals/a.jpg', photo)

  let written = 0
  let isBackingUp = true
  const writing = (async () => {
    while (isBackingUp || written < 1500) {
      written += 1
      await client.query('insert into drill values ($1)', [written])
    }
  })()
  const made = await typed(backup, [], env)
  isBackingUp = false
  await writing
  expect(made).toMatchObject({ code: 0, err: '' })
  await client.query('insert into drill select * from generate_series($1::int, 30000)', [written + 1])
  // Times of a restore are whole milliseconds.
  await wait(20)
  const { rows } = await client.query('select clock_timestamp()::text as at, pg_sleep(0.01)')
  between = `${rows[0].at.replace(' ', 'T')}:00`
  await client.query('insert into drill select * from generate_series(30001, 31000)')
  await openLocalFiles(join(dataDir, 'files')).write('originals/later.jpg', photo.subarray(7))
  await shipAll()
})

afterAll(async () => {
  await client?.end()
  await server?.stop()
  rmSync(home, { recursive: true, force: true })
})

test('a shop comes back as it was at a time between, with its files and secrets', async () => {
  const folder = join(home, 'between')
  const { code, out, err } = await restoring(folder, '--at', between)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('2 files, all checked')
  expect(await rowsIn(folder)).toEqual(upTo(30000))
  expect(readFileSync(join(folder, 'files/originals/a.jpg')).equals(photo)).toBe(true)
  expect(readFileSync(join(folder, 'secrets/session-secret'), 'utf8')).toBe(secret)
  expect(readdirSync(folder)).not.toContain('restoring')
  // It is a shop by now, and nothing writes over a shop.
  expect((await restoring(folder)).err).toMatch(/is not empty/)
})

test('without a time it comes back at its newest state', async () => {
  const folder = join(home, 'newest')
  expect(await restoring(folder)).toMatchObject({ code: 0, err: '' })
  expect(await rowsIn(folder)).toEqual(upTo(31000))
  // It came after the backup, and the WAL that was sent with it may name it.
  expect(readFileSync(join(folder, 'files/originals/later.jpg')).equals(photo.subarray(7))).toBe(true)
})

test('nothing that is stored holds what was in the shop, and what was sent is gone here', async () => {
  for (const name of readdirSync(stored, { recursive: true, encoding: 'utf8' })) {
    if (!/^(base|files|wal\/\d+)\//.test(name)) continue
    expect(readFileSync(join(stored, name)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  }
  expect(readdirSync(join(dataDir, 'wal-archive'))).toEqual([])
})

test('of another database nothing is stored beside it, and what others put there stays', async () => {
  const copy = join(home, 'shared')
  cpSync(stored, copy, { recursive: true })
  const foreign = ['base/notes.txt', 'files/holiday.jpg', 'backups/letter.txt', 'wal/0/x', 'letter.txt']
  mkdirSync(join(copy, 'wal/0'), { recursive: true })
  for (const name of foreign) writeFileSync(join(copy, name), 'mine')
  // As a process that was killed leaves it: no backup names it.
  const half = `base/20200101T000000Z.${'0'.repeat(64)}`
  writeFileSync(join(copy, half), 'half')
  const there = { ...env, BACKUP_DIR: copy, BACKUP_KEEP_DAYS: '1' }
  expect(await typed(backup, [], there)).toMatchObject({ code: 0, err: '' })
  for (const name of foreign) expect(readFileSync(join(copy, name), 'utf8')).toBe('mine')
  expect(existsSync(join(copy, half))).toBe(false)
  expect((await typed(backup, ['list'], there)).out.trim().split('\n')).toHaveLength(2)
  const [manifest = ''] = readdirSync(join(copy, 'backups'))
  const other = readFileSync(join(copy, 'backups', manifest), 'utf8').replace(
    /"system": "\d+"/,
    '"system": "1"',
  )
  const digest = createHash('sha256').update(other).digest('hex')
  writeFileSync(join(copy, 'backups', `20200101T000000Z.${digest}`), other)
  const before = readdirSync(copy, { recursive: true })
  expect((await typed(backup, [], there)).err).toMatch(/another database lie there already/)
  expect(readdirSync(copy, { recursive: true })).toEqual(before)
})

test('a second backup stores files once, and what is whole is said to be', async () => {
  const before = readdirSync(join(stored, 'files'))
  const copy = join(home, 'second')
  cpSync(stored, copy, { recursive: true })
  const there = { ...env, BACKUP_DIR: copy }
  expect(await typed(backup, [], there)).toMatchObject({ code: 0, err: '' })
  expect(readdirSync(join(copy, 'files'))).toEqual(before)
  expect((await typed(backup, ['list'], there)).out.trim().split('\n')).toHaveLength(2)
  expect(await typed(backup, ['verify'], there)).toMatchObject({
    code: 0,
    out: expect.stringContaining('is whole'),
  })
})

const first = (folder: string) => {
  const [name] = readdirSync(join(stored, folder)).toSorted()
  return join(stored, folder, name as string)
}

test.each([
  ['base', /damaged|cut|whole/],
  ['files', /damaged/],
  ['backups', /damaged|JSON/],
])('what is damaged in %s is told, and leaves nothing behind', async (folder, reason) => {
  const path = first(folder)
  const whole = readFileSync(path)
  const broken = Buffer.from(whole)
  broken[broken.length >> 1] = (broken[broken.length >> 1] as number) ^ 1
  for (const damage of [() => writeFileSync(path, broken), () => truncateSync(path, whole.length >> 1)]) {
    damage()
    const verified = await typed(backup, ['verify'], env)
    const target = join(home, 'damaged')
    const restored = await restoring(target)
    writeFileSync(path, whole)
    expect(verified).toMatchObject({ code: 1, err: expect.stringMatching(/^✗ .*damaged/) })
    expect(restored).toMatchObject({ code: 1, err: expect.stringMatching(reason) })
    expect(existsSync(target) ? readdirSync(target) : []).toEqual([])
  }
})

test('another key, a missing object, missing WAL and a time too early or too late are told', async () => {
  const target = join(home, 'refused')
  const refused = async (reason: RegExp, ...words: string[]) => {
    expect(await restoring(target, ...words)).toMatchObject({ code: 1, err: expect.stringMatching(reason) })
    expect(existsSync(target) ? readdirSync(target) : []).toEqual([])
  }
  await refused(/nothing earlier can be restored/, '--at', '2020-01-01T00:00:00Z')
  await refused(/does not reach/, '--at', '2120-01-01T00:00:00Z')
  await refused(/with its zone/, '--at', 'yesterday')
  const own = readFileSync(identityFile)
  writeFileSync(identityFile, (await makeBackupKey()).identity)
  await refused(/sealed for another key/)
  writeFileSync(identityFile, own)
  const path = first('files')
  const bytes = readFileSync(path)
  rmSync(path)
  await refused(/is missing/)
  writeFileSync(path, bytes)
})

test('a gap in the WAL is told, and what came before it comes back when that is asked for', async () => {
  const copy = join(home, 'gap')
  const there = { ...env, BACKUP_DIR: copy }
  expect(await typed(backup, [], there)).toMatchObject({ code: 0, err: '' })
  const shipped = async (first: number, last: number): Promise<string> => {
    await client.query('insert into drill select * from generate_series($1::int, $2::int)', [first, last])
    await shipAll(copy)
    const [system = ''] = readdirSync(join(copy, 'wal'))
    return join(
      copy,
      'wal',
      system,
      readdirSync(join(copy, 'wal', system))
        .toSorted()
        .at(-1) as string,
    )
  }
  await shipped(31001, 31010)
  const lost = await shipped(31011, 31020)
  await shipped(31021, 31030)
  rmSync(lost)
  const gap = new RegExp(`The WAL ${basename(lost).slice(0, 24)} is missing`)
  expect(await typed(backup, ['verify'], there)).toMatchObject({ code: 1, err: expect.stringMatching(gap) })
  const folder = join(home, 'before-the-gap')
  const from = (...words: string[]) =>
    typed(restore, ['--from', copy, '--identity', identityFile, ...words], { DATA_DIR: folder })
  expect(await from()).toMatchObject({ code: 1, err: expect.stringMatching(gap) })
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
  expect(await from('--despite-gap')).toMatchObject({ code: 0, err: '' })
  expect(await rowsIn(folder)).toEqual(upTo(31010))
})

test('without a key or a folder no backup is made', async () => {
  expect((await typed(backup, [], { DATA_DIR: dataDir })).err).toContain('BACKUP_DIR is not set')
  const { err } = await typed(backup, [], { DATA_DIR: dataDir, BACKUP_DIR: stored })
  expect(err).toContain('BACKUP_RECIPIENT')
})
