import pg from 'pg'
import { openBackupFolder, readThrough } from '#app/platform/backup/backup-store.ts'
import { objectsOf, storedBackups } from '#app/platform/backup/manifest.ts'
import { makeBackupKey } from '#app/platform/backup/sealed-stream.ts'
import { takeBackup } from '#app/platform/backup/take-backup.ts'
import { missingSegment, storedWal } from '#app/platform/backup/wal-archive.ts'
import { startEmbeddedPostgres } from '#app/platform/database/embedded.ts'
import { type Env, readEnv } from '#app/platform/env.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { defineCommand, type Work } from './command.ts'
import { countedRows } from './counted-rows.ts'

const actions = { now: [], key: [], list: [], verify: [] } as const

/** Backups of the whole shop, sealed for a key that this machine need not hold (docs/backup.md). */
export const backup = defineCommand({
  name: 'backup',
  usage: `npm run backup                makes a backup in BACKUP_DIR, beside the running shop or alone
npm run backup -- key         makes a pair of keys; the machine needs only the public one
npm run backup -- list        the backups in BACKUP_DIR
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

function storeOf({ BACKUP_DIR: folder }: Env) {
  if (folder === undefined)
    throw new StartFault('BACKUP_DIR is not set: it names the folder for backups, best on another machine.')
  return openBackupFolder(folder)
}

async function backUp(env: Env, { say }: Work): Promise<void> {
  const store = storeOf(env)
  if (env.DATABASE_URL !== undefined)
    throw new StartFault(
      'The database of DATABASE_URL is backed up by its own tools (pg_basebackup, or its provider); this command backs up the one that comes with the shop.',
    )
  // A file that lies in the store alone would be missing, and nobody would know.
  if (env.FILES_IN === 'store')
    throw new StartFault(
      'The files lie in a store (S3_BUCKET), which this command does not back up: `npm run files` moves them to the disk, or FILES_IN=disk,store keeps them in both places.',
    )
  const server = await startEmbeddedPostgres(env.DATA_DIR, { archive: true })
  try {
    const { connectionString } = server
    const client = new pg.Client({ connectionString })
    await client.connect()
    try {
      const manifest = await takeBackup({
        client,
        connectionString,
        dataDir: env.DATA_DIR,
        store,
        recipient: env.BACKUP_RECIPIENT as string,
        keepDays: env.BACKUP_KEEP_DAYS,
        rows: await countedRows(client),
        now: () => new Date(),
      })
      say(`✓ ${manifest.id}  database ${inMegabytes(manifest.base.size)}, ${manifest.files.length} files`)
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}

const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

async function listBackups(env: Env, { say }: Work): Promise<void> {
  const backups = await storedBackups(storeOf(env))
  if (backups.length === 0) say('No backups yet.')
  for (const { manifest } of backups)
    say(
      `${manifest.id}  ${manifest.ended}  ${inMegabytes(manifest.base.size)}  ${manifest.files.length} files`,
    )
}

async function verifyNewest(env: Env, { say }: Work): Promise<void> {
  const store = storeOf(env)
  const manifest = (await storedBackups(store)).at(-1)?.manifest
  if (manifest === undefined) throw new StartFault('There is no whole backup in BACKUP_DIR.')
  const wal = await storedWal(store, manifest.system)
  const bytes = await readThrough(store, [...objectsOf(manifest), ...wal.map(({ name }) => name)])
  const missing = missingSegment(wal, manifest.walTo)
  if (missing !== null) throw new StartFault(`The WAL ${missing} is missing in the backup.`)
  say(`✓ ${manifest.id} is whole: ${inMegabytes(bytes)} read`)
}
