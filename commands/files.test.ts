import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { startFakeS3 } from '#tests/fakes/s3.ts'
import { typed } from '#tests/run-typed-command.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { filesBetween } from './files.ts'

const folder = temporaryFolder()
const fake = await startFakeS3()
afterAll(() => fake.stop())
const disk = openLocalFiles(join(folder, 'files'))
const type = (words: string, FILES_IN: string) =>
  typed(filesBetween, words.split(' '), { ...fake.settings, DATA_DIR: folder, FILES_IN })

test('moves to the store and back, compares both, and says what is wrong', async () => {
  for (const key of ['photos/ab/1', 'photos/ab/2', 'originals/ab/1']) await disk.write(key, Buffer.from(key))
  expect((await type('move --to store', 'store')).err).toContain('runs with FILES_IN=disk,store')
  const before = await type('check', 'disk,store')
  expect(before).toMatchObject({ code: 1, out: '0 files are the same in both\n' })
  expect(before.err).toContain('3 lie in the disk alone:\n  ')
  const moved = await type('move --to store', 'disk,store')
  expect(moved).toMatchObject({ code: 0, err: '' })
  expect(moved.out).toContain('3 files looked at, 3 copied\n✓ All are in the store.')
  expect([...fake.objects.keys()].sort()).toEqual(['originals/ab/1', 'photos/ab/1', 'photos/ab/2'])
  expect((await type('check', 'disk,store')).out).toBe(
    '3 files are the same in both\n✓ Disk and store hold the same files\n',
  )
  await disk.remove('photos/ab/1')
  const extra = await type('move --to store', 'disk,store')
  expect(extra).toMatchObject({ code: 1 })
  expect(extra.err).toContain('1 files lie in the store alone')
  const back = await type('move --to disk', 'store,disk')
  expect(back).toMatchObject({ code: 0 })
  expect(Buffer.from((await (await disk.find('photos/ab/1'))?.bytes()) ?? []).toString()).toBe('photos/ab/1')
})

test('understands only what it can do', async () => {
  expect((await type('move', 'disk,store')).err).toContain('--to takes "store" or "disk"')
  expect((await type('move --to moon', 'disk,store')).err).toContain('--to takes')
  expect((await typed(filesBetween, ['check'], { DATA_DIR: folder })).err).toContain('There is no store')
})
