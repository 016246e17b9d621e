import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { openLocalFiles } from './files.ts'

const root = temporaryFolder()
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

async function place(path: string, changed: Date) {
  await writeFile(path, 'bytes')
  await utimes(path, changed, changed)
}

test('what another process is receiving is never swept, whoever it is; what was abandoned is', async () => {
  const incoming = join(root, '.incoming')
  // Of a process that runs on another machine, or in another container, where numbers of processes mean nothing here.
  for (const folder of [String(process.pid), '4194304', 'abandoned'])
    await mkdir(join(incoming, folder), { recursive: true })
  await place(join(incoming, String(process.pid), 'fresh'), hoursAgo(0.5))
  await place(join(incoming, '4194304', 'fresh'), hoursAgo(0))
  await place(join(incoming, 'abandoned', 'old'), hoursAgo(3))
  await utimes(join(incoming, 'abandoned'), hoursAgo(3), hoursAgo(3))
  await place(join(incoming, 'upload'), hoursAgo(0.9))
  await place(join(incoming, 'left'), hoursAgo(1.1))
  const [one, other] = [openLocalFiles(root), openLocalFiles(root)]
  await writeFile(join(await one.scratchDir(), 'mine'), 'bytes')
  await other.scratchDir()
  const left = (await readdir(incoming, { recursive: true })).sort()
  expect(left).toEqual(
    [
      '4194304',
      join('4194304', 'fresh'),
      'mine',
      String(process.pid),
      join(String(process.pid), 'fresh'),
      'upload',
    ].sort(),
  )
})
