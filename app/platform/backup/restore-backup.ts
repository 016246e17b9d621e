import { createWriteStream } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { z } from 'zod'
import { startEmbeddedPostgres } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { type Files, openLocalFiles } from '../files.ts'
import { StartFault } from '../start-fault.ts'
import type { BackupStore, UnreadableObject } from './backup-store.ts'
import { emptyAgain, requireEmptyDatabase } from './empty-database.ts'
import {
  type BackupIndex,
  type BackupManifest,
  idOf,
  indexSchema,
  platform,
  readBackups,
  readLater,
  type StoredLater,
  type Unread,
} from './manifest.ts'
import { textOf, unsealed } from './sealed-stream.ts'
import { copiedTables, putTables } from './table-copies.ts'
import { untar } from './untar.ts'
import { missingSegment, storedWal } from './wal-archive.ts'

export type RestoreOptions = {
  store: BackupStore
  identity: string
  dataDir: string
  /** Where files lie, if not in `dataDir`. What is there already stays. */
  files: Files | null
  /** An empty database of one's own, for copies of tables; null: the one that comes with the shop. */
  database: string | null
  /** The folder of migrations, which make the tables that copies are put into. */
  migrations: string
  /** The newest state that is stored, unless given. */
  at?: Date
  /** Where WAL is missing, the newest state before it is wanted. */
  despiteGap?: boolean
  /** Looks at the restored database before it becomes the shop's. @throws {StartFault} when something is missing */
  check(connectionString: string, manifest: BackupManifest): Promise<void>
}

const described = z.object({
  Files: z.array(z.object({ Path: z.string(), Checksum: z.string().optional() })),
})

/**
 * Brings a shop back into an empty data directory, at its newest state or as it was at a time. All is made and checked
 * in a folder beside its place; where anything fails, the directory is empty again. `passedOver`: newer backups, and notes
 * of later files, that cannot be read and would have been taken.
 * @throws {StartFault} saying what is missing, damaged or in the way
 */
export async function restoreBackup(
  options: RestoreOptions,
): Promise<{ manifest: BackupManifest; files: number; passedOver: UnreadableObject[] }> {
  const { store, dataDir } = options
  const building = join(dataDir, 'restoring')
  await mkdir(dataDir, { recursive: true })
  await finishMove(dataDir, building)
  const there = (await readdir(dataDir)).filter((name) => name !== 'restoring')
  if (there.length > 0)
    throw new StartFault(
      `${dataDir} is not empty (${there[0]}). Restore into an empty one; nothing was changed.`,
    )
  const { backups, unread } = await readBackups(store)
  if (backups.length === 0 && unread[0]) throw unread[0].fault
  const manifest = choose(backups, options)
  const { notes, unread: unreadNotes } = await readLater(store)
  const timeIn = ({ object }: Unread) => object.slice(object.indexOf('/') + 1).slice(0, manifest.id.length)
  const until = options.at && idOf(options.at)
  const passedOver = [
    ...unread.filter((each) => timeIn(each) > manifest.id && (until === undefined || timeIn(each) <= until)),
    ...unreadNotes.filter((each) => timeIn(each) >= manifest.id),
  ].map(({ fault }) => fault)
  // Of a restore that was killed: nothing in it was anybody's yet.
  await rm(building, { recursive: true, force: true })
  await mkdir(building, { mode: 0o700 })
  let files: number
  try {
    files = await build(building, manifest, notes, options)
    await rm(join(building, 'postgres.log'), { force: true })
  } catch (error) {
    await rm(building, { recursive: true, force: true })
    throw error
  }
  await writeFile(join(building, checked), '')
  await move(building, dataDir)
  return { manifest, files, passedOver }
}

/** Lies in the folder of a restore that is whole and checked: from then on nothing of it is removed any more. */
const checked = '.checked'

async function move(building: string, dataDir: string): Promise<void> {
  for (const name of await readdir(building))
    if (name !== checked) await rename(join(building, name), join(dataDir, name))
  await rm(building, { recursive: true, force: true })
}

/** A restore that was killed while its folders were given their places gets the rest of them. */
async function finishMove(dataDir: string, building: string): Promise<void> {
  const left = await readdir(building).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (!left.includes(checked)) return
  const there = await readdir(dataDir)
  const taken = left.find((name) => name !== checked && there.includes(name))
  if (taken)
    throw new StartFault(
      `A restore into ${dataDir} was cut short, and something else has made ${taken} there since. Restore into an empty folder; nothing was changed.`,
    )
  await move(building, dataDir)
  throw new StartFault(
    `A restore into ${dataDir} that was cut short is whole now: everything had been checked. Start the shop, or restore into another folder.`,
  )
}

function choose(
  backups: readonly { manifest: BackupManifest }[],
  { at, database }: RestoreOptions,
): BackupManifest {
  const manifest = backups.findLast(
    ({ manifest: { ended } }) => at === undefined || new Date(ended) <= at,
  )?.manifest
  if (manifest === undefined)
    throw new StartFault(
      backups.length === 0
        ? 'There is no whole backup in that place.'
        : `The oldest backup ended at ${backups[0]?.manifest.ended}: nothing earlier can be restored.`,
    )
  if (manifest.kind === 'tables') return manifest
  if (database !== null)
    throw new StartFault(
      'This backup is one of the database that comes with the shop: leave DATABASE_URL away to restore it there.',
    )
  if (manifest.platform !== platform)
    throw new StartFault(
      `This backup was made on ${manifest.platform}; it cannot be restored on ${platform}.`,
    )
  if (manifest.postgres !== '18')
    throw new StartFault(
      `This backup was made by PostgreSQL ${manifest.postgres}; this release brings 18. Restore it with the release that made it.`,
    )
  return manifest
}

async function build(
  building: string,
  manifest: BackupManifest,
  notes: readonly StoredLater[],
  options: RestoreOptions,
): Promise<number> {
  const { store, identity } = options
  const opened = async (name: string) => unsealed(await store.get(name), identity)
  const index = indexSchema.parse(JSON.parse(await textOf(await opened(manifest.index.name))))

  await mkdir(join(building, 'secrets'), { mode: 0o700 })
  for (const { name, object } of index.secrets)
    await writeFile(join(building, 'secrets', name), await textOf(await opened(object)), { mode: 0o600 })
  const entries = new Map(index.files.map((entry) => [entry.key, entry]))
  for (const { later } of notes) {
    if (later.system !== manifest.system || later.at < manifest.begun) continue
    const note = indexSchema.parse(JSON.parse(await textOf(await opened(later.index.name))))
    for (const entry of note.files) entries.set(entry.key, entry)
  }
  await putBack(
    options.files ?? openLocalFiles(join(building, 'files')),
    [...entries.values()],
    building,
    opened,
  )
  if (manifest.kind === 'tables') await buildTables(building, manifest, options, opened)
  else await buildCluster(building, manifest, options, opened)
  return entries.size
}

type Opened = (name: string) => Promise<Readable>

async function putBack(files: Files, entries: BackupIndex['files'], building: string, opened: Opened) {
  const arrivals = join(building, 'arriving')
  await mkdir(arrivals, { mode: 0o700 })
  for (const [place, { key, size, object }] of entries.entries()) {
    if ((await files.find(key))?.size === size) continue
    const arriving = join(arrivals, `${place}`)
    await pipeline(await opened(object), createWriteStream(arriving, { mode: 0o600 }))
    await files.adopt(key, arriving)
    if ((await files.find(key))?.size !== size)
      throw new StartFault(`The backup is damaged: ${key} is cut off.`)
  }
  await rm(arrivals, { recursive: true })
}

async function buildTables(
  building: string,
  manifest: BackupManifest,
  { database, migrations, check }: RestoreOptions,
  opened: Opened,
) {
  const copied = copiedTables.parse(JSON.parse(await textOf(await opened(manifest.base.name))))
  const server = database === null ? await startEmbeddedPostgres(building) : null
  const connectionString = database ?? (server?.connectionString as string)
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const before = await requireEmptyDatabase(client)
    try {
      // Hundreds of commits need not wait for the disk: the last one does.
      await migrate(unhurried(connectionString), { directory: migrations, until: copied.applied })
      await putTables(client, copied, opened)
      await check(connectionString, manifest)
    } catch (error) {
      await emptyAgain(client, before).catch((cause: unknown) => {
        throw new StartFault(
          `${error instanceof Error ? error.message : error} The database could not be emptied again: empty it before the next try.`,
          { cause: new AggregateError([error, cause]) },
        )
      })
      throw error
    }
  } finally {
    await client.end()
    await server?.stop()
  }
}

function unhurried(connectionString: string): string {
  const separator = connectionString.includes('?') ? '&' : '?'
  return `${connectionString}${separator}options=${encodeURIComponent('-c synchronous_commit=off')}`
}

async function buildCluster(
  building: string,
  manifest: BackupManifest,
  options: RestoreOptions,
  opened: Opened,
) {
  const { at } = options
  const cluster = join(building, 'postgres')
  await mkdir(cluster, { mode: 0o700 })
  const unpacked = await untar(await opened(manifest.base.name), cluster)
  const text = await textOf(await opened((manifest.baseManifest ?? manifest.base).name))
  for (const { Path, Checksum } of described.parse(JSON.parse(text)).Files)
    if (unpacked.get(Path) !== Checksum)
      throw new StartFault(`The backup is damaged: its database lacks ${Path}.`)
  await fetchWal(join(cluster, 'wal-restore'), manifest, options)
  const settings = join(cluster, 'postgresql.auto.conf')
  const before = await readFile(settings, 'utf8')
  await appendFile(
    settings,
    [
      "restore_command = 'cp wal-restore/%f %p'",
      "recovery_target_timeline = 'current'",
      // Until it is promoted nobody may look: what is seen then is what stays.
      'hot_standby = off',
      ...(at
        ? [
            `recovery_target_time = '${at.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
            "recovery_target_action = 'promote'",
          ]
        : []),
      '',
    ].join('\n'),
  )
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  const server = await startEmbeddedPostgres(building).catch((error: unknown) => {
    if (String(error).includes('before configured recovery target'))
      throw new StartFault(
        `The stored WAL does not reach ${at?.toISOString()}. Give an earlier time, or leave --at away for the newest state.`,
        { cause: error },
      )
    throw error
  })
  try {
    await options.check(server.connectionString, manifest)
  } finally {
    await server.stop()
  }
  await writeFile(settings, before, { mode: 0o600 })
  await rm(join(cluster, 'wal-restore'), { recursive: true })
}

/** Opens the WAL since the backup, and the histories of timelines, so that the new one gets a number of its own. */
async function fetchWal(folder: string, manifest: BackupManifest, options: RestoreOptions) {
  const { store, identity, at, despiteGap } = options
  await mkdir(folder, { mode: 0o700 })
  const wal = await storedWal(store, manifest.system)
  const missing = missingSegment(wal, manifest.walTo)
  if (missing !== null && at === undefined && !despiteGap)
    throw new StartFault(
      `The WAL ${missing} is missing in the backup: only what came before it can be restored. Ask for that with --despite-gap, or for an earlier time with --at.`,
    )
  for (const { name, segment } of wal) {
    const isNeeded =
      segment.endsWith('.history') ||
      (segment.length === 24 &&
        segment.slice(0, 8) === manifest.walFrom.slice(0, 8) &&
        segment >= manifest.walFrom &&
        (missing === null || segment < missing))
    if (!isNeeded) continue
    await pipeline(
      await unsealed(await store.get(name), identity),
      createWriteStream(join(folder, segment), { mode: 0o600 }),
    )
  }
}
