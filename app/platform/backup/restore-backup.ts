import { createWriteStream } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { startEmbeddedPostgres } from '../database/embedded.ts'
import { openLocalFiles } from '../files.ts'
import { StartFault } from '../start-fault.ts'
import type { BackupStore } from './backup-store.ts'
import { type BackupManifest, indexSchema, platform, storedBackups } from './manifest.ts'
import { textOf, unsealed } from './sealed-stream.ts'
import { untar } from './untar.ts'
import { missingSegment, storedWal } from './wal-archive.ts'

export type RestoreOptions = {
  store: BackupStore
  identity: string
  dataDir: string
  /** The newest state that is stored, unless given. */
  at?: Date
  /** Looks at the restored database before it becomes the shop's. @throws {StartFault} when something is missing */
  check(connectionString: string, manifest: BackupManifest): Promise<void>
}

const described = z.object({
  Files: z.array(z.object({ Path: z.string(), Checksum: z.string().optional() })),
})

/**
 * Brings a shop back into an empty data directory, at its newest state or as it was at a time. All is made and checked
 * in a folder beside its place; where anything fails, the directory is empty again.
 * @throws {StartFault} saying what is missing, damaged or in the way
 */
export async function restoreBackup(
  options: RestoreOptions,
): Promise<{ manifest: BackupManifest; files: number }> {
  const { store, dataDir, at } = options
  const building = join(dataDir, 'restoring')
  await mkdir(dataDir, { recursive: true })
  const there = (await readdir(dataDir)).filter((name) => name !== 'restoring')
  if (there.length > 0)
    throw new StartFault(
      `${dataDir} is not empty (${there[0]}). Restore into an empty one; nothing was changed.`,
    )
  const manifest = choose(await storedBackups(store), at)
  // Of a restore that was killed: nothing in it was anybody's yet.
  await rm(building, { recursive: true, force: true })
  await mkdir(building, { mode: 0o700 })
  try {
    const files = await build(building, manifest, options)
    for (const name of await readdir(building)) await rename(join(building, name), join(dataDir, name))
    return { manifest, files }
  } finally {
    await rm(building, { recursive: true, force: true })
  }
}

function choose(backups: readonly { manifest: BackupManifest }[], at: Date | undefined): BackupManifest {
  const manifest = backups.findLast(
    ({ manifest: { ended } }) => at === undefined || new Date(ended) <= at,
  )?.manifest
  if (manifest === undefined)
    throw new StartFault(
      backups.length === 0
        ? 'There is no whole backup in that folder.'
        : `The oldest backup ended at ${backups[0]?.manifest.ended}: nothing earlier can be restored.`,
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

async function build(building: string, manifest: BackupManifest, options: RestoreOptions): Promise<number> {
  const { store, identity, at } = options
  const opened = async (name: string) => unsealed(await store.get(name), identity)
  const index = indexSchema.parse(JSON.parse(await textOf(await opened(manifest.index.name))))

  const cluster = join(building, 'postgres')
  await mkdir(cluster, { mode: 0o700 })
  const unpacked = await untar(await opened(manifest.base.name), cluster)
  const { Files: wanted } = described.parse(
    JSON.parse(await textOf(await opened(manifest.baseManifest.name))),
  )
  for (const { Path, Checksum } of wanted)
    if (unpacked.get(Path) !== Checksum)
      throw new StartFault(`The backup is damaged: its database lacks ${Path}.`)

  await mkdir(join(building, 'secrets'), { mode: 0o700 })
  for (const { name, object } of index.secrets)
    await writeFile(join(building, 'secrets', name), await textOf(await opened(object)), { mode: 0o600 })
  const files = openLocalFiles(join(building, 'files'))
  for (const [place, { key, size, object }] of index.files.entries()) {
    const arriving = join(await files.scratchDir(), `restored-${place}`)
    await pipeline(await opened(object), createWriteStream(arriving, { mode: 0o600 }))
    await files.adopt(key, arriving)
    if ((await files.find(key))?.size !== size)
      throw new StartFault(`The backup is damaged: ${key} is cut off.`)
  }

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
  return index.files.length
}

/** Opens the WAL since the backup, and the histories of timelines, so that the new one gets a number of its own. */
async function fetchWal(folder: string, manifest: BackupManifest, { store, identity, at }: RestoreOptions) {
  await mkdir(folder, { mode: 0o700 })
  const wal = await storedWal(store, manifest.system)
  const missing = missingSegment(wal, manifest.walTo)
  if (missing !== null && at === undefined)
    throw new StartFault(
      `The WAL ${missing} is missing in the backup. What came before it can be restored with --at.`,
    )
  for (const { name, segment } of wal) {
    const isNeeded =
      segment.endsWith('.history') ||
      (segment.length === 24 &&
        segment.slice(0, 8) === manifest.walFrom.slice(0, 8) &&
        segment >= manifest.walFrom)
    if (!isNeeded) continue
    await pipeline(
      await unsealed(await store.get(name), identity),
      createWriteStream(join(folder, segment), { mode: 0o600 }),
    )
  }
}
