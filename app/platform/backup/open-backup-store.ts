import { join } from 'node:path'
import type { Env } from '../env.ts'
import { StartFault } from '../start-fault.ts'
import { type BackupStore, openBackupFolder } from './backup-store.ts'

/** Whether backups have a place. */
export const hasBackupStore = (env: Env): boolean =>
  env.BACKUP_DIR !== undefined || env.BACKUP_S3_BUCKET !== undefined

/** The folder or bucket of the settings. @throws {StartFault} when there is none */
export async function openBackupStore(env: Env): Promise<BackupStore> {
  if (env.BACKUP_DIR !== undefined) return openBackupFolder(env.BACKUP_DIR)
  const { BACKUP_S3_BUCKET: bucket, BACKUP_S3_REGION: region } = env
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (!bucket || !region || !accessKeyId || !secretAccessKey)
    throw new StartFault(
      'BACKUP_DIR is not set: it names the folder for backups, best on another machine; or BACKUP_S3_BUCKET a bucket.',
    )
  // The store's client takes 0.2 s and 30 MB: only who has a bucket pays for it.
  const { openBackupBucket } = await import('./backup-bucket.ts')
  const endpoint = env.BACKUP_S3_ENDPOINT
  return openBackupBucket(
    {
      ...{ endpoint, bucket, region, accessKeyId, secretAccessKey },
      prefix: env.BACKUP_S3_PREFIX ?? '',
      pathStyle: env.BACKUP_S3_PATH_STYLE ?? endpoint !== undefined,
    },
    { scratch: join(env.DATA_DIR, 'backup-leaving') },
  )
}
