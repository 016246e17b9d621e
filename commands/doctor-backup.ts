import { newestBackupTime, storedBackups } from '#app/platform/backup/manifest.ts'
import { hasBackupStore, openBackupStore } from '#app/platform/backup/open-backup-store.ts'
import { missingSegment, storedWal, waitingWalBytes } from '#app/platform/backup/wal-archive.ts'
import type { Env } from '#app/platform/env.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { type Finding, finding } from './doctor-finding.ts'

const about = 'backup'

/** Hours that the newest backup may be old, and that nobody should let it be. */
const [old, tooOld] = [26, 74]

/** Whether there is a backup, how old it is, and whether WAL reaches it. */
export async function examineBackup(env: Env, now: Date): Promise<Finding[]> {
  if (!hasBackupStore(env))
    return [
      finding(
        'warning',
        about,
        'has no place',
        'Set BACKUP_DIR or BACKUP_S3_BUCKET, with BACKUP_RECIPIENT and BACKUP_EVERY=24 (docs/backup.md).',
      ),
    ]
  try {
    const store = await openBackupStore(env)
    const newest = await newestBackupTime(store)
    if (newest === null) return [finding('broken', about, 'none was made yet', 'npm run backup')]
    const hours = (now.getTime() - newest.getTime()) / 3_600_000
    const slack = Math.max(1, (env.BACKUP_EVERY ?? 24) / 24)
    const said = `the last one began ${hours < 1 ? `${Math.round(hours * 60)} min` : `${Math.round(hours)} h`} ago`
    const level = hours > tooOld * slack ? 'broken' : hours > old * slack ? 'warning' : 'ok'
    const advice = 'npm run backup; BACKUP_EVERY=24 lets the shop make them, and its log says why one failed.'
    return [
      level === 'ok' ? finding(level, about, said) : finding(level, about, said, advice),
      ...(await examineWal(env, store)),
    ]
  } catch (error) {
    if (!(error instanceof StartFault)) throw error
    return [finding('broken', about, error.message, 'Look at the place of backups and at its settings.')]
  }
}

async function examineWal(env: Env, store: Awaited<ReturnType<typeof openBackupStore>>): Promise<Finding[]> {
  const found: Finding[] = []
  const waiting = await waitingWalBytes(env.DATA_DIR)
  if (waiting > env.BACKUP_WAL_MAX_MB * 5e5)
    found.push(
      finding(
        'broken',
        about,
        `${Math.round(waiting / 1e6)} MB of WAL wait to be sent`,
        'Look whether the shop runs and reaches the place of backups: above BACKUP_WAL_MAX_MB it is dropped.',
      ),
    )
  const manifest = (await storedBackups(store)).at(-1)?.manifest
  if (manifest?.kind !== 'cluster') return found
  const missing = missingSegment(await storedWal(store, manifest.system), manifest.walTo)
  if (missing !== null)
    found.push(
      finding(
        'broken',
        about,
        `the WAL ${missing} is missing: no state after it comes back`,
        'npm run backup',
      ),
    )
  return found
}
