import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createLog } from '#app/platform/log.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { sealSerial } from '#app/shop/catalogue/serial-encryption.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { forgetFormerSecrets, openSecret } from './known-secret.ts'

const database = testDatabase()
const home = temporaryFolder()
const first = 'a secret of at least thirty-two characters'
const second = 'another secret of at least thirty-two signs'
const third = 'the third secret, of thirty-two characters or more'
let DATA_DIR = ''
let folders = 0

beforeEach(async () => {
  DATA_DIR = join(home, String(++folders))
  await database.db.deleteFrom('secret_fingerprint').execute()
})

const open = (SESSION_SECRET?: string, SESSION_SECRET_FORMER?: string) =>
  openSecret(database.db, { DATA_DIR, SESSION_SECRET, SESSION_SECRET_FORMER })
const file = () => join(DATA_DIR, 'secrets', 'session-secret')

/** A start that is stopped: it says what is missing, advises to delete nothing and has made nothing. */
async function expectStopped(start: Promise<unknown>): Promise<string> {
  const before = existsSync(file())
  const fault = await start.then(
    () => null,
    (error: unknown) => error,
  )
  expect(fault).toBeInstanceOf(StartFault)
  const { message } = fault as StartFault
  expect(message).toMatch(/SESSION_SECRET|backup/)
  expect(message).not.toMatch(/delete|remove|löschen/i)
  for (const secret of [first, second, third]) expect(message).not.toContain(secret)
  expect(existsSync(file())).toBe(before)
  return message
}

test('before it is known, an absent secret is made, once for all who start at the same time', async () => {
  const made = await Promise.all([open(), open(), open(), open()])
  expect(new Set(made).size).toBe(1)
  expect(readFileSync(file(), 'utf8')).toBe(made[0])
  expect(await open()).toBe(made[0])
  const rows = await database.db.selectFrom('secret_fingerprint').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(made[0])
})

test('once the database knows a secret, another, none or a lost one stops the start', async () => {
  expect(await open(first)).toBe(first)
  await expectStopped(open(second))
  await expectStopped(open(second, third))
  // Empty settings count as absent: nothing is made in their place.
  expect(await expectStopped(open())).toContain('is missing')
  expect(await open(first)).toBe(first)
  // In another DATA_DIR, as after a restored backup of the database alone.
  mkdirSync(join(DATA_DIR, 'secrets'), { recursive: true })
  writeFileSync(file(), third)
  await expectStopped(open())
  writeFileSync(file(), first)
  expect(await open()).toBe(first)
})

test('a file that was lost, cut off or emptied is asked back, never made anew', async () => {
  const made = await open()
  for (const left of [String(made).slice(0, 20), '', '\n']) {
    writeFileSync(file(), left)
    expect(await expectStopped(open())).toContain('is damaged')
    expect(readFileSync(file(), 'utf8')).toBe(left)
  }
  rmSync(file())
  await expectStopped(open())
  expect(await open(String(made))).toBe(made)
})

test('an empty file that was never used is what a full disk left', async () => {
  mkdirSync(join(DATA_DIR, 'secrets'), { recursive: true })
  writeFileSync(file(), '')
  expect(String(await open())).toHaveLength(64)
})

test('a secret is changed with the former one beside it, by settings as by files', async () => {
  await open(first)
  expect(await open(second, first)).toEqual([second, first])
  expect((await open(third, `${second},${first}`)).slice(0, 3)).toEqual([third, second, first])
  // Until everything is sealed anew some is under each.
  expect(await open(first)).toBe(first)
  await forgetFormerSecrets(database.db, [third, second, first])
  await expectStopped(open(first))
  await expectStopped(open(second))
  expect(await open(third)).toBe(third)

  await database.db.deleteFrom('secret_fingerprint').execute()
  const before = await open()
  renameSync(file(), `${file()}-former`)
  const [made, former] = (await open()) as readonly string[]
  expect(former).toBe(before)
  expect(made).not.toBe(before)
  expect(await open()).toEqual([made, former])
})

test('a machine that lacks a secret that others use says so at its start, and no other does', async () => {
  const lines: string[] = []
  const log = createLog('warn', (line) => lines.push(line))
  const started = async (...secrets: [string, string?]) => {
    const [SESSION_SECRET, SESSION_SECRET_FORMER] = secrets
    await openSecret(database.db, { DATA_DIR, SESSION_SECRET, SESSION_SECRET_FORMER }, log)
    return lines.splice(0).map((line) => JSON.parse(line))
  }
  expect(await started(first)).toEqual([])
  expect(await started(second, first)).toEqual([])
  expect(await started(second, first)).toEqual([])
  const warned = await started(first)
  expect(warned).toEqual([
    expect.objectContaining({ missing: 1, msg: expect.stringMatching(/does not open/) }),
  ])
  for (const secret of [first, second]) expect(JSON.stringify(warned)).not.toContain(secret)
  // The former one was taken away before everything was sealed anew.
  expect(await started(second)).toEqual([expect.objectContaining({ missing: 1 })])
  await forgetFormerSecrets(database.db, [second, first])
  expect(await started(second)).toEqual([])
})

test('a damaged list of former secrets is asked back', async () => {
  mkdirSync(join(DATA_DIR, 'secrets'), { recursive: true })
  writeFileSync(`${file()}-former`, 'short\n')
  await expectStopped(open(first))
})

test('a shop older than fingerprints knows its secret by what is sealed', async () => {
  const { db } = database
  await loadCast(db)
  const { encrypted, hash } = sealSerial('6A2K1943', first)
  await db.deleteFrom('product_staff').execute()
  await db
    .insertInto('product_staff')
    .values({ product_id: cast.availableRing, serial_encrypted: encrypted, serial_hash: hash })
    .execute()
  await expectStopped(open(second))
  await expectStopped(open())
  expect(await database.db.selectFrom('secret_fingerprint').selectAll().execute()).toEqual([])
  expect(await open(second, first)).toEqual([second, first])
})
