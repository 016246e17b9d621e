import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { StorageUnavailable } from '../files.ts'
import { openS3Files, type S3Settings } from '../s3-files.ts'
import { StartFault } from '../start-fault.ts'
import { type BackupStore, checkedBytes, hashing, removeAbandoned } from './backup-store.ts'

/** Nobody waits for a page here; a bucket may be slow. Milliseconds but `attempts`. */
const limits = { connect: 10_000, silence: 60_000, call: 60_000, attempts: 4 }

/**
 * A store in a bucket. An object lies sealed in `scratch` until it has a name, and is then sent in one piece, of at
 * most 5 GB where the bucket is AWS's. Keys are those of files, which have no capitals: `T` is `_t` there.
 * @throws {StartFault} from every verb while the bucket does not answer, or refuses
 */
export function openBackupBucket(settings: S3Settings, { scratch }: { scratch: string }): BackupStore {
  const files = openS3Files(settings, { scratchDir: async () => scratch, limits })
  const where = `bucket ${settings.bucket} at ${settings.endpoint ?? `AWS ${settings.region}`}`
  const told = (error: unknown) =>
    error instanceof StorageUnavailable
      ? new StartFault(`The backup in ${where} cannot be used: ${reasonOf(error)}.`, { cause: error })
      : (error as Error)
  const tell = (error: unknown): never => {
    throw told(error)
  }

  return {
    async put(stem, bytes) {
      await mkdir(scratch, { recursive: true, mode: 0o700 })
      const temporary = join(scratch, randomBytes(12).toString('hex'))
      let sha256 = ''
      try {
        const hash = hashing((found) => {
          sha256 = found
        })
        await pipeline(bytes, hash, createWriteStream(temporary, { flags: 'wx', mode: 0o600 }))
        const { size } = await stat(temporary)
        const name = `${stem}.${sha256}`
        await files.adopt(keyOf(name), temporary).catch(tell)
        return { name, size }
      } finally {
        await rm(temporary, { force: true })
      }
    },

    async get(name) {
      const found = await files.find(keyOf(name)).catch(tell)
      if (found === null) throw new StartFault(`The backup is not whole: ${name} is missing in ${where}.`)
      const source = Readable.fromWeb(found.stream() as NodeReadableStream<Uint8Array>)
      return checkedBytes(name, Readable.from(tellingFaults(source, told), { objectMode: false }))
    },

    async list(folder) {
      const found: { name: string; size: number }[] = []
      try {
        for await (const { key, size } of files.listed(folder)) found.push({ name: nameOf(key), size })
      } catch (error) {
        tell(error)
      }
      return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },

    remove: (name) => files.remove(keyOf(name)).catch(tell),

    sweep: () => removeAbandoned(scratch, /^[0-9a-f]{24}$/),
  }
}

async function* tellingFaults(source: Readable, told: (error: unknown) => Error): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) yield Buffer.from(chunk as Uint8Array)
  } catch (error) {
    throw told(error)
  }
}

const keyOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const nameOf = (key: string) => key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The innermost cause says what the bucket said. */
function reasonOf(error: Error): string {
  for (let inner: unknown = error.cause; inner instanceof Error; inner = inner.cause)
    if (inner.cause === undefined) return inner.message || inner.name
  return 'it does not answer'
}
