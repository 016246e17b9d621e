import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { walArchive } from '../database/wal-archiving.ts'
import type { Files } from '../files.ts'
import { StartFault } from '../start-fault.ts'
import type { BackupStore, StoredObject } from './backup-store.ts'
import { putLaterFiles } from './put-files.ts'
import { sealed } from './sealed-stream.ts'

/** A segment of WAL in the store: `wal/<system>/<segment>.<SHA-256 of its content>.<SHA-256 of the object>`. */
export type StoredWal = StoredObject & { segment: string; content: string }

/** The segments that are stored of a database system, in their order. */
export async function storedWal(store: BackupStore, system: string): Promise<StoredWal[]> {
  const objects = await store.list(`wal/${system}`)
  return objects.flatMap((object) => {
    const [, segment, content] =
      /\/([0-9A-F]{8,24}(?:\.\w+)*?)\.([0-9a-f]{64})\.[0-9a-f]{64}$/.exec(object.name) ?? []
    return segment === undefined || content === undefined ? [] : [{ ...object, segment, content }]
  })
}

/**
 * Sends what PostgreSQL has archived to the store, behind the files that it may name, and removes it here once it is there. Returns how many files.
 * @throws {StartFault} when another file of that name is stored already
 */
export async function shipWal(options: {
  dataDir: string
  files: Files
  store: BackupStore
  recipient: string
  /** Objects of files that a backup or a note names already; asked only when there is something to send. */
  known(): Promise<Set<string>>
  now(): Date
}): Promise<number> {
  const { dataDir, store, recipient, now } = options
  const folder = join(dataDir, walArchive)
  const waiting = await waitingWal(dataDir)
  if (waiting.length === 0) return 0
  const system = await systemOf(dataDir)
  // Listed after the WAL and sent before it: what the database names is there by then.
  await putLaterFiles({ ...options, system, known: await options.known(), now: now() })
  const stored = new Map((await storedWal(store, system)).map((wal) => [wal.segment, wal.content]))
  for (const name of waiting) {
    const path = join(folder, name)
    const content = await sha256Of(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    // Sent by another process meanwhile, or dropped by the limit.
    if (content === null) continue
    const there = stored.get(name)
    if (there !== undefined && there !== content)
      throw new StartFault(
        `The backup holds another ${name} than ${folder}: two shops write to one place. Give each its own BACKUP_DIR.`,
      )
    if (there === undefined)
      await store.put(`wal/${system}/${name}.${content}`, await sealed(createReadStream(path), recipient))
    await rm(path, { force: true })
  }
  return waiting.length
}

/** The files of WAL that wait in the archive, the oldest first. */
async function waitingWal(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, walArchive)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => /^[0-9A-F]{8,24}(\.\w+)*$/.test(name)).toSorted()
}

/** How much WAL waits to be sent, in bytes. */
export async function waitingWalBytes(dataDir: string): Promise<number> {
  return (await limitWal(dataDir, Number.POSITIVE_INFINITY)).waiting
}

/**
 * Keeps the archive from filling the disk while nothing can be sent: of what waits, the oldest `most` bytes stay, which
 * follow on what was sent; the others go. Returns what waits then and what was dropped, in bytes.
 */
export async function limitWal(dataDir: string, most: number): Promise<{ waiting: number; dropped: number }> {
  const all = { waiting: 0, dropped: 0 }
  for (const name of await waitingWal(dataDir)) {
    const path = join(dataDir, walArchive, name)
    const size = (await stat(path).catch(() => null))?.size ?? 0
    if (all.waiting + size <= most && all.dropped === 0) all.waiting += size
    else {
      await rm(path, { force: true })
      all.dropped += size
    }
  }
  return all
}

/** The first eight bytes of `global/pg_control` are the identifier of the system, in the machine's byte order. */
async function systemOf(dataDir: string): Promise<string> {
  for await (const chunk of createReadStream(join(dataDir, 'postgres/global/pg_control'), { end: 7 }))
    return (chunk as Buffer).readBigUInt64LE().toString()
  throw new StartFault('global/pg_control is empty: the database is damaged.')
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** The segment of 16 MB that follows, named as PostgreSQL does: timeline, then the number in two parts. */
export function nextSegment(segment: string): string {
  const number = BigInt(`0x${segment.slice(8, 16)}`) * 256n + BigInt(`0x${segment.slice(16)}`) + 1n
  return segment.slice(0, 8) + hex(number / 256n) + hex(number % 256n)
}

/** The segment that holds a position such as `0/2000028`. */
export function segmentOf(timeline: number, position: string): string {
  const [high = '0', low = '0'] = position.split('/')
  return hex(BigInt(timeline)) + hex(BigInt(`0x${high}`)) + hex(BigInt(`0x${low}`) >> 24n)
}

const hex = (number: bigint) => number.toString(16).toUpperCase().padStart(8, '0')

/** The first segment that is missing between a backup and the newest segment of its timeline; null when none is. */
export function missingSegment(wal: readonly StoredWal[], walTo: string): string | null {
  const later = wal.map(({ segment }) => segment).filter((name) => isLater(name, walTo))
  let expected = nextSegment(walTo)
  for (const name of later) {
    if (name !== expected) return expected
    expected = nextSegment(name)
  }
  return null
}

const isLater = (name: string, than: string) =>
  name.length === 24 && name.slice(0, 8) === than.slice(0, 8) && name > than
