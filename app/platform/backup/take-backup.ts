import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
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
  readBackups,
  storeManifest,
} from './manifest.ts'
import { putFiles } from './put-files.ts'
import { removeOld, removeUnnamed } from './remove-old-backups.ts'
import { sealed, textOf } from './sealed-stream.ts'
import { copyTables, requireReadable } from './table-copies.ts'
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
  /** Counts the rows to be compared after a restore; asked once the account is known to see them. */
  countRows(): Promise<Record<string, number>>
  now(): Date
}

type DatabaseParts = Pick<BackupManifest, 'walFrom' | 'walTo' | 'base' | 'baseManifest' | 'tables'>
type Put = (suffix: string, bytes: Readable) => Promise<StoredObject>

/**
 * Makes a whole backup of a shop that may be running: the database, its archived WAL, photos and documents that are not
 * stored yet, and secrets; then removes what is older than `keepDays` and needed by no backup that stays.
 * @throws {StartFault} when another backup is being made, or the place holds those of another shop
 */
export function takeBackup(options: BackupOptions): Promise<BackupManifest> {
  return withBackupLock(options.client, async () => {
    const put: StoredObject[] = []
    try {
      return await backUp(options, put)
    } catch (error) {
      await removeHalf(options, put).catch((cause: unknown) => {
        throw new AggregateError([error, cause], `${messageOf(error)} What was stored of it is still there.`)
      })
      throw error
    }
  })
}

/** Of a backup that failed: files stay, for the next one needs them as they are. */
async function removeHalf({ store }: BackupOptions, put: readonly StoredObject[]): Promise<void> {
  for (const { name } of put) await store.remove(name)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function backUp(options: BackupOptions, stored: StoredObject[]): Promise<BackupManifest> {
  const { client, connectionString, kind, dataDir, store, recipient, now } = options
  if (kind === 'tables') await requireReadable(client)
  const rows = await options.countRows()
  const system = await systemOf(options)
  const before = await readBackups(store)
  const others = before.backups.find(({ manifest }) => manifest.system !== system)
  if (others)
    throw new StartFault(
      `Backups of another database lie there already (${others.manifest.id}). Give this one a folder or prefix of its own; a shop that was restored begins a new one, too.`,
    )
  await store.sweep()
  // What one that cannot be read needs is not known.
  if (before.unread.length === 0) await removeUnnamed(store, before.backups)
  const begun = now()
  const id = idOf(begun)
  const put: Put = async (suffix, bytes) => {
    const object = await store.put(`base/${id}${suffix}`, await sealed(bytes, recipient))
    stored.push(object)
    return object
  }
  const putText = (suffix: string, content: string) => put(suffix, Readable.from([Buffer.from(content)]))
  const [server] = await query(client, { version: int4 })`
    select current_setting('server_version_num')::int4 as version`
  const database =
    kind === 'cluster'
      ? await putCluster(connectionString, put, putText)
      : await putTablesOf(connectionString, put, putText)

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
  // From here on it is whole, whatever else fails.
  stored.length = 0
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
  connectionString: string,
  put: Put,
  putText: (suffix: string, content: string) => Promise<StoredObject>,
): Promise<DatabaseParts> {
  const tables: StoredObject[] = []
  // A connection of its own: where a copy cannot be stored, PostgreSQL goes on sending, and nothing but its end ends that.
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    // Rows that a policy hides would be missing without a word; so it is an error.
    await client.query(
      'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local row_security = off',
    )
    const copied = await copyTables(client, async (_, bytes) => {
      const object = await put('-table', bytes)
      tables.push(object)
      return object.name
    })
    return { walFrom: '', walTo: '', base: await putText('', JSON.stringify(copied)), tables }
  } finally {
    client.on('error', () => undefined)
    await client.end()
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
