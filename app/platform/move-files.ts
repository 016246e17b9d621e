import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Files, StoredFile } from './files.ts'

/** Lies in a place while files move there: what is not whole must not be read. */
const markOfMove = 'move-unfinished'
/** Written and removed by each start, to try the store. */
export const isOurs = (key: string) => key === markOfMove || key.startsWith('start-check/')

export type MoveProgress = { looked: number; copied: number }
export type Moved = MoveProgress & {
  /** Keys that lie in the place moved to alone: removed from the other while a move was ended by force, or strangers. */
  extra: string[]
}

/**
 * Copies every file of `from` to `to` while the shop goes on, and takes none away from `from`. The shop must read `from`
 * and write both, `from` first (`bothFiles`): so what is found in `from` after a copy was made is what must lie in `to`,
 * and a copy of what has been changed or removed meanwhile is made anew, or removed. Interrupted, it goes on where it was
 * when it is called again; until it has ended, `isMoveUnfinished(to)`. Extra files are reported, and removed only if
 * `removeExtra`.
 */
export async function moveFiles(
  from: Files,
  to: Files,
  {
    removeExtra = false,
    onProgress,
  }: { removeExtra?: boolean; onProgress?: (now: MoveProgress) => void } = {},
): Promise<Moved> {
  await to.write(markOfMove, Buffer.from(`${new Date().toISOString()}\n`), { durable: true })
  const now: MoveProgress = { looked: 0, copied: 0 }
  await eachOf(from.keys(), async (key) => {
    if (isOurs(key)) return
    if (await bringOver(from, to, key)) now.copied += 1
    now.looked += 1
    onProgress?.(now)
  })
  const extra: string[] = []
  await eachOf(to.keys(), async (key) => {
    if (isOurs(key) || (await from.find(key))) return
    if (removeExtra) await bringOver(from, to, key)
    else extra.push(key)
  })
  if (extra.length === 0) await to.remove(markOfMove)
  return { ...now, extra }
}

/** Whether a move to this place has begun and not ended. */
export async function isMoveUnfinished(files: Files): Promise<boolean> {
  return (await files.find(markOfMove)) !== null
}

/** Whether anything of the shop's lies there. */
export async function holdsFiles(files: Files): Promise<boolean> {
  for await (const key of files.keys()) if (!isOurs(key)) return true
  return false
}

export type Compared = { same: number; missing: string[]; different: string[]; extra: string[] }

/** Compares two places file by file, by length and content, and changes nothing. */
export async function compareFiles(from: Files, to: Files): Promise<Compared> {
  const found: Compared = { same: 0, missing: [], different: [], extra: [] }
  await eachOf(from.keys(), async (key) => {
    if (isOurs(key)) return
    const [one, other] = await Promise.all([from.find(key), to.find(key)])
    // Removed since it was listed.
    if (!one) return
    if (!other) found.missing.push(key)
    else if (await isSame(one, other)) found.same += 1
    else found.different.push(key)
  })
  await eachOf(to.keys(), async (key) => {
    if (!isOurs(key) && !(await from.find(key))) found.extra.push(key)
  })
  return found
}

/** Until what lies in `to` is what lies in `from`, whoever changes it meanwhile. Returns whether it was not at first. */
async function bringOver(from: Files, to: Files, key: string): Promise<boolean> {
  let failed = 0
  for (let changed = false; ; changed = true) {
    try {
      const wanted = await from.find(key)
      const there = await to.find(key)
      if (wanted ? there !== null && (await isSame(wanted, there)) : there === null) return changed
      if (wanted === null) await to.remove(key)
      else await copy(wanted, key, to)
    } catch (error) {
      // It may have been removed or replaced while it was read: the next look says what is to be done.
      failed += 1
      if (failed === 3) throw error
    }
  }
}

async function copy(file: StoredFile, key: string, to: Files): Promise<void> {
  const path = join(await to.scratchDir(), randomBytes(12).toString('hex'))
  try {
    await pipeline(file.stream(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    await to.adopt(key, path)
  } finally {
    await rm(path, { force: true })
  }
}

async function isSame(one: StoredFile, other: StoredFile): Promise<boolean> {
  return one.size === other.size && (await digestOf(one)) === (await digestOf(other))
}

async function digestOf(file: StoredFile): Promise<string> {
  if (file.sha256) return file.sha256
  const hash = createHash('sha256')
  for await (const part of file.stream()) hash.update(part)
  return hash.digest('hex')
}

const atOnce = 8

/** Works through keys, a few at once. */
export async function eachOf(
  keys: AsyncIterable<string>,
  work: (key: string) => Promise<void>,
): Promise<void> {
  const iterator = keys[Symbol.asyncIterator]()
  const worker = async () => {
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
