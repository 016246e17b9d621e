import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { z } from 'zod'
import { bool, int4, query } from '../database/statement.ts'
import { openLocalFiles } from '../files.ts'
import { StartFault } from '../start-fault.ts'
import type { BackupStore, StoredObject } from './backup-store.ts'
import { baseBackup } from './base-backup.ts'
import {
  type BackupIndex,
  type BackupManifest,
  objectsOf,
  platform,
  storedBackups,
  storeManifest,
} from './manifest.ts'
import { sealed, textOf } from './sealed-stream.ts'
import { segmentOf, shipWal, storedWal } from './wal-archive.ts'

/** Held while a backup is made, so that no other takes its objects for abandoned; any fixed number. */
const backupLock = 7_464_646_711

const ranges = z.object({
  'WAL-Ranges': z
    .array(z.object({ Timeline: z.number(), 'Start-LSN': z.string(), 'End-LSN': z.string() }))
    .min(1),
})

export type BackupOptions = {
  client: pg.Client
  connectionString: string
  dataDir: string
  store: BackupStore
  recipient: string
  keepDays: number
  /** Rows to be compared after a restore. */
  rows: Record<string, number>
  now(): Date
}

/**
 * Makes a whole backup of a shop that may be running: the database, its archived WAL, photos and documents that are not
 * stored yet, and secrets; then removes what is older than `keepDays` and needed by no backup that stays.
 * @throws {StartFault} when another backup is being made
 */
export async function takeBackup(options: BackupOptions): Promise<BackupManifest> {
  const { client, dataDir, store, recipient, rows, now } = options
  const [lock] = await query(client, { held: bool })`select pg_try_advisory_lock(${backupLock}) as held`
  if (!lock?.held) throw new StartFault('Another backup is being made. Nothing was changed.')
  try {
    const begun = now()
    const id = begun.toISOString().replaceAll(/[-:]|\.\d+/g, '')
    const [server] = await query(client, {
      version: int4,
    })`select current_setting('server_version_num')::int4 as version`
    const put = async (stem: string, bytes: Readable) => store.put(stem, await sealed(bytes, recipient))
    const putText = (stem: string, text: string) => put(stem, Readable.from([Buffer.from(text)]))

    let base: StoredObject | undefined
    let described = ''
    await baseBackup(options.connectionString, async (part, bytes) => {
      if (part === 'base') base = await put(`base/${id}`, bytes)
      else described = await textOf(bytes)
    })
    const { 'WAL-Ranges': wal } = ranges.parse(JSON.parse(described))
    const system = /"System-Identifier": (\d+)/.exec(described)?.[1]
    const [first, last] = [wal[0], wal.at(-1)]
    if (base === undefined || system === undefined || first === undefined || last === undefined)
      throw new Error('PostgreSQL sent no whole base backup')
    const baseManifest = await putText(`base/${id}-manifest`, described)

    // After the database: whatever it names is there by now.
    const index: BackupIndex = { files: [], secrets: [] }
    const files = await putFiles(dataDir, store, put, index)
    const secrets: StoredObject[] = []
    for (const name of await namesIn(join(dataDir, 'secrets'))) {
      const object = await put(`base/${id}-secret`, createReadStream(join(dataDir, 'secrets', name)))
      secrets.push(object)
      index.secrets.push({ name, object: object.name })
    }
    const manifest: BackupManifest = {
      format: 1,
      id,
      begun: begun.toISOString(),
      ended: now().toISOString(),
      postgres: String(Math.floor((server?.version ?? 0) / 10_000)),
      platform,
      system,
      walFrom: segmentOf(first.Timeline, first['Start-LSN']),
      walTo: segmentOf(last.Timeline, last['End-LSN']),
      base,
      baseManifest,
      index: await putText(`base/${id}-index`, JSON.stringify(index)),
      secrets,
      files,
      rows,
    }
    await storeManifest(store, manifest)
    await shipWal({ dataDir, store, recipient })
    await removeOld(store, new Date(now().getTime() - options.keepDays * 86_400_000))
    return manifest
  } finally {
    await client.query('select pg_advisory_unlock($1)', [backupLock])
  }
}

/** A file that is stored already is known by its key and size: files never change under their key. */
async function putFiles(
  dataDir: string,
  store: BackupStore,
  put: (stem: string, bytes: Readable) => Promise<StoredObject>,
  index: BackupIndex,
): Promise<StoredObject[]> {
  const stored = new Map((await store.list('files')).map((object) => [stemOf(object.name), object]))
  const files = openLocalFiles(join(dataDir, 'files'))
  const objects: StoredObject[] = []
  for (const folder of await namesIn(join(dataDir, 'files'))) {
    for await (const key of files.keys(folder)) {
      const file = await files.find(key)
      if (file === null) continue
      const stem = `files/${await digestOf(`${key}\0${file.size}`)}`
      const object =
        stored.get(stem) ??
        (await put(stem, Readable.fromWeb(file.stream() as Parameters<typeof Readable.fromWeb>[0])))
      objects.push(object)
      index.files.push({ key, size: file.size, object: object.name })
    }
  }
  return objects
}

const stemOf = (name: string) => name.slice(0, name.lastIndexOf('.'))

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', Buffer.from(text))
  return Buffer.from(digest).toString('hex')
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => !name.startsWith('.')).toSorted()
}

/** The newest backup stays however old it is; of everything else, what a backup that stays needs. */
export async function removeOld(store: BackupStore, before: Date): Promise<void> {
  const all = await storedBackups(store)
  const kept = all.filter(
    ({ manifest }, place) => place === all.length - 1 || new Date(manifest.ended) >= before,
  )
  // The manifest first: what it names is then no backup any more, and never half of one.
  for (const { object } of all.filter((backup) => !kept.includes(backup))) await store.remove(object)
  const needed = new Set(kept.flatMap(({ manifest }) => objectsOf(manifest)))
  for (const folder of ['base', 'files'])
    for (const { name } of await store.list(folder)) if (!needed.has(name)) await store.remove(name)
  for (const system of new Set(all.map(({ manifest }) => manifest.system))) {
    const first = kept
      .filter(({ manifest }) => manifest.system === system)
      .map(({ manifest }) => manifest.walFrom.slice(8))
      .toSorted()[0]
    for (const { name, segment } of await storedWal(store, system))
      if (segment.length >= 24 && (first === undefined || segment.slice(8) < first)) await store.remove(name)
  }
}
