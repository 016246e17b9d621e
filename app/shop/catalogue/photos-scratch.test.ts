import { expect, test, vi } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { storePhotoStream } from './photos.ts'

const folder = temporaryFolder()
const readOnly = () => Promise.reject(Object.assign(new Error('unlink'), { code: 'EROFS' }))
vi.mock(import('node:fs/promises'), async (original) => ({ ...(await original()), rm: () => readOnly() }))

test('a disk that becomes read-only while a photo arrives is one that has no room: what is left hides no answer', async () => {
  const files = { ...openLocalFiles(folder), scratchDir: async () => folder, find: readOnly }
  const stream = new Blob([new Uint8Array(1_000)]).stream()
  expect(await storePhotoStream(files, stream)).toEqual({ ok: false, reason: 'storage-full' })
})
