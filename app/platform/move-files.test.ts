import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startFakeS3 } from '#tests/fakes/s3.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { readEnv } from './env.ts'
import { bothFiles, checkFiles } from './file-places.ts'
import { type Files, openLocalFiles } from './files.ts'
import { compareFiles, isMoveUnfinished, moveFiles } from './move-files.ts'
import { openS3Files } from './s3-files.ts'

const home = temporaryFolder()
const fake = await startFakeS3({ page: 5 })
afterAll(() => fake.stop())
let run = 0
let disk: Files
let store: Files
let settings: Record<string, string>

beforeEach(() => {
  run += 1
  fake.failAll(null)
  fake.objects.clear()
  const { S3_REGION: region, S3_BUCKET: bucket, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = fake.settings
  settings = { ...fake.settings, DATA_DIR: join(home, String(run)) }
  disk = openLocalFiles(join(home, String(run), 'files'))
  store = openS3Files(
    {
      ...{ endpoint: fake.url, region, bucket, prefix: '', pathStyle: true },
      ...{ accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    },
    { scratchDir: () => disk.scratchDir(), limits: { pause: 5, away: 20 } },
  )
})

const text = async (files: Files, key: string) => {
  const found = await files.find(key)
  return found === null ? null : Buffer.from(await found.bytes()).toString()
}

/** Both ways: from where the shop reads, to the other place. */
const ways = { 'to the store': () => [disk, store] as const, 'to the disk': () => [store, disk] as const }

describe.each(Object.entries(ways))('a move %s', (_name, places) => {
  test('under reads, writes and removals: no read fails, nothing removed comes back, both end alike', async () => {
    const [from, to] = places()
    const wanted = new Map<string, string>()
    const keys = Array.from({ length: 60 }, (_, index) => `photos/${index % 7}/${index}.jpg`)
    for (const key of keys.slice(0, 45)) {
      wanted.set(key, `${key} first`)
      await from.write(key, Buffer.from(`${key} first`))
    }
    const shop = bothFiles(from, to)
    let moving = true
    let [reads, changes] = [0, 0]
    /** Each has keys of its own, so that it knows what must be there. */
    const visitor = async (number: number) => {
      const own = keys.filter((_, index) => index % 4 === number)
      for (let turn = 0; moving || turn < 20; turn += 1) {
        const key = own[(turn * 7) % own.length] as string
        if (turn % 3 === 0) {
          await shop.write(key, Buffer.from(`${key} ${turn}`))
          wanted.set(key, `${key} ${turn}`)
        } else if (turn % 3 === 1) {
          await shop.remove(key)
          wanted.delete(key)
        }
        changes += turn % 3 === 2 ? 0 : 1
        for (const each of own) expect(await text(shop, each)).toBe(wanted.get(each) ?? null)
        reads += own.length
        await delay(1)
      }
    }
    const move = (async () => {
      for (let times = 0; times < 3; times += 1) await moveFiles(from, to)
      moving = false
    })()
    await Promise.all([move, ...[0, 1, 2, 3].map(visitor)])
    expect(Math.min(reads, changes)).toBeGreaterThan(50)
    await moveFiles(from, to)
    for (const key of keys)
      for (const place of [from, to]) expect(await text(place, key)).toBe(wanted.get(key) ?? null)
    expect(await compareFiles(from, to)).toEqual({ same: wanted.size, missing: [], different: [], extra: [] })
  })

  test('that was changed or removed while it was copied ends as the shop wanted it', async () => {
    const [from, to] = places()
    for (const key of ['changed', 'removed']) await from.write(key, Buffer.from('old'))
    const shop = bothFiles(from, to)
    /** The shop changes it while the old bytes are on their way. */
    const slow: Files = {
      ...to,
      async adopt(key, path) {
        if (key === 'changed' && (await text(from, key)) === 'old') await shop.write(key, Buffer.from('new'))
        if (key === 'removed') await shop.remove(key)
        await to.adopt(key, path)
      },
    }
    await moveFiles(from, slow)
    expect(await text(to, 'changed')).toBe('new')
    expect(await to.find('removed')).toBeNull()
  })

  test('that broke off goes on where it was, and is not taken for a whole one', async () => {
    const [from, to] = places()
    for (let index = 0; index < 30; index += 1) await from.write(`a/${index}`, Buffer.from(String(index)))
    let copies = 0
    const breaking: Files = {
      ...to,
      async adopt(key, path) {
        copies += 1
        if (copies > 10) throw new Error('killed')
        await to.adopt(key, path)
      },
    }
    await expect(moveFiles(from, breaking)).rejects.toThrow('killed')
    expect(await isMoveUnfinished(to)).toBe(true)
    const FILES_IN = to === store ? 'store,disk' : 'disk,store'
    await expect(checkFiles(readEnv({ ...settings, FILES_IN }))).rejects.toThrow('has not come to its end')
    expect(await moveFiles(from, to)).toEqual({ looked: 30, copied: 20, extra: [] })
    await checkFiles(readEnv({ ...settings, FILES_IN }))
    expect((await compareFiles(from, to)).same).toBe(30)
  })

  test('tells what lies there alone, and takes it away only when it is told to', async () => {
    const [from, to] = places()
    await from.write('a', Buffer.from('a'))
    await to.write('stranger', Buffer.from('x'))
    expect((await moveFiles(from, to)).extra).toEqual(['stranger'])
    expect(await isMoveUnfinished(to)).toBe(true)
    expect((await compareFiles(from, to)).extra).toEqual(['stranger'])
    expect((await moveFiles(from, to, { removeExtra: true })).extra).toEqual([])
    expect(await to.find('stranger')).toBeNull()
    expect(await isMoveUnfinished(to)).toBe(false)
  })
})

test('files that differ are found, though they are as long', async () => {
  await disk.write('same', Buffer.from('abc'))
  await disk.write('other', Buffer.from('abc'))
  await disk.write('missing', Buffer.from('abc'))
  await store.write('same', Buffer.from('abc'))
  await store.write('other', Buffer.from('abd'))
  expect(await compareFiles(disk, store)).toEqual({
    ...{ same: 1, missing: ['missing'], different: ['other'], extra: [] },
  })
})

test('a start refuses an empty store while files lie on the disk', async () => {
  const env = readEnv(settings)
  expect(env.FILES_IN).toBe('store')
  await checkFiles(env)
  await disk.write('a', Buffer.from('a'))
  await expect(checkFiles(env)).rejects.toThrow(/The store holds no files.*FILES_IN=disk,store/)
  await moveFiles(disk, store)
  await checkFiles(env)
})
