import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, lstat, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Unavailable } from './unavailable.ts'

/** One stored file. Nothing is opened before `stream` is read or `bytes` is called. */
export type StoredFile = {
  /** Length in bytes. */
  size: number
  /** Where it lies on this machine, if it does. */
  path?: string
  /** Of its content, in hexadecimal digits, where the store knows it without reading. */
  sha256?: string
  stream(): ReadableStream<Uint8Array>
  bytes(): Promise<Uint8Array>
}

/**
 * Where the shop keeps files: the local disk, or an object store that offers the same verbs.
 * A key is `folder/…/name` of lower-case letters, digits, `.`, `_` and `-`; it never leaves the store.
 */
export type Files = {
  /** `null` when there is no such file. */
  find(key: string): Promise<StoredFile | null>
  /** Whole or not at all, replacing what was there. `durable` also outlives a power cut. */
  write(key: string, bytes: Uint8Array, options?: { durable?: boolean }): Promise<void>
  /** Takes over a file from the scratch folder, durably; it is gone from there afterwards. */
  adopt(key: string, path: string): Promise<void>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Every key below a folder, or of all, in no order. */
  keys(folder?: string): AsyncIterable<string>
  /**
   * A local folder on a disk with room, for what is still arriving, under names that nobody else has. What is left there
   * unchanged for an hour is removed.
   */
  scratchDir(): Promise<string>
}

const keyPattern = /^(?:[a-z0-9_-][a-z0-9._-]*\/)*[a-z0-9_-][a-z0-9._-]*$/

/** What people sent in is for nobody else on the machine: the shop itself hands out what may be seen. */
const ownFile = 0o600
const ownFolder = 0o700

/** Node tells of a read-only disk as of a folder that is not there (ENOENT) where it may make several at once. */
export async function makeFolder(
  folder: string,
  make: (path: string, options: { recursive?: boolean; mode: number }) => Promise<unknown> = mkdir,
): Promise<void> {
  try {
    await make(folder, { recursive: true, mode: ownFolder })
  } catch (error) {
    if (!isMissing(error)) throw error
    await makeFolder(dirname(folder), make)
    await make(folder, { mode: ownFolder })
  }
}

/** Removes a file of the scratch folder. A disk that became read-only keeps it, until that folder is next swept. */
export async function dropScratchFile(
  path: string,
  remove: (path: string, options: { force: boolean }) => Promise<void> = rm,
): Promise<void> {
  await remove(path, { force: true }).catch((error: unknown) => {
    if (!isStorageFull(error)) throw error
  })
}

/** Whether a text may be a key: no empty segment, none that begins with a dot, at most 300 characters. */
export function isFileKey(text: string): boolean {
  return text.length <= 300 && keyPattern.test(text)
}

/** @throws {TypeError} when a text is no key */
export function checkFileKey(key: string): void {
  if (!isFileKey(key)) throw new TypeError(`not a file key: ${JSON.stringify(key.slice(0, 80))}`)
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR'
}

/** Whether a write failed because the disk or the quota is full, the disk takes no writes any more, or the store is away. */
export function isStorageFull(error: unknown): boolean {
  if (error instanceof StorageUnavailable) return true
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EROFS'
}

/** There is no room on the disk, it takes no writes, or the store is away: nothing that the visitor did. */
export class StorageUnavailable extends Unavailable {
  override readonly retryAfter = 60
  constructor(options?: ErrorOptions) {
    super('Nothing can be stored now. Please try again later.', options)
    this.name = 'StorageUnavailable'
  }
}

/**
 * Files on the local disk below `root`, which is made when first needed.
 * @throws {TypeError} from every verb when a key is not one: callers check what comes from outside first.
 */
export function openLocalFiles(root: string): Files {
  const incoming = join(root, '.incoming')
  /** When this process last looked for what others left behind. */
  let sweptAt: number | null = null

  function place(key: string): string {
    checkFileKey(key)
    return join(root, key)
  }

  async function* walk(path: string, key: string): AsyncIterable<string> {
    const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      if (entry.isDirectory()) yield* walk(join(path, entry.name), `${key}${entry.name}/`)
      else if (entry.isFile()) yield key + entry.name
    }
  }

  return {
    async find(key) {
      const path = place(key)
      const found = await stat(path).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      })
      if (!found?.isFile()) return null
      return {
        size: found.size,
        path,
        stream: () => readOnDemand(path),
        bytes: () => readFile(path),
      }
    },

    async write(key, bytes, options) {
      const path = place(key)
      const folder = dirname(path)
      await makeFolder(folder)
      // In the same folder, so that the rename stays on one file system; the dot hides it from `keys`.
      const temporary = join(folder, `.${randomBytes(8).toString('hex')}.tmp`)
      try {
        const handle = await open(temporary, 'wx', ownFile)
        try {
          await handle.writeFile(bytes)
          if (options?.durable) await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(temporary, path)
        if (options?.durable) await syncPath(folder)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async adopt(key, from) {
      const path = place(key)
      const folder = dirname(path)
      await makeFolder(folder)
      await chmod(from, ownFile)
      await syncPath(from)
      await rename(from, path)
      await syncPath(folder)
    },

    async remove(key) {
      await rm(place(key), { force: true })
    },

    keys(folder) {
      return folder === undefined ? walk(root, '') : walk(place(folder), `${folder}/`)
    },

    async scratchDir() {
      const now = performance.now()
      if (sweptAt === null || now - sweptAt > abandonedAfter) {
        sweptAt = now
        await makeFolder(incoming)
        await chmod(incoming, ownFolder)
        await sweepIncoming(incoming)
      }
      return incoming
    },
  }
}

/** Opens the file with the first read, so that an answer nobody reads leaks no handle. */
function readOnDemand(path: string): ReadableStream<Uint8Array> {
  let iterator: AsyncIterator<Buffer> | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        iterator ??= createReadStream(path, { highWaterMark: 64 * 1024 })[Symbol.asyncIterator]()
        const next = await iterator.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      async cancel() {
        await iterator?.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** A rename reaches the disk only with its folder. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What is received grows all the time: what has not changed for so long was left by a process that died, ms. */
const abandonedAfter = 3_600_000

/**
 * Removes what no process receives any more. Several processes, on several machines, may share the folder, so nothing
 * is known of who they are; age is told by the clock of the disk itself.
 */
async function sweepIncoming(incoming: string): Promise<void> {
  const probe = join(incoming, randomBytes(12).toString('hex'))
  await writeFile(probe, '')
  const { mtimeMs: now } = await stat(probe)
  await rm(probe, { force: true })
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    if (now - (await lastChange(path)) > abandonedAfter) await rm(path, { recursive: true, force: true })
  }
}

/** Of a file, or of the newest in a folder, ms; what has just gone is not old. */
async function lastChange(path: string): Promise<number> {
  try {
    const found = await stat(path)
    if (!found.isDirectory()) return found.mtimeMs
    const inside = await Promise.all((await readdir(path)).map((name) => lastChange(join(path, name))))
    return Math.max(found.mtimeMs, ...inside)
  } catch (error) {
    if (isMissing(error)) return Number.POSITIVE_INFINITY
    throw error
  }
}

/**
 * A store inside another: what is kept here lies below `folder` there and is found nowhere else. Its scratch folder is
 * the other's.
 */
export function filesBelow(files: Files, folder: string): Files {
  const key = (name: string) => `${folder}/${name}`
  return {
    find: (name) => files.find(key(name)),
    write: (name, bytes, options) => files.write(key(name), bytes, options),
    adopt: (name, path) => files.adopt(key(name), path),
    remove: (name) => files.remove(key(name)),
    async *keys(name) {
      for await (const found of files.keys(name === undefined ? folder : key(name)))
        yield found.slice(folder.length + 1)
    },
    scratchDir: () => files.scratchDir(),
  }
}

/**
 * Closes a folder to other accounts of the machine, with whatever is in it: former releases left files open. What goes
 * away meanwhile is no fault, and nothing is followed out of the folder. Returns how many it had to close.
 */
export async function closeFolder(path: string): Promise<number> {
  const found = await lstat(path).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!found?.isDirectory() && !found?.isFile()) return 0
  const wanted = found.isDirectory() ? ownFolder : ownFile
  const isOpen = (found.mode & 0o077) !== 0
  try {
    if (isOpen) await chmod(path, wanted)
    let closed = isOpen ? 1 : 0
    for (const name of found.isDirectory() ? await readdir(path) : [])
      closed += await closeFolder(join(path, name))
    return closed
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}
