import { Readable } from 'node:stream'
import { z } from 'zod'
import { type BackupStore, type StoredObject, UnreadableObject } from './backup-store.ts'
import { textOf } from './sealed-stream.ts'

const object = z.object({ name: z.string(), size: z.number() })

/** What a backup is, readable without its key: names and sizes, nothing of what is in it. */
const schema = z.object({
  format: z.literal(1),
  id: z.string(),
  begun: z.iso.datetime(),
  ended: z.iso.datetime(),
  postgres: z.string(),
  platform: z.string(),
  /** What the database is: a cluster with its WAL, or copies of its tables, which any PostgreSQL takes. */
  kind: z.enum(['cluster', 'tables']).default('cluster'),
  /** Of the cluster, or of the shop: backups of another one do not go to the same place. */
  system: z.string(),
  /** The segments of WAL that hold its first and its last change; empty where the database was copied by tables. */
  walFrom: z.string(),
  walTo: z.string(),
  base: object,
  baseManifest: object.optional(),
  tables: z.array(object).default([]),
  index: object,
  secrets: z.array(object),
  files: z.array(object),
  /** Rows of tables whose rows are never removed, when the backup began. */
  rows: z.record(z.string(), z.number()),
})

export type BackupManifest = z.infer<typeof schema>
export type StoredBackup = { object: string; manifest: BackupManifest }

/** Sealed beside it: which file is which object. */
export const indexSchema = z.object({
  files: z.array(z.object({ key: z.string(), size: z.number(), object: z.string() })),
  secrets: z.array(z.object({ name: z.string(), object: z.string() })),
})
export type BackupIndex = z.infer<typeof indexSchema>

/** Of this machine: a cluster is read only by its own kind. */
export const platform = `${process.platform}-${process.arch}`

/** Files that were stored after a backup, before the WAL that names them. Readable, as a manifest is. */
const laterSchema = z.object({
  format: z.literal(1),
  system: z.string(),
  at: z.iso.datetime(),
  index: object,
  files: z.array(object),
})
export type LaterFiles = z.infer<typeof laterSchema>
export type StoredLater = { object: string; later: LaterFiles }

/** Nothing else in the place of backups is ever read or removed: it is somebody else's. */
const isOurs = {
  backups: /^backups\/\d{8}T\d{6}Z\.[0-9a-f]{64}$/,
  base: /^base\/\d{8}T\d{6}Z(-manifest|-index|-secret|-table)?\.[0-9a-f]{64}$/,
  files: /^files\/[0-9a-f]{64}\.[0-9a-f]{64}$/,
  later: /^later\/\d{8}T\d{6}Z\.[0-9a-f]{64}$/,
  'later-index': /^later-index\/\d{8}T\d{6}Z\.[0-9a-f]{64}$/,
}

/** The objects of a folder that backups made. */
export async function ownObjects(store: BackupStore, folder: keyof typeof isOurs): Promise<StoredObject[]> {
  return (await store.list(folder)).filter(({ name }) => isOurs[folder].test(name))
}

/** The name of what is made at a time, to the second. */
export const idOf = (time: Date) => time.toISOString().replaceAll(/[-:]|\.\d+/g, '')

export async function storeLater(store: BackupStore, id: string, later: LaterFiles): Promise<void> {
  await store.put(`later/${id}`, Readable.from([Buffer.from(JSON.stringify(later, null, 1))]))
}

/** Objects of files that the newest backup or a note after it names, of those that can be read: others are stored again. */
export async function notedObjects(store: BackupStore): Promise<Set<string>> {
  const newest = (await readBackups(store)).backups.at(-1)?.manifest
  const notes = (await readLater(store)).notes.filter(({ later }) => later.at >= (newest?.begun ?? ''))
  return new Set(
    [...(newest?.files ?? []), ...notes.flatMap(({ later }) => later.files)].map(({ name }) => name),
  )
}

export async function storeManifest(store: BackupStore, manifest: BackupManifest): Promise<void> {
  await store.put(`backups/${manifest.id}`, Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]))
}

/** A description that is there and cannot be read, and why. */
export type Unread = { object: string; fault: UnreadableObject }

/** All whole backups, the oldest first, and what is wrong with those that cannot be read, in the same order. */
export async function readBackups(
  store: BackupStore,
): Promise<{ backups: StoredBackup[]; unread: Unread[] }> {
  const { read, unread } = await readAll(store, 'backups', schema)
  const backups = read.map(({ object, value }) => ({ object, manifest: value }))
  return { backups: backups.toSorted((a, b) => a.manifest.id.localeCompare(b.manifest.id)), unread }
}

/** @throws {UnreadableObject} where one cannot be read */
export async function storedBackups(store: BackupStore): Promise<StoredBackup[]> {
  const { backups, unread } = await readBackups(store)
  if (unread[0]) throw unread[0].fault
  return backups
}

/** All notes of files that were stored after a backup, and what is wrong with those that cannot be read. */
export async function readLater(store: BackupStore): Promise<{ notes: StoredLater[]; unread: Unread[] }> {
  const { read, unread } = await readAll(store, 'later', laterSchema)
  return { notes: read.map(({ object, value }): StoredLater => ({ object, later: value })), unread }
}

/** @throws {UnreadableObject} where one cannot be read */
export async function storedLater(store: BackupStore): Promise<StoredLater[]> {
  const { notes, unread } = await readLater(store)
  if (unread[0]) throw unread[0].fault
  return notes
}

async function readAll<Value>(store: BackupStore, folder: 'backups' | 'later', of: z.ZodType<Value>) {
  const read: { object: string; value: Value }[] = []
  const unread: Unread[] = []
  for (const { name } of await ownObjects(store, folder))
    try {
      const parsed = of.safeParse(JSON.parse(await textOf(await store.get(name))))
      if (!parsed.success)
        throw new UnreadableObject(`${name} was made by another release and cannot be read.`)
      read.push({ object: name, value: parsed.data })
    } catch (error) {
      if (!(error instanceof UnreadableObject)) throw error
      unread.push({ object: name, fault: error })
    }
  return { read, unread }
}

/** When the newest whole backup began, by its name alone; null: there is none. */
export async function newestBackupTime(store: BackupStore): Promise<Date | null> {
  const name = (await ownObjects(store, 'backups')).at(-1)?.name
  const parts = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/
    .exec(name ?? '')
    ?.slice(1)
    .map(Number)
  if (!parts) return null
  const [year = 0, month = 1, day, hour, minute, second] = parts
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}

/** Every object that a backup needs beside the WAL that came after it. */
export const objectsOf = (manifest: BackupManifest): string[] => partsOf(manifest).map(({ name }) => name)

const partsOf = ({ base, baseManifest, tables, index, secrets, files }: BackupManifest): StoredObject[] => [
  base,
  ...(baseManifest ? [baseManifest] : []),
  ...tables,
  index,
  ...secrets,
  ...files,
]

/** What is missing or cut off of a backup, told by lengths alone; null: nothing. */
export async function missingPart(store: BackupStore, manifest: BackupManifest): Promise<string | null> {
  const there = new Map<string, number>()
  for (const folder of ['base', 'files'] as const)
    for (const { name, size } of await ownObjects(store, folder)) there.set(name, size)
  return partsOf(manifest).find(({ name, size }) => there.get(name) !== size)?.name ?? null
}
