import { setTimeout as wait } from 'node:timers/promises'
import { describeFault } from '#app/platform/report-fault.ts'
import type { StopServing } from './stop-listening.ts'
import {
  beatEvery,
  type FromWorker,
  isShopMessage,
  type ToWorker,
  type WorkerTask,
} from './worker-messages.ts'

/** The variable of the environment that holds a worker's task. */
export const taskVariable = 'SHOP_WORKER_TASK'

/** Milliseconds that the primary may take to let a worker go, and to tell one to stop that others have asked to. */
const leaveWithin = 1_000
const toldWithin = 5_000

/** What a worker serves, and what it has open for that. */
export type Serving = { stopServing: StopServing; drain(): void; stop(): Promise<void> }

/** Starts what a worker serves, shows that it is alive, and stops it in order when the primary says so. */
export async function runWorker(start: (task: WorkerTask) => Promise<Serving>): Promise<void> {
  const task: WorkerTask = JSON.parse(process.env[taskVariable] ?? '')
  const leave = Promise.withResolvers<void>()
  let running: Serving | null = null
  let asked = false
  let exitCode = 0

  setInterval(() => tell({ shop: 'beat' }), beatEvery).unref()
  // Ctrl+C reaches every process of a terminal: the primary says what follows from it, as it does from the others.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => undefined)
  process.on('SIGTERM', () => {
    void tell({ shop: 'asked' })
    setTimeout(() => stop({ idle: 0 }), toldWithin).unref()
  })
  process.on('message', (message: ToWorker) => {
    if (!isShopMessage(message)) return
    if (message.shop === 'stop') stop(message)
    if (message.shop === 'drain') running?.drain()
    if (message.shop === 'leave') leave.resolve()
  })
  // Nobody reads what is said any more: the primary sees that as well, and ends.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('uncaughtException', (error) => {
    process.stderr.write(`✗ ${describeFault(error)}\n`)
    exitCode = 1
    if (running) stop({ idle: 0 })
    else process.exit(1)
  })

  try {
    running = await start(task)
  } catch (error) {
    await tell({ shop: 'fault', text: describeFault(error) })
    process.exit(1)
  }

  function stop(how: { idle: number }): void {
    if (asked) return
    asked = true
    if (running) void finish(running, how)
    // It serves nobody yet, and all that it has begun ends with it: it may be reading a million pieces.
    else process.exit(exitCode)
  }

  async function finish(shop: Serving, { idle }: { idle: number }): Promise<void> {
    try {
      await shop.stopServing({ idle })
      await Promise.race([tell({ shop: 'leaving' }).then(() => leave.promise), wait(leaveWithin)])
      await shop.stop()
      process.exit(exitCode)
    } catch (error) {
      process.stderr.write(`✗ ${describeFault(error)}\n`)
      process.exit(1)
    }
  }
}

/** Without a primary there is nobody to tell, and Node ends this process. */
export function tell(message: FromWorker): Promise<void> {
  return new Promise((done) => {
    if (process.send) process.send(message, undefined, undefined, () => done())
    else done()
  })
}
