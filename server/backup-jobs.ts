import { spawn } from 'node:child_process'
import type { App } from '#app/app-context.ts'
import { withPlaceLock } from '#app/platform/backup/backup-lock.ts'
import type { BackupStore } from '#app/platform/backup/backup-store.ts'
import { newestBackupTime, notedObjects } from '#app/platform/backup/manifest.ts'
import { hasBackupStore, openBackupStore } from '#app/platform/backup/open-backup-store.ts'
import { limitWal, shipWal } from '#app/platform/backup/wal-archive.ts'

type BackedUp = Pick<App, 'db' | 'env' | 'files' | 'log'>

/** What is known of backups; `newest` is null while there is none. */
export type BackupState = { place: 'folder' | 'bucket'; newest: Date | null; walBytes: number }

export type BackupJobs = {
  /** Sends what PostgreSQL has archived, behind the files that came with it; what is more than the limit goes. */
  ship(): Promise<number>
  /** Looks for the newest backup, and makes one when it is due (`BACKUP_EVERY`). */
  backUp(): Promise<number>
  /** Undefined where backups have no place, and until it was looked at. */
  state(): BackupState | undefined
  stop(): void
}

/** Jobs end with 0 always: what they do is told by nobody, and the next turn comes soon. */
export function openBackupJobs(
  { db, env, files, log }: BackedUp,
  {
    make = makeBackup,
    now = () => new Date(),
  }: { make?: (stopped: AbortSignal) => Promise<void>; now?: () => Date } = {},
): BackupJobs {
  const { DATA_DIR: dataDir, BACKUP_RECIPIENT: recipient, BACKUP_EVERY: hours } = env
  const isOwn = env.DATABASE_URL !== undefined
  const stopping = new AbortController()
  let opened: Promise<BackupStore> | undefined
  let state: BackupState | undefined
  const look = (found: Partial<BackupState>) => {
    const place = env.BACKUP_DIR === undefined ? 'bucket' : 'folder'
    state = { newest: null, walBytes: 0, ...state, ...found, place }
  }
  const store = () => {
    opened ??= openBackupStore(env)
    return opened
  }

  async function ship(): Promise<number> {
    if (!hasBackupStore(env) || recipient === undefined || isOwn) return 0
    try {
      const place = await store()
      // One session for the lock. While a backup is made, that one sends the WAL in the end.
      await db.connection().execute((connection) =>
        withPlaceLock(connection, async () => {
          const known = () => notedObjects(place)
          await shipWal({ dataDir, files, store: place, recipient, known, now })
        }),
      )
    } finally {
      const { waiting, dropped } = await limitWal(dataDir, env.BACKUP_WAL_MAX_MB * 1e6)
      look({ walBytes: waiting })
      if (dropped > 0)
        log.error(
          { dropped, waiting },
          'WAL could not be sent and was dropped, or it would fill the disk: no later state can be restored until the next backup',
        )
    }
    return 0
  }

  async function backUp(): Promise<number> {
    if (!hasBackupStore(env)) return 0
    const place = await store()
    const newest = await newestBackupTime(place)
    look({ newest })
    if (hours === undefined || (newest && now().getTime() - newest.getTime() < hours * 3_600_000)) return 0
    await make(stopping.signal)
    look({ newest: await newestBackupTime(place) })
    return 0
  }

  return { ship, backUp, state: () => state, stop: () => stopping.abort() }
}

/** In a process of its own: to pack and seal the database would keep this one from its pages. */
async function makeBackup(stopped: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ['commands/run.ts', 'backup'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal: stopped,
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) throw new Error(`the backup failed: ${said.trim()}`)
}
