import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { dropScratchFile, isStorageFull, makeFolder } from './files.ts'

const readOnly = (code = 'EROFS') => Object.assign(new Error('read-only'), { code })

test('a folder that cannot be made on a read-only disk is a disk that takes no writes', async () => {
  // As Node answers there: several folders at once are "not there".
  const refusing: typeof makeFolder = (folder) =>
    makeFolder(folder, async (path, { recursive }) => {
      const found = await stat(path).catch(() => null)
      if (!found) throw readOnly(recursive ? 'ENOENT' : 'EROFS')
      return undefined
    })
  const fault = await refusing(join(temporaryFolder(), 'photos', 'ab')).catch((error: unknown) => error)
  expect(fault).toMatchObject({ code: 'EROFS' })
  expect(isStorageFull(fault)).toBe(true)
})

test('folders are made where there is none, and a folder that is there stays', async () => {
  const folder = join(temporaryFolder(), 'photos', 'ab')
  await makeFolder(folder)
  await writeFile(join(folder, 'one.jpg'), 'x')
  await makeFolder(folder, mkdir)
  expect((await stat(join(folder, 'one.jpg'))).size).toBe(1)
})

test('a scratch file that a read-only disk keeps hides no answer; every other fault is told', async () => {
  const path = join(temporaryFolder(), 'arriving')
  await writeFile(path, 'x')
  await dropScratchFile(path, () => Promise.reject(readOnly()))
  await expect(dropScratchFile(path, () => Promise.reject(readOnly('EACCES')))).rejects.toMatchObject({
    code: 'EACCES',
  })
  await dropScratchFile(path, rm)
  await dropScratchFile(path)
  expect(await stat(path).catch(() => null)).toBeNull()
})
