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

/** One upload at a time: whatever arrives at once, only one is ever decoded. */
export const prepareInWorker: (job: PrepareJob) => Promise<WorkerAnswer> = createPool(() => 1)

/** How many processes of the shop this machine's cores are for. */
let sharers = 1

/** Tells that other processes of the shop have copies made beside this one. */
export function shareCores(processes: number): void {
  sharers = processes
}

/** As many at once as there are cores but one, which stays free for pages. */
export const copyInWorker: (job: CopyJob) => Promise<WorkerAnswer> = createPool(() =>
  Math.max(1, Math.floor((availableParallelism() - 1) / sharers)),
)

/** One drawing at a time, in a process that never sees what a stranger sent. */
export const drawInWorker: (job: CardJob) => Promise<WorkerAnswer> = createPool(() => 1)

type Job = PrepareJob | CopyJob | CardJob
type Worker = (job: Job) => Promise<WorkerAnswer>

/** At most so many workers; a job that finds none free waits in order of arrival. */
function createPool(size: () => number): Worker {
  const free: Worker[] = []
  const waiting: ((worker: Worker) => void)[] = []
  let made = 0
  const more = () => {
    if (made >= size()) return undefined
    made += 1
    return createWorker()
  }
  return async (job) => {
    const worker = free.pop() ?? more() ?? (await new Promise<Worker>((resolve) => waiting.push(resolve)))
    try {
      return await worker(job)
    } finally {
      const next = waiting.shift()
      if (next) next(worker)
      else free.push(worker)
    }
  }
}

/** One process, started when there is work and ended when there has been none for a while. */
function createWorker(): Worker {
  let decoder: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  return async (job) => {
    clearTimeout(idle)
    const worker = decoder?.connected ? decoder : startDecoder()
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
      if (worker.connected) worker.disconnect()
      decoder = undefined
    }, idleTimeout).unref()
    return answer
  }
}

function startDecoder(): ChildProcess {
  // By the package's own name for it: the source, also from within the bundled server.
  return fork(createRequire(import.meta.url).resolve('#app/shop/catalogue/photos-decoder.ts'), [], {
    // Nothing of the environment, which holds secrets. Fewer arenas: freed memory goes back.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
}

function ask(worker: ChildProcess, job: Job): Promise<WorkerAnswer> {
  return new Promise((resolve) => {
    const settle = (answer: WorkerAnswer) => {
      clearTimeout(timer)
      worker.off('message', settle)
      worker.off('exit', onExit)
      worker.off('error', onError)
      resolve(answer)
    }
    const crash = (detail: string) => settle({ ok: false, fault: 'crashed', detail })
    const onExit = (code: number | null, signal: string | null) => crash(`ended with ${signal ?? code}`)
    const onError = (error: Error) => crash(error.message)
    const timer = setTimeout(() => crash(`took longer than ${jobTimeout} ms`), jobTimeout)
    worker.ref()
    worker.channel?.ref()
    worker.on('message', settle)
    worker.on('exit', onExit)
    worker.on('error', onError)
    // A process that has just died cannot be written to: its exit answers.
    worker.send(job, (error) => error && crash(error.message))
  })
}
