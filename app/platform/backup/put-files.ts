import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Files } from '../files.ts'
import { eachOf, isOurs } from '../move-files.ts'
import type { BackupStore, StoredObject } from './backup-store.ts'
import { type BackupIndex, idOf, ownObjects, storeLater } from './manifest.ts'
import { sealed } from './sealed-stream.ts'

export type PutFiles = { objects: StoredObject[]; entries: BackupIndex['files'] }
type Place = { files: Files; store: BackupStore; recipient: string }

/**
 * Stores photos and documents, of the disk or of the store that they lie in, each once: files never change under their
 * key, so one that is stored is known by its key and length. Returns all of them.
 */
export async function putFiles({ files, store, recipient }: Place): Promise<PutFiles> {
  const stored = new Map(
    (await ownObjects(store, 'files')).map((object) => [
      object.name.slice(0, object.name.lastIndexOf('.')),
      object,
    ]),
  )
  const put: PutFiles = { objects: [], entries: [] }
  await eachOf(files.keys(), async (key) => {
    if (isOurs(key)) return
    const file = await files.find(key)
    // Removed since it was listed.
    if (file === null) return
    const stem = `files/${createHash('sha256').update(`${key}\0${file.size}`).digest('hex')}`
    const object =
      stored.get(stem) ??
      (await store.put(
        stem,
        await sealed(Readable.fromWeb(file.stream() as NodeReadableStream<Uint8Array>), recipient),
      ))
    put.objects.push(object)
    put.entries.push({ key, size: file.size, object: object.name })
  })
  put.entries.sort((a, b) => (a.key < b.key ? -1 : 1))
  return put
}

/**
 * Stores files that came after the last backup, with a note of their own, so that a later state of the database has them.
 * `known` holds the objects that are noted already. Returns how many.
 */
export async function putLaterFiles(
  place: Place & { system: string; known: Set<string>; now: Date },
): Promise<number> {
  const { store, recipient, system, known, now } = place
  const put = await putFiles(place)
  const isNew = ({ object }: { object: string }) => !known.has(object)
  const entries = put.entries.filter(isNew)
  if (entries.length === 0) return 0
  const id = idOf(now)
  const text = JSON.stringify({ files: entries, secrets: [] } satisfies BackupIndex)
  const index = await store.put(
    `later-index/${id}`,
    await sealed(Readable.from([Buffer.from(text)]), recipient),
  )
  const files = put.objects.filter(({ name }) => !known.has(name))
  await storeLater(store, id, { format: 1, system, at: now.toISOString(), index, files })
  return entries.length
}
