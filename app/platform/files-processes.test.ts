import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/temporary-folder.ts'

/** Each round opens the place as a process that has just started does, which sweeps it and closes its folders. */
const program = `
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closeFolder, openLocalFiles } from '#app/platform/files.ts'
const [root, name] = process.argv.slice(1)
const last = []
for (let round = 0; round < 120; round += 1) {
  const files = openLocalFiles(root)
  await closeFolder(root)
  const arriving = join(await files.scratchDir(), name + round)
  await writeFile(arriving, name + round)
  await openLocalFiles(root).scratchDir()
  if (String(await readFile(arriving)) !== name + round) throw new Error('an upload is another')
  const key = 'photos/ab/' + name + round
  await files.adopt(key, arriving)
  await files.write('photos/ab/both', Buffer.from(name.repeat(50)))
  last.push(key)
  for (const kept of last) if (!(await files.find(kept))) throw new Error(kept + ' is gone')
  if (last.length > 5) await files.remove(last.shift())
}
process.stdout.write(last.join(' '))
`

test('several processes on one folder take nothing away from each other, at their starts neither', async () => {
  const root = temporaryFolder()
  const run = async (name: string) => {
    const words = ['--input-type=module', '--eval', program, root, name]
    const child = spawn(process.execPath, words, { cwd: resolve('.'), stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { code, err, kept: out.split(' ').length }
  }
  const ended = await Promise.all(['one', 'two', 'three'].map(run))
  expect(ended).toEqual(Array(3).fill({ code: 0, err: '', kept: 5 }))
})
