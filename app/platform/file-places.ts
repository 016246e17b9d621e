import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from './env.ts'
import { type Files, openLocalFiles } from './files.ts'
import { holdsFiles, isMoveUnfinished } from './move-files.ts'
import type { S3Files, S3Settings } from './s3-files.ts'
import { StartFault } from './start-fault.ts'

type FileSettings = Pick<
  Env,
  | 'DATA_DIR'
  | 'FILES_IN'
  | 'S3_BUCKET'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_ENDPOINT'
  | 'S3_PREFIX'
  | 'S3_PATH_STYLE'
>

/** Where files lie: on the local disk, and in the store where one is set. */
export type FilePlaces = { disk: Files; store: S3Files | null }

/** The disk and the store of the settings, each for itself, whichever the shop uses. */
export async function openFilePlaces(env: FileSettings): Promise<FilePlaces> {
  const disk = openLocalFiles(join(env.DATA_DIR, 'files'))
  const settings = storeSettings(env)
  if (settings === null) return { disk, store: null }
  // The store's client takes 0.2 s and 30 MB: only who has a store pays for it.
  const { openS3Files } = await import('./s3-files.ts')
  return { disk, store: openS3Files(settings, { scratchDir: () => disk.scratchDir() }) }
}

/** The files of the shop, where `FILES_IN` says. Nothing is asked yet: `checkFiles` does that. */
export async function openFiles(env: FileSettings): Promise<Files> {
  return env.FILES_IN === 'disk'
    ? openLocalFiles(join(env.DATA_DIR, 'files'))
    : shopFiles(env, await openFilePlaces(env))
}

function shopFiles({ FILES_IN }: FileSettings, { disk, store }: FilePlaces): Files {
  if (FILES_IN === 'disk' || store === null) return disk
  if (FILES_IN === 'store') return store
  return FILES_IN === 'disk,store' ? bothFiles(disk, store) : bothFiles(store, disk)
}

/**
 * Whether the shop can start with these settings: the store answers and may be written, and what is to be read has been
 * moved there. @throws {StartFault} saying what to do
 */
export async function checkFiles(env: FileSettings): Promise<void> {
  const { disk, store } = await openFilePlaces(env)
  try {
    if (env.FILES_IN !== 'disk') await store?.probe()
    const readsDisk = env.FILES_IN.startsWith('disk')
    const [read, to, both] = readsDisk ? [disk, 'disk', 'store,disk'] : [store, 'store', 'disk,store']
    if (read === null) return
    const advice = `set FILES_IN=${both}, start, and run npm run files -- move --to ${to} (docs/file-store.md)`
    if (await isMoveUnfinished(read))
      throw new StartFault(`The move of the files to the ${to} has not come to its end: ${advice}`)
    if (!readsDisk && !(await holdsFiles(read)) && (await holdsFiles(disk)))
      throw new StartFault(`The store holds no files, and ${join(env.DATA_DIR, 'files')} does: ${advice}`)
  } finally {
    store?.close()
  }
}

function storeSettings(env: FileSettings): S3Settings | null {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (!bucket || !region || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return {
    ...{ endpoint: env.S3_ENDPOINT, region, bucket, prefix: env.S3_PREFIX ?? '' },
    ...{ accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    // Stores of one's own seldom have a name for every bucket; AWS does.
    pathStyle: env.S3_PATH_STYLE ?? env.S3_ENDPOINT !== undefined,
  }
}

/**
 * Files that are moving: `first` is read, and both are written before anybody is told, `first` before `second`. That order
 * is what a move relies on (move-files.ts).
 */
export function bothFiles(first: Files, second: Files): Files {
  return {
    find: (key) => first.find(key),
    async write(key, bytes, options) {
      await first.write(key, bytes, options)
      await second.write(key, bytes, options)
    },
    async adopt(key, path) {
      const copy = join(await second.scratchDir(), randomBytes(12).toString('hex'))
      await copyFile(path, copy, constants.COPYFILE_FICLONE)
      await first.adopt(key, path)
      await second.adopt(key, copy)
    },
    async remove(key) {
      await first.remove(key)
      await second.remove(key)
    },
    // What lies in the second alone is listed as well: whoever erases a folder erases all of it.
    async *keys(folder) {
      yield* first.keys(folder)
      for await (const key of second.keys(folder)) if (!(await first.find(key))) yield key
    },
    scratchDir: () => first.scratchDir(),
  }
}
