import type { App } from '#app/app-context.ts'
import { withBackupLock } from '#app/platform/backup/backup-lock.ts'
import type { BackupStore } from '#app/platform/backup/backup-store.ts'
import { notedObjects } from '#app/platform/backup/manifest.ts'
import { hasBackupStore, openBackupStore } from '#app/platform/backup/open-backup-store.ts'
import { shipWal } from '#app/platform/backup/wal-archive.ts'

type BackedUp = Pick<App, 'db' | 'env' | 'files'>

/**
 * Sends what PostgreSQL has archived to the backup, and the files that came with it. Ends with 0 always: what is archived
 * is told by nobody, and the next minute comes soon.
 */
export function shipArchivedWal({ db, env, files }: BackedUp): () => Promise<number> {
  const { DATA_DIR: dataDir, BACKUP_RECIPIENT: recipient } = env
  let store: BackupStore | undefined
  return async () => {
    if (!hasBackupStore(env) || recipient === undefined || env.DATABASE_URL !== undefined) return 0
    store ??= await openBackupStore(env)
    const place = store
    // One session for the lock. While a backup is made, that one sends the WAL.
    await db.connection().execute((connection) =>
      withBackupLock(connection, async () => {
        const known = () => notedObjects(place)
        await shipWal({ dataDir, files, store: place, recipient, known, now: () => new Date() })
      }),
    )
    return 0
  }
}
