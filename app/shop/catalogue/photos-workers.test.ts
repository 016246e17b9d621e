import { execFileSync, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { honestJpeg } from '#tests/hostile-photos.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import type { CopyJob, PrepareJob } from './photos-decoder.ts'
import { encodingOf } from './photos-encodings.ts'
import { copyAhead, copyInWorker, prepareInWorker } from './photos-workers.ts'

const home = temporaryFolder()

const decoders = () =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...words]) => Number(parent) === process.pid && words.join(' ').includes('photos-decoder'),
    )
    .map(([pid]) => Number(pid))

/** Decoders that other tests of this process have left may end by themselves at any moment. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test('a decoder that is killed costs its own picture, and the next one is decoded', async () => {
  const source = join(home, 'large.png')
  await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: 'teal' } })
    .png({ compressionLevel: 1 })
    .toFile(source)
  const job: PrepareJob = {
    kind: 'prepare',
    source,
    target: join(home, 'master.jpg'),
    format: 'png',
    maxPixels: 40_000_000,
  }
  // Now its decoder is there, whatever other tests of this process have left.
  expect(await prepareInWorker(job)).toMatchObject({ ok: true })
  // Stopped, it cannot be done before it is killed, however long that takes.
  const pids = decoders()
  for (const pid of pids) signal(pid, 'SIGSTOP')
  const answer = prepareInWorker(job)
  const waiting = prepareInWorker(job)
  await wait(20)
  for (const pid of pids) signal(pid, 'SIGKILL')
  expect(await answer).toMatchObject({ ok: false, fault: 'crashed' })
  const next = (await waiting).ok ? await waiting : await prepareInWorker(job)
  expect(next).toMatchObject({ ok: true, kind: 'prepare', prepared: { width: 6_000, height: 6_000 } })
})

test('what is no picture any more is told as damaged, by a decoder that goes on', async () => {
  const job: CopyJob = {
    kind: 'copy',
    source: Buffer.from('no picture'),
    orientation: 1,
    width: 160,
    encoding: encodingOf('jpg'),
    maxPixels: 40_000_000,
  }
  expect(await copyInWorker(job)).toMatchObject({ ok: false, fault: 'damaged' })
  expect(await copyInWorker({ ...job, source: await honestJpeg() })).toMatchObject({ ok: true, kind: 'copy' })
})

test('what nobody waits for begins when all that is waited for is done', async () => {
  const job: CopyJob = {
    kind: 'copy',
    source: await honestJpeg(),
    orientation: 1,
    width: 160,
    encoding: encodingOf('jpg'),
    maxPixels: 40_000_000,
  }
  const order: string[] = []
  const done = (name: string) => () => order.push(name)
  const visitors = [1, 2, 3].map(() => copyInWorker(job).then(done('visitor')))
  const behind = copyAhead(job, new AbortController().signal).then(done('ahead'))
  visitors.push(copyInWorker(job).then(done('visitor')))
  await Promise.all([...visitors, behind])
  expect(order).toEqual(['visitor', 'visitor', 'visitor', 'visitor', 'ahead'])
})

test('what nobody waits for is given up at once when all is to end', async () => {
  const large = join(home, 'wide.png')
  await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: 'teal' } })
    .png({ compressionLevel: 1 })
    .toFile(large)
  const job: CopyJob = {
    kind: 'copy',
    source: large,
    orientation: 1,
    width: 1_600,
    encoding: { format: 'avif', options: { quality: 70, effort: 9 } },
    maxPixels: 40_000_000,
  }
  const ending = new AbortController()
  const answer = copyAhead(job, ending.signal)
  ending.abort()
  expect(await answer).toEqual({ ok: false, fault: 'crashed', detail: 'given up' })
  expect(await copyAhead(job, ending.signal)).toEqual({ ok: false, fault: 'crashed', detail: 'given up' })
})

test('an idle decoder keeps nobody from ending', async () => {
  const source = join(home, 'small.jpg')
  await writeFile(source, await honestJpeg())
  const encoding = encodingOf('jpg')
  const job = { kind: 'copy', source, orientation: 1, width: 160, encoding, maxPixels: 40_000_000 }
  const program = `import { copyInWorker } from '#app/shop/catalogue/photos-workers.ts'
const answer = await copyInWorker(${JSON.stringify(job)})
process.stdout.write(String(answer.ok) + ' ' + performance.now())`
  const since = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    timeout: 300_000,
  })
  const after = performance.now() - since - Number(stdout.split(' ')[1])
  expect([status, stdout.split(' ')[0], stderr]).toEqual([0, 'true', ''])
  // It would be ended itself after 20 s.
  expect(after).toBeLessThan(15_000)
})
