import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { openBackupFolder } from './backup-store.ts'
import { makeBackupKey, sealed } from './sealed-stream.ts'

const home = temporaryFolder()

test('a source that fails before anybody takes it fails the put, and nothing else', async () => {
  const { recipient } = await makeBackupKey()
  const source = await sealed(createReadStream(join(home, 'gone')), recipient)
  await pause(50)
  await expect(openBackupFolder(join(home, 'place')).put('files/x', source)).rejects.toThrow(
    /ENOENT|premature/i,
  )
})
