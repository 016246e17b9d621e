import pg from 'pg'
import { readThrough } from '#app/platform/backup/backup-store.ts'
import {
  type BackupManifest,
  objectsOf,
  readBackups,
  storedBackups,
  storedLater,
} from '#app/platform/backup/manifest.ts'
import { openBackupStore } from '#app/platform/backup/open-backup-store.ts'
import { makeBackupKey } from '#app/platform/backup/sealed-stream.ts'
import { takeBackup } from '#app/platform/backup/take-backup.ts'
import { missingSegment, storedWal } from '#app/platform/backup/wal-archive.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { type Env, readEnv } from '#app/platform/env.ts'
import { openFiles } from '#app/platform/file-places.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { defineCommand, type Work } from './command.ts'
import { countedRows } from './counted-rows.ts'

const actions = { now: [], key: [], list: [], verify: [] } as const

/** Backups of the whole shop, sealed for a key that this machine need not hold (docs/backup.md). */
export const backup = defineCommand({
  name: 'backup',
  usage: `npm run backup                makes a backup in BACKUP_DIR or BACKUP_S3_BUCKET, beside the running shop or alone
npm run backup -- key         makes a pair of keys; the machine needs only the public one
npm run backup -- list        the backups that are there
npm run backup -- verify      reads all of the newest backup and says whether it is whole; needs no key`,
  options: {},
  actions,
  otherwise: 'now',
  read: ([action = 'now', ...more]) =>
    more.length === 0 && Object.hasOwn(actions, action) ? (action as keyof typeof actions) : null,
  run: async (action, work) => {
    if (action === 'key') return sayKey(work)
    const env = readEnv(work.env)
    if (action === 'now') return backUp(env, work)
    return action === 'list' ? listBackups(env, work) : verifyNewest(env, work)
  },
})

async function sayKey({ say }: Work): Promise<void> {
  const { identity, recipient } = await makeBackupKey()
  say(
    `BACKUP_RECIPIENT=${recipient}`,
    '',
    'Keep this line in a file away from the shop, on paper and in a safe as well; without it no backup opens:',
    identity,
  )
}

async function backUp(env: Env, { say }: Work): Promise<void> {
  const store = await openBackupStore(env)
  const server =
    env.DATABASE_URL === undefined ? await startEmbeddedPostgres(env.DATA_DIR, { archive: true }) : null
  try {
    const connectionString =
      env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? (server?.connectionString as string)
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      const manifest = await takeBackup({
        client,
        connectionString,
        kind: server === null ? 'tables' : 'cluster',
        dataDir: env.DATA_DIR,
        files: await openFiles(env),
        store,
        recipient: env.BACKUP_RECIPIENT as string,
        keepDays: env.BACKUP_KEEP_DAYS,
        countRows: () => countedRows(client),
        now: () => new Date(),
      })
      say(`✓ ${manifest.id}  database ${databaseSize(manifest)}, ${manifest.files.length} files`)
    } finally {
      await client.end()
    }
  } finally {
    await server?.stop()
  }
}

const databaseSize = ({ base, tables }: BackupManifest) =>
  inMegabytes([base, ...tables].reduce((bytes, { size }) => bytes + size, 0))
const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

async function listBackups(env: Env, { say }: Work): Promise<void> {
  const { backups, unread } = await readBackups(await openBackupStore(env))
  if (backups.length + unread.length === 0) say('No backups yet.')
  for (const { manifest } of backups)
    say(`${manifest.id}  ${manifest.ended}  ${databaseSize(manifest)}  ${manifest.files.length} files`)
  for (const { fault } of unread) say(`! ${fault.message}`)
}

async function verifyNewest(env: Env, { say }: Work): Promise<void> {
  const store = await openBackupStore(env)
  const manifest = (await storedBackups(store)).at(-1)?.manifest
  if (manifest === undefined) throw new StartFault('There is no whole backup in that place.')
  const wal = await storedWal(store, manifest.system)
  const later = (await storedLater(store)).flatMap(({ later: { index, files } }) => [index, ...files])
  const names = [...objectsOf(manifest), ...[...later, ...wal].map(({ name }) => name)]
  const bytes = await readThrough(store, [...new Set(names)])
  const missing = manifest.kind === 'cluster' ? missingSegment(wal, manifest.walTo) : null
  if (missing !== null) throw new StartFault(`The WAL ${missing} is missing in the backup.`)
  say(`✓ ${manifest.id} is whole: ${inMegabytes(bytes)} read`)
}
