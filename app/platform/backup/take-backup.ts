import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { z } from 'zod'
import { int4, query, text } from '../database/statement.ts'
import type { Files } from '../files.ts'
import { StartFault } from '../start-fault.ts'
import { withBackupLock } from './backup-lock.ts'
import type { BackupStore, StoredObject } from './backup-store.ts'
import { baseBackup } from './base-backup.ts'
import {
  type BackupIndex,
  type BackupManifest,
  idOf,
  platform,
  storedBackups,
  storeManifest,
} from './manifest.ts'
import { putFiles } from './put-files.ts'
import { removeOld } from './remove-old.ts'
import { sealed, textOf } from './sealed-stream.ts'
import { copyTables } from './table-copies.ts'
import { segmentOf, shipWal } from './wal-archive.ts'

const ranges = z.object({
  'WAL-Ranges': z
    .array(z.object({ Timeline: z.number(), 'Start-LSN': z.string(), 'End-LSN': z.string() }))
    .min(1),
})

export type BackupOptions = {
  client: pg.Client
  connectionString: string
  /** Of a cluster all is taken, with its WAL; of a database of one's own the tables. */
  kind: BackupManifest['kind']
  dataDir: string
  files: Files
  store: BackupStore
  recipient: string
  keepDays: number
  /** Rows to be compared after a restore. */
  rows: Record<string, number>
  now(): Date
}

type DatabaseParts = Pick<BackupManifest, 'walFrom' | 'walTo' | 'base' | 'baseManifest' | 'tables'>
type Put = (suffix: string, bytes: Readable) => Promise<StoredObject>

/**
 * Makes a whole backup of a shop that may be running: the database, its archived WAL, photos and documents that are not
 * stored yet, and secrets; then removes what is older than `keepDays` and needed by no backup that stays.
 * @throws {StartFault} when another backup is being made, or the place holds those of another shop
 */
export async function takeBackup(options: BackupOptions): Promise<BackupManifest> {
  const manifest = await withBackupLock(options.client, () => backUp(options))
  if (manifest === null) throw new StartFault('Another backup is being made. Nothing was changed.')
  return manifest
}

async function backUp(options: BackupOptions): Promise<BackupManifest> {
  const { client, kind, dataDir, store, recipient, rows, now } = options
  await store.sweep()
  const system = await systemOf(options)
  const others = (await storedBackups(store)).find(({ manifest }) => manifest.system !== system)
  if (others)
    throw new StartFault(
      `Backups of another database lie there already (${others.manifest.id}). Give this one a folder or prefix of its own; a shop that was restored begins a new one, too.`,
    )
  const begun = now()
  const id = idOf(begun)
  const put: Put = async (suffix, bytes) => store.put(`base/${id}${suffix}`, await sealed(bytes, recipient))
  const putText = (suffix: string, content: string) => put(suffix, Readable.from([Buffer.from(content)]))
  const [server] = await query(client, { version: int4 })`
    select current_setting('server_version_num')::int4 as version`
  const database =
    kind === 'cluster'
      ? await putCluster(options.connectionString, put, putText)
      : await putTablesOf(client, put, putText)

  // After the database: whatever it names is there by now.
  const files = await putFiles(options)
  const index: BackupIndex = { files: files.entries, secrets: [] }
  const secrets: StoredObject[] = []
  for (const name of await namesIn(join(dataDir, 'secrets'))) {
    const object = await put('-secret', createReadStream(join(dataDir, 'secrets', name)))
    secrets.push(object)
    index.secrets.push({ name, object: object.name })
  }
  const manifest: BackupManifest = {
    ...{ format: 1, id, kind, platform, system, rows },
    begun: begun.toISOString(),
    ended: now().toISOString(),
    postgres: String(Math.floor((server?.version ?? 0) / 10_000)),
    ...database,
    index: await putText('-index', JSON.stringify(index)),
    secrets,
    files: files.objects,
  }
  await storeManifest(store, manifest)
  if (kind === 'cluster')
    await shipWal({ ...options, known: async () => new Set(files.objects.map(({ name }) => name)) })
  await removeOld(store, new Date(now().getTime() - options.keepDays * 86_400_000))
  return manifest
}

async function putCluster(
  connectionString: string,
  put: Put,
  putText: (suffix: string, content: string) => Promise<StoredObject>,
): Promise<DatabaseParts> {
  let base: StoredObject | undefined
  let described = ''
  await baseBackup(connectionString, async (part, bytes) => {
    if (part === 'base') base = await put('', bytes)
    else described = await textOf(bytes)
  })
  const { 'WAL-Ranges': wal } = ranges.parse(JSON.parse(described))
  const [first, last] = [wal[0], wal.at(-1)]
  if (base === undefined || first === undefined || last === undefined)
    throw new Error('PostgreSQL sent no whole base backup')
  return {
    walFrom: segmentOf(first.Timeline, first['Start-LSN']),
    walTo: segmentOf(last.Timeline, last['End-LSN']),
    base,
    baseManifest: await putText('-manifest', described),
    tables: [],
  }
}

async function putTablesOf(
  client: pg.Client,
  put: Put,
  putText: (suffix: string, content: string) => Promise<StoredObject>,
): Promise<DatabaseParts> {
  const tables: StoredObject[] = []
  await client.query('begin transaction isolation level repeatable read read only')
  try {
    await client.query('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    const copied = await copyTables(client, async (_, bytes) => {
      const object = await put('-table', bytes)
      tables.push(object)
      return object.name
    })
    return { walFrom: '', walTo: '', base: await putText('', JSON.stringify(copied)), tables }
  } finally {
    await client.query('rollback')
  }
}

/** A cluster has an identifier; a shop in a database of one's own is known by when its first migration ran. */
async function systemOf({ client, kind }: BackupOptions): Promise<string> {
  const [found] =
    kind === 'cluster'
      ? await query(client, {
          system: text,
        })`select system_identifier::text as system from pg_control_system()`
      : await query(client, { system: text })`
          select 'shop-' || to_char(min(applied_at) at time zone 'UTC', 'YYYYMMDDHH24MISSUS') as system
          from migration`
  if (!found) throw new Error('the database did not say which it is')
  return found.system
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => !name.startsWith('.')).toSorted()
}
