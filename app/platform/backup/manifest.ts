import { Readable } from 'node:stream'
import { z } from 'zod'
import { StartFault } from '../start-fault.ts'
import type { BackupStore } from './backup-store.ts'
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
  system: z.string(),
  /** The segments of WAL that hold its first and its last change. */
  walFrom: z.string(),
  walTo: z.string(),
  base: object,
  baseManifest: object,
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

export async function storeManifest(store: BackupStore, manifest: BackupManifest): Promise<void> {
  await store.put(`backups/${manifest.id}`, Readable.from([Buffer.from(JSON.stringify(manifest, null, 1))]))
}

/** All whole backups, the oldest first. @throws {StartFault} when a manifest is damaged */
export async function storedBackups(store: BackupStore): Promise<StoredBackup[]> {
  const found: StoredBackup[] = []
  for (const { name } of await store.list('backups')) {
    const parsed = schema.safeParse(JSON.parse(await textOf(await store.get(name))))
    if (!parsed.success) throw new StartFault(`${name} was made by another release and cannot be read.`)
    found.push({ object: name, manifest: parsed.data })
  }
  return found.toSorted((a, b) => a.manifest.id.localeCompare(b.manifest.id))
}

/** Every object that a backup needs beside the WAL that came after it. */
export const objectsOf = ({ base, baseManifest, index, secrets, files }: BackupManifest): string[] =>
  [base, baseManifest, index, ...secrets, ...files].map(({ name }) => name)
