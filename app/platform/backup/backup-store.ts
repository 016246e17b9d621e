import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StartFault } from '../start-fault.ts'

/** An object of a store: its name ends in the SHA-256 of its bytes, so that damage shows without any key. */
export type StoredObject = { name: string; size: number }

/** An object that is there and cannot be used: damaged, or written by another release. */
export class UnreadableObject extends StartFault {}

/** Where backups lie. Objects are written once, whole or not at all, and never changed. */
export type BackupStore = {
  /** Stores a stream as `<stem>.<sha256>`. */
  put(stem: string, bytes: Readable): Promise<StoredObject>
  /** @throws {StartFault} when it is missing, {UnreadableObject} while reading when its bytes are not those that were stored */
  get(name: string): Promise<Readable>
  /** All objects of a folder, sorted by name. */
  list(folder: string): Promise<StoredObject[]>
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>
  /** Removes what was arriving when a process died. Call it while nobody else puts anything there. */
  sweep(): Promise<void>
}

/** Passes bytes on and calls `atEnd` with their SHA-256 before the end is told. */
export function hashing(atEnd: (sha256: string) => void): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      try {
        atEnd(hash.digest('hex'))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

/** What is read of an object, whose last byte comes only if all of them are those of its name. */
export function checkedBytes(name: string, source: Readable): Readable {
  const checked = hashing((sha256) => {
    if (!name.endsWith(`.${sha256}`))
      throw new UnreadableObject(`The backup is damaged: ${name} does not hold what was stored.`)
  })
  source.on('error', (error) => checked.destroy(error))
  checked.on('close', () => source.destroy())
  return source.pipe(checked)
}

const ownFolders = ['backups', 'base', 'files', 'later', 'later-index']

/** Removes the files of a folder that have such names. */
export async function removeAbandoned(folder: string, names: RegExp): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of found) if (names.test(name)) await rm(join(folder, name), { force: true })
}

/** A store in a folder, on a disk that should not be the shop's. */
export function openBackupFolder(root: string): BackupStore {
  return {
    async put(stem, bytes) {
      const folder = dirname(join(root, stem))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = join(folder, `.${randomBytes(8).toString('hex')}.tmp`)
      let sha256 = ''
      try {
        await pipeline(
          bytes,
          hashing((found) => {
            sha256 = found
          }),
          createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }),
        )
        const name = `${stem}.${sha256}`
        await rename(temporary, join(root, name))
        const handle = await open(folder, 'r')
        await handle.sync().finally(() => handle.close())
        return { name, size: (await stat(join(root, name))).size }
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async get(name) {
      const path = join(root, name)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) throw new StartFault(`The backup is not whole: ${name} is missing in ${root}.`)
      return checkedBytes(name, createReadStream(path))
    },

    async list(folder) {
      const names = await readdir(join(root, folder)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      const found = names.filter((name) => !name.startsWith('.')).toSorted()
      return Promise.all(
        found.map(async (name) => ({
          name: `${folder}/${name}`,
          size: (await stat(join(root, folder, name))).size,
        })),
      )
    },

    remove: (name) => rm(join(root, name), { force: true }),

    async sweep() {
      const folders = await readdir(join(root, 'wal')).catch(() => [])
      for (const folder of [...ownFolders, ...folders.map((name) => `wal/${name}`)])
        await removeAbandoned(join(root, folder), /^\.[0-9a-f]{16}\.tmp$/)
    },
  }
}

/** Reads all objects through, as `verify` does. @throws {StartFault} at the first that is missing or damaged */
export async function readThrough(store: BackupStore, names: readonly string[]): Promise<number> {
  let bytes = 0
  for (const name of names) for await (const chunk of await store.get(name)) bytes += (chunk as Buffer).length
  return bytes
}
