import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBackupFolder } from '#app/platform/backup/backup-store.ts'
import { storeManifest } from '#app/platform/backup/manifest.ts'
import { makeBackupKey } from '#app/platform/backup/sealed-stream.ts'
import { readEnv } from '#app/platform/env.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { createLog } from '#app/platform/log.ts'
import { doctor } from '#commands/doctor.ts'
import { testDatabase } from '#tests/database.ts'
import { typed } from '#tests/run-typed-command.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { openBackupJobs } from './backup-jobs.ts'

const database = testDatabase()
const home = temporaryFolder()
const { recipient } = await makeBackupKey()
const hour = 3_600_000
let places = 0

/** A place for backups, the jobs that fill it, and how often one was made. */
function opened(more: Record<string, string> = {}) {
  const folder = join(home, `place-${++places}`)
  const source = {
    DATA_DIR: join(home, `data-${places}`),
    BACKUP_DIR: folder,
    BACKUP_RECIPIENT: recipient,
    ...more,
  }
  const env = readEnv(source)
  const at = { now: new Date('2026-11-28T20:00:00Z'), made: 0 }
  const jobs = openBackupJobs(
    { db: database.db, env, files: openLocalFiles(join(env.DATA_DIR, 'files')), log: createLog('silent') },
    {
      now: () => at.now,
      make: async () => {
        at.made += 1
        const id = at.now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
        mkdirSync(join(folder, 'backups'), { recursive: true })
        writeFileSync(join(folder, 'backups', `${id}.${'0'.repeat(64)}`), '')
      },
    },
  )
  return { jobs, at, folder, source }
}

test('a backup is made when the newest is as old as BACKUP_EVERY says, and without it never', async () => {
  const { jobs, at } = opened({ BACKUP_EVERY: '24' })
  await jobs.backUp()
  await jobs.backUp()
  expect(at.made).toBe(1)
  expect(jobs.state()).toMatchObject({ place: 'folder', newest: at.now })
  at.now = new Date(at.now.getTime() + 23.9 * hour)
  await jobs.backUp()
  expect(at.made).toBe(1)
  at.now = new Date(at.now.getTime() + 0.2 * hour)
  await jobs.backUp()
  expect(at.made).toBe(2)
  const never = opened()
  await never.jobs.backUp()
  expect([never.at.made, never.jobs.state()]).toMatchObject([0, { newest: null }])
  expect(() => readEnv({ BACKUP_EVERY: '24' })).toThrow(/BACKUP_EVERY: needs/)
})

test('what cannot be sent waits up to its limit, and what comes after that goes', async () => {
  const { jobs, source } = opened({ BACKUP_WAL_MAX_MB: '64' })
  const archive = join(source.DATA_DIR, 'wal-archive')
  mkdirSync(archive, { recursive: true })
  const names = ['01', '02', '03', '04', '05'].map((end) => `0000000100000000000000${end}`)
  for (const name of names) writeFileSync(join(archive, name), Buffer.alloc(16 * 2 ** 20))
  // There is no cluster, so nothing can be sent.
  await expect(jobs.ship()).rejects.toThrow()
  expect(readdirSync(archive).toSorted()).toEqual(names.slice(0, 3))
  expect(jobs.state()).toMatchObject({ walBytes: 3 * 16 * 2 ** 20 })
  const told = await typed(doctor, [], { ...source, DATABASE_URL: database.connectionString })
  expect(told.out).toContain('✗ backup: none was made yet\n    npm run backup')
})

test('the doctor says how old the newest backup is, and what to do', async () => {
  const { folder, source } = opened()
  mkdirSync(join(folder, 'backups'), { recursive: true })
  const told = async (age: number) => {
    const id = new Date(Date.now() - age * hour).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const store = openBackupFolder(folder)
    for (const { name } of await store.list('backups')) await store.remove(name)
    const [time, object] = [new Date(Date.now() - age * hour).toISOString(), { name: 'base/x', size: 1 }]
    await storeManifest(store, {
      ...{ format: 1, id, kind: 'tables', system: 'shop-1', platform: 'any', postgres: '18' },
      ...{ begun: time, ended: time, walFrom: '', walTo: '', base: object, index: object },
      ...{ tables: [], secrets: [], files: [], rows: {} },
    })
    return (await typed(doctor, [], { ...source, DATABASE_URL: database.connectionString })).out
  }
  expect(await told(3)).toContain('✓ backup: the last one began 3 h ago')
  expect(await told(30)).toMatch(/! backup: the last one began 30 h ago\n {4}npm run backup/)
  expect(await told(100)).toContain('✗ backup: the last one began 100 h ago')
  const nowhere = { DATABASE_URL: database.connectionString, DATA_DIR: source.DATA_DIR }
  expect((await typed(doctor, [], nowhere)).out).toContain('! backup: has no place')
})
