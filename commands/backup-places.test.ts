import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackupKey } from '#app/platform/backup/sealed-stream.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { readEnv } from '#app/platform/env.ts'
import { openFiles } from '#app/platform/file-places.ts'
import { testDatabase } from '#tests/database.ts'
import { type FakeS3, startFakeS3 } from '#tests/fakes/s3.ts'
import { typed } from '#tests/run-typed-command.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { backup } from './backup.ts'

const database = testDatabase()
const empty = testDatabase({ migrated: false })
const bare = testDatabase({ migrated: false })
const home = temporaryFolder()
const identityFile = join(home, 'identity')
const photo = Buffer.from(Array.from({ length: 100_000 }, (_, place) => (place * 7919) % 251))

let filesStore: FakeS3
let backups: FakeS3
let env: Record<string, string>

const prefixed = (settings: Record<string, string>) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [`BACKUP_${name}`, value]))

beforeAll(async () => {
  filesStore = await startFakeS3({ page: 3 })
  backups = await startFakeS3({ page: 3 })
  const { identity, recipient } = await makeBackupKey()
  writeFileSync(identityFile, identity)
  env = {
    DATABASE_URL: database.connectionString,
    DATA_DIR: join(home, 'data'),
    ...filesStore.settings,
    ...prefixed(backups.settings),
    BACKUP_S3_PREFIX: 'shop/nightly',
    BACKUP_RECIPIENT: recipient,
  }
  mkdirSync(join(home, 'data/secrets'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, 'data/secrets/session-secret'), 'a secret of the shop that is long enough')
  const files = await openFiles(readEnv(env))
  await files.write('originals/a.jpg', photo)
  await files.write('documents/b.pdf', photo.subarray(5))
  // What COPY must bear: signs, nulls, and rows that name each other.
  await sql`insert into mail_outbox (reason, kind, locale, recipient)
    values ('tab\t, line\n, \\. and ü €', 'contact-received', 'de', 'somebody@example.test')`.execute(
    database.db,
  )
})

afterAll(async () => {
  await Promise.all([filesStore.stop(), backups.stop()])
})

const rowsOf = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows: mails } = await client.query('select id, reason from mail_outbox')
    const { rows: rules } = await client.query(
      `select count(*)::int as rules from pg_constraint where contype = 'f' and convalidated`,
    )
    const { rows: triggers } = await client.query(
      `select count(*)::int as triggers from pg_trigger where tgenabled = 'O' and not tgisinternal`,
    )
    const { rows: next } = await client.query(
      `select last_value::text as last from pg_sequences where sequencename = 'mail_outbox_id_seq'`,
    )
    return { mails, rules, triggers, next }
  } finally {
    await client.end()
  }
}

/** A command in a process of its own, where nothing is loaded but what it loads itself. */
async function run(words: string[], settings: Record<string, string>) {
  const child = spawn(process.execPath, ['commands/run.ts', ...words], {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code }
}

test('a database of one’s own and files of a store go into a bucket, and come back to either place', async () => {
  const made = await run(['backup'], env)
  expect(made).toMatchObject({ code: 0, err: '', out: expect.stringContaining('2 files') })
  expect([...backups.objects.keys()].every((key) => key.startsWith('shop/nightly/'))).toBe(true)
  for (const [key, { bytes }] of backups.objects)
    if (!key.includes('/backups/')) expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  expect(await typed(backup, ['verify'], env)).toMatchObject({ code: 0, err: '' })
  // Files are sent once.
  const sent = backups.requests.filter((request) => /^PUT .*\/files\//.test(request)).length
  expect(await typed(backup, [], env)).toMatchObject({ code: 0, err: '' })
  expect(backups.requests.filter((request) => /^PUT .*\/files\//.test(request))).toHaveLength(sent)
  expect((await typed(backup, ['list'], env)).out.trim().split('\n')).toHaveLength(2)

  const before = await rowsOf(database.connectionString)
  // To the disk, and into the database that the shop brings.
  const folder = join(home, 'disk')
  const onDisk = { ...prefixed(backups.settings), BACKUP_S3_PREFIX: 'shop/nightly', DATA_DIR: folder }
  const restoring = (more: Record<string, string>, ...words: string[]) =>
    run(['restore', '--identity', identityFile, ...words], {
      ...onDisk,
      BACKUP_RECIPIENT: env.BACKUP_RECIPIENT as string,
      ...more,
    })
  expect(await restoring({})).toMatchObject({ code: 0, err: '', out: expect.stringContaining('2 files') })
  expect(readFileSync(join(folder, 'files/originals/a.jpg')).equals(photo)).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual(['files', 'postgres', 'secrets'])
  const server = await startEmbeddedPostgres(folder, { durable: false })
  expect(await rowsOf(server.connectionString)).toEqual(before)
  await server.stop()

  // To a store that lost one of them, and into another database.
  filesStore.objects.delete('originals/a.jpg')
  const other = {
    DATA_DIR: join(home, 'elsewhere'),
    DATABASE_URL: empty.connectionString,
    ...filesStore.settings,
  }
  // No moment between two backups can be had of copies: which one it is, is said.
  const now = new Date().toISOString()
  expect(await restoring(other, '--at', now)).toMatchObject({
    ...{ code: 0, err: '' },
    out: expect.stringMatching(/It is as it was at \d{4}-\d\d-\d\dT\S+Z, when this backup began/),
  })
  expect(filesStore.objects.get('originals/a.jpg')?.bytes.equals(photo)).toBe(true)
  expect(await rowsOf(empty.connectionString)).toEqual(before)
  const again = await restoring({ ...other, DATA_DIR: join(home, 'again') })
  expect(again.err).toContain('is not empty')
})

// A command that had not loaded how PostgreSQL's values are read wrote a backup that nothing opened.
test('a database of one’s own goes into a folder, and comes back', async () => {
  const folder = join(home, 'backups')
  const settings = {
    ...{ DATABASE_URL: database.connectionString, DATA_DIR: join(home, 'data') },
    ...{ BACKUP_DIR: folder, BACKUP_RECIPIENT: env.BACKUP_RECIPIENT as string },
  }
  expect(await run(['backup'], settings)).toMatchObject({ code: 0, err: '' })
  const words = ['restore', '--from', folder, '--identity', identityFile]
  const there = { DATABASE_URL: bare.connectionString, DATA_DIR: join(home, 'from-folder') }
  expect(await run(words, there)).toMatchObject({ code: 0, err: '' })
  expect(await rowsOf(bare.connectionString)).toEqual(await rowsOf(database.connectionString))
})

test('a bucket that is away, refuses or holds something else is told, and leaves no backup that counts', async () => {
  const listed = (await typed(backup, ['list'], env)).out
  for (const [fault, said] of [
    [503, /cannot be used/],
    ['corrupt', /cannot be used/],
  ] as const) {
    backups.failNext(100, fault, 'PUT')
    expect(await typed(backup, [], env)).toMatchObject({ code: 1, err: expect.stringMatching(said) })
    backups.failNext(0, fault)
    expect((await typed(backup, ['list'], env)).out).toBe(listed)
  }
  const wrongKey = { ...env, BACKUP_S3_SECRET_ACCESS_KEY: 'another' }
  expect((await typed(backup, [], wrongKey)).err).toMatch(/cannot be used: SignatureDoesNotMatch/)
  const [key, object] = [...backups.objects].find(([name]) => name.includes('/files/')) as [
    string,
    { bytes: Buffer; sha256: string | undefined },
  ]
  backups.objects.set(key, { ...object, bytes: object.bytes.subarray(0, -1) })
  expect((await typed(backup, ['verify'], env)).err).toMatch(/is not what was stored|damaged/)
  backups.objects.delete(key)
  expect((await typed(backup, ['verify'], env)).err).toMatch(/is missing/)
  const shared = { ...env, BACKUP_S3_BUCKET: 'x', S3_BUCKET: 'x', BACKUP_S3_ENDPOINT: filesStore.url }
  expect((await typed(backup, [], shared)).err).toMatch(/must be another bucket/)
  expect((await typed(backup, [], { ...env, BACKUP_DIR: home })).err).toMatch(/in one place/)
})
