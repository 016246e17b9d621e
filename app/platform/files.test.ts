import { chmod, mkdir, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { closeFolder, openLocalFiles } from './files.ts'

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

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('what is stored is for nobody else on the machine, whatever the umask', async () => {
  const home = join(root, 'own')
  const files = openLocalFiles(home)
  await files.write('sell/a-folder/photo.webp', new Uint8Array([1]))
  const arriving = join(await files.scratchDir(), 'arriving')
  await writeFile(arriving, 'x', { mode: 0o644 })
  await files.adopt('sell/a-folder/original', arriving)
  for (const folder of ['', 'sell', 'sell/a-folder', '.incoming'])
    expect(await modeOf(join(home, folder))).toBe('700')
  for (const file of ['photo.webp', 'original'])
    expect(await modeOf(join(home, 'sell/a-folder', file))).toBe('600')
})

test('what was left open is closed, and nothing outside of it', async () => {
  const [home, outside] = [join(root, 'left-open'), join(root, 'outside')]
  await mkdir(join(home, 'sell/folder'), { recursive: true, mode: 0o755 })
  await writeFile(join(home, 'sell/folder/photo.webp'), 'x', { mode: 0o644 })
  await writeFile(outside, 'x', { mode: 0o644 })
  await chmod(outside, 0o644)
  await symlink(outside, join(home, 'sell/link'))
  expect(await closeFolder(home)).toBe(4)
  expect(await modeOf(join(home, 'sell/folder'))).toBe('700')
  expect(await modeOf(join(home, 'sell/folder/photo.webp'))).toBe('600')
  expect(await modeOf(outside)).toBe('644')
  expect(await closeFolder(home)).toBe(0)
  expect(await closeFolder(join(root, 'nowhere'))).toBe(0)
})
