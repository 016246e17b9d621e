import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import type { CardJob, CopyJob, DecoderAnswer, PrepareJob } from './photos-decoder.ts'

// Decoders are written in C and read what strangers send. They run in processes of their own that know no
// secret, give way to the pages, may be killed, and take their memory with them when they are idle.
// No kept pool is used: the one small pool of processes leaves its callers waiting when one of them is killed.

/** `crashed`: the process died or took longer than a minute. */
export type WorkerAnswer = DecoderAnswer | { ok: false; fault: 'crashed'; detail: string }

/** Milliseconds. */
const jobTimeout = 60_000
const idleTimeout = 20_000

/** Pages come first: how much the decoders give way to them. */
const usual = { priority: 10, timeout: jobTimeout }

/** One upload at a time: whatever arrives at once, only one is ever decoded. */
export const prepareInWorker: (job: PrepareJob) => Promise<WorkerAnswer> = waitedFor(createPool(() => 1))

/** How many processes of the shop this machine's cores are for. */
let sharers = 1

/** Tells that other processes of the shop have copies made beside this one. */
export function shareCores(processes: number): void {
  sharers = processes
}

/** As many at once as there are cores but one, which stays free for pages. */
export const copyInWorker: (job: CopyJob) => Promise<WorkerAnswer> = waitedFor(
  createPool(() => Math.max(1, Math.floor((availableParallelism() - 1) / sharers))),
)

/** One drawing at a time, in a process that never sees what a stranger sent. */
export const drawInWorker: (job: CardJob) => Promise<WorkerAnswer> = waitedFor(createPool(() => 1))

/** At the lowest priority, on a busy machine, a picture may take its time. */
const ahead = createPool(() => 1, { priority: 19, timeout: 10 * jobTimeout })

/**
 * For nobody who waits: one at a time, begun when no other decoder is at work, at the lowest priority. When `signal` says
 * so it is given up at once, as one that crashed.
 */
export async function copyAhead(job: CopyJob, signal: AbortSignal): Promise<WorkerAnswer> {
  while (waitedForNow > 0) await new Promise<void>((resolve) => whenNobodyWaits.push(resolve))
  return signal.aborted ? { ok: false, fault: 'crashed', detail: 'given up' } : ahead(job, signal)
}

/** Jobs that somebody waits for, and what begins when there are none. */
let waitedForNow = 0
const whenNobodyWaits: (() => void)[] = []

function waitedFor(pool: Worker): Worker {
  return async (job) => {
    waitedForNow += 1
    try {
      return await pool(job)
    } finally {
      waitedForNow -= 1
      if (waitedForNow === 0) for (const begin of whenNobodyWaits.splice(0)) begin()
    }
  }
}

type Job = PrepareJob | CopyJob | CardJob
type Worker = (job: Job, signal?: AbortSignal) => Promise<WorkerAnswer>
type Manner = { priority: number; timeout: number }

/** At most so many workers; a job that finds none free waits in order of arrival. */
function createPool(size: () => number, manner: Manner = usual): Worker {
  const free: Worker[] = []
  const waiting: ((worker: Worker) => void)[] = []
  let made = 0
  const more = () => {
    if (made >= size()) return undefined
    made += 1
    return createWorker(manner)
  }
  return async (job, signal) => {
    const worker = free.pop() ?? more() ?? (await new Promise<Worker>((resolve) => waiting.push(resolve)))
    try {
      return await worker(job, signal)
    } finally {
      const next = waiting.shift()
      if (next) next(worker)
      else free.push(worker)
    }
  }
}

/** One process, started when there is work and ended when there has been none for a while. */
function createWorker({ priority, timeout }: Manner): Worker {
  let decoder: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  return async (job, signal) => {
    clearTimeout(idle)
    const worker = decoder?.connected ? decoder : startDecoder(priority)
    decoder = worker
    const answer = await ask(worker, job, timeout, signal)
    if (!answer.ok && answer.fault === 'crashed') {
      worker.kill('SIGKILL')
      decoder = undefined
      return answer
    }
    // An idle decoder keeps nobody from ending.
    worker.unref()
    worker.channel?.unref()
    idle = setTimeout(() => {
      if (worker.connected) worker.disconnect()
      decoder = undefined
    }, idleTimeout).unref()
    return answer
  }
}

function startDecoder(priority: number): ChildProcess {
  // By the package's own name for it: the source, also from within the bundled server.
  return fork(
    createRequire(import.meta.url).resolve('#app/shop/catalogue/photos-decoder.ts'),
    [String(priority)],
    {
      // Nothing of the environment, which holds secrets. Fewer arenas: freed memory goes back.
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    },
  )
}

function ask(worker: ChildProcess, job: Job, timeout: number, signal?: AbortSignal): Promise<WorkerAnswer> {
  return new Promise((resolve) => {
    const settle = (answer: WorkerAnswer) => {
      clearTimeout(timer)
      worker.off('message', settle)
      worker.off('exit', onExit)
      worker.off('error', onError)
      signal?.removeEventListener('abort', onAbort)
      resolve(answer)
    }
    const crash = (detail: string) => settle({ ok: false, fault: 'crashed', detail })
    const onExit = (code: number | null, signal: string | null) => crash(`ended with ${signal ?? code}`)
    const onError = (error: Error) => crash(error.message)
    const onAbort = () => crash('given up')
    signal?.addEventListener('abort', onAbort)
    const timer = setTimeout(() => crash(`took longer than ${timeout} ms`), timeout)
    worker.ref()
    worker.channel?.ref()
    worker.on('message', settle)
    worker.on('exit', onExit)
    worker.on('error', onError)
    // A process that has just died cannot be written to: its exit answers.
    worker.send(job, (error) => error && crash(error.message))
  })
}
