import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startFakeS3 } from '#tests/fakes/s3.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { bothFiles } from './file-places.ts'
import { type Files, filesBelow, openLocalFiles } from './files.ts'
import { openS3Files } from './s3-files.ts'

/** What every place for files promises, whichever it is. */
const home = temporaryFolder()
const fake = await startFakeS3({ page: 3 })
afterAll(() => fake.stop())
const disk = (name: string) => openLocalFiles(join(home, name))
const store = (prefix: string) =>
  openS3Files(
    {
      endpoint: fake.url,
      region: fake.settings.S3_REGION,
      bucket: fake.settings.S3_BUCKET,
      accessKeyId: fake.settings.S3_ACCESS_KEY_ID,
      secretAccessKey: fake.settings.S3_SECRET_ACCESS_KEY,
      prefix,
      pathStyle: true,
    },
    { scratchDir: () => disk('scratch').scratchDir() },
  )

const places: Record<string, Files> = {
  disk: disk('files'),
  store: store(''),
  'store below a prefix': store('shop/one'),
  'disk and store': bothFiles(disk('first'), store('second')),
  'store and disk': bothFiles(store('third'), disk('fourth')),
  'a folder of the store': filesBelow(store('fifth'), 'below'),
}

async function keysOf(files: Files, folder?: string): Promise<string[]> {
  const found: string[] = []
  for await (const key of files.keys(folder)) found.push(key)
  return found.sort()
}
const text = async (files: Files, key: string) => {
  const found = await files.find(key)
  return found && Buffer.from(await found.bytes()).toString()
}

describe.each(Object.entries(places))('%s', (_name, files) => {
  test('keeps what is written, replaces it, and removes it', async () => {
    expect(await files.find('a/b.txt')).toBeNull()
    await files.write('a/b.txt', Buffer.from('one'))
    expect(await text(files, 'a/b.txt')).toBe('one')
    await files.write('a/b.txt', Buffer.from('another'), { durable: true })
    const found = await files.find('a/b.txt')
    expect(found?.size).toBe(7)
    expect(await new Response(found?.stream()).text()).toBe('another')
    // Twice from one look.
    expect(await new Response(found?.stream()).text()).toBe('another')
    await files.remove('a/b.txt')
    await files.remove('a/b.txt')
    expect(await files.find('a/b.txt')).toBeNull()
  })

  test('keeps an empty file', async () => {
    await files.write('empty', new Uint8Array())
    const found = await files.find('empty')
    expect([found?.size, (await found?.bytes())?.length]).toEqual([0, 0])
    expect(await new Response(found?.stream()).text()).toBe('')
    await files.remove('empty')
  })

  test('takes over a large file from the scratch folder', async () => {
    const bytes = Buffer.alloc(3_000_000, 'photo')
    const arriving = join(await files.scratchDir(), 'arriving')
    await writeFile(arriving, bytes)
    await files.adopt('originals/large', arriving)
    expect(await readdir(await files.scratchDir())).toEqual([])
    expect(
      Buffer.compare(Buffer.from(await ((await files.find('originals/large'))?.bytes() ?? [])), bytes),
    ).toBe(0)
    await files.remove('originals/large')
  })

  test('lists every key of a folder, and of all, and nothing that only begins alike', async () => {
    const inside = Array.from({ length: 8 }, (_, index) => `photos/ab/${index}/photo.json`)
    for (const key of [...inside, 'photos/abc/x', 'other']) await files.write(key, Buffer.from('x'))
    expect(await keysOf(files, 'photos/ab')).toEqual(inside)
    expect(await keysOf(files, 'photos/nothing')).toEqual([])
    expect(await keysOf(files)).toEqual(['other', ...inside, 'photos/abc/x'].sort())
    for await (const key of files.keys()) await files.remove(key)
    expect(await keysOf(files)).toEqual([])
  })

  test('refuses what is no key', async () => {
    for (const key of ['', '../x', '/x', 'a//b', '.hidden', 'A']) {
      await expect(files.find(key)).rejects.toThrow(TypeError)
      await expect(files.write(key, new Uint8Array())).rejects.toThrow(TypeError)
      await expect(files.remove(key)).rejects.toThrow(TypeError)
    }
  })

  test('abandons a stream that nobody reads to its end', async () => {
    await files.write('long', Buffer.alloc(400_000, 'x'))
    const reader = (await files.find('long'))?.stream().getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    await reader?.cancel()
    await files.remove('long')
  })
})
