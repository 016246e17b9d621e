import type { PathLike } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { isStorageFull, openLocalFiles } from './files.ts'

/** As Node's own answers on a file system that is mounted read-only: several folders at once are "not there". */
vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original()
  const refusing = async (path: PathLike, options?: { recursive?: boolean }) => {
    if ((await real.stat(path).catch(() => null))?.isDirectory()) return undefined
    throw Object.assign(new Error('mkdir'), { code: options?.recursive ? 'ENOENT' : 'EROFS' })
  }
  return { ...real, mkdir: refusing as typeof real.mkdir }
})

test('a folder that cannot be made on a read-only disk is a disk that takes no writes', async () => {
  const files = openLocalFiles(temporaryFolder())
  const fault = await files.write('photos/ab/one.jpg', new Uint8Array(1)).catch((error: unknown) => error)
  expect(fault).toMatchObject({ code: 'EROFS' })
  expect(isStorageFull(fault)).toBe(true)
})
