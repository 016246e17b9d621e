import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { availableParallelism, setPriority } from 'node:os'
import { pathToFileURL } from 'node:url'
import {
  type CardJob,
  type CopyJob,
  type DecoderAnswer,
  decoderProgram,
  type PrepareJob,
} from './photos-decoder.ts'

// Decoders are written in C and read what strangers send. They run in processes of their own that know no
// secret, give way to the pages, may be killed, and take their memory with them when they are idle.

/** `crashed`: the process died or took longer than a minute. */
export type WorkshopAnswer = DecoderAnswer | { ok: false; fault: 'crashed'; detail: string }

const jobLimit = 60_000
const idleLimit = 20_000

/** One upload at a time: whatever arrives at once, only one is ever decoded. */
export const prepareInWorkshop: (job: PrepareJob) => Promise<WorkshopAnswer> = createBench(1)

/** As many at once as there are cores but one, which stays free for pages. */
export const copyInWorkshop: (job: CopyJob) => Promise<WorkshopAnswer> = createBench(
  Math.max(1, availableParallelism() - 1),
)

/** One drawing at a time, in a process that never sees what a stranger sent. */
export const drawInWorkshop: (job: CardJob) => Promise<WorkshopAnswer> = createBench(1)

type Job = PrepareJob | CopyJob | CardJob
type Seat = (job: Job) => Promise<WorkshopAnswer>

/** A fixed number of seats; whoever finds none free waits in order of arrival. */
function createBench(seats: number): Seat {
  const free = Array.from({ length: seats }, createSeat)
  const waiting: ((seat: Seat) => void)[] = []
  return async (job) => {
    const seat = free.pop() ?? (await new Promise<Seat>((resolve) => waiting.push(resolve)))
    try {
      return await seat(job)
    } finally {
      const next = waiting.shift()
      if (next) next(seat)
      else free.push(seat)
    }
  }
}

/** One process, started when there is work and ended when there has been none for a while. */
function createSeat(): Seat {
  let decoder: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  return async (job) => {
    clearTimeout(idle)
    const worker = decoder ?? startDecoder()
    decoder = worker
    const answer = await ask(worker, job)
    if (!answer.ok && answer.fault === 'crashed') {
      worker.kill('SIGKILL')
      decoder = undefined
      return answer
    }
    // An idle decoder keeps nobody from ending.
    worker.unref()
    worker.channel?.unref()
    idle = setTimeout(() => {
      worker.disconnect()
      decoder = undefined
    }, idleLimit).unref()
    return answer
  }
}

function startDecoder(): ChildProcess {
  const sharp = pathToFileURL(createRequire(import.meta.url).resolve('sharp')).href
  const program = `import sharp from ${JSON.stringify(sharp)}
import { writeFile } from 'node:fs/promises'
(${decoderProgram.toString()})(sharp, writeFile, process)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    // Nothing of the environment, which holds secrets. Fewer arenas: freed memory goes back.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  if (child.pid !== undefined) setPriority(child.pid, 10)
  return child
}

function ask(worker: ChildProcess, job: Job): Promise<WorkshopAnswer> {
  return new Promise((resolve) => {
    const settle = (answer: WorkshopAnswer) => {
      clearTimeout(limit)
      worker.off('message', settle)
      worker.off('exit', onExit)
      worker.off('error', onError)
      resolve(answer)
    }
    const crash = (detail: string) => settle({ ok: false, fault: 'crashed', detail })
    const onExit = (code: number | null, signal: string | null) => crash(`ended with ${signal ?? code}`)
    const onError = (error: Error) => crash(error.message)
    const limit = setTimeout(() => crash(`took longer than ${jobLimit} ms`), jobLimit)
    worker.ref()
    worker.channel?.ref()
    worker.on('message', settle)
    worker.on('exit', onExit)
    worker.on('error', onError)
    // A process that has just died cannot be written to: its exit answers.
    worker.send(job, (error) => error && crash(error.message))
  })
}
