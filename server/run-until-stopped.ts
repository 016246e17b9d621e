import { step } from '#app/platform/progress.mjs'
import { describeFault } from '#app/platform/report-fault.ts'

/** Milliseconds that an orderly end may take. */
const stopTimeout = 20_000
/** Milliseconds. npm passes Ctrl+C on although the terminal has sent it already: that is asked once, not twice. */
const repeatedWithin = 1_000

/**
 * Starts the shop and stops it in order, whatever ends this process: a signal, the end of the process that started it,
 * a terminal that closes, a fault that nobody caught. A start that is interrupted is stopped once it is through, for its
 * database runs by then. `started` says where the shop is; `drain`: what stopping takes beside an orderly end, ms.
 */
export async function runUntilStopped<Running extends { stop(): Promise<void> }>(
  start: () => Promise<Running>,
  started: (running: Running) => void,
  drain = 0,
): Promise<void> {
  let running: Running | null = null
  let asked = 0
  let exitCode = 0
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, signalled)
  process.on('SIGHUP', stop)
  process.on('disconnect', stop)
  // Nobody reads what is said any more: the terminal has closed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', stop)
  process.on('uncaughtException', (error) => {
    process.stderr.write(`✗ ${describeFault(error)}\n`)
    exitCode = 1
    stop()
  })
  // False only when the starter has ended already; without a channel to it this is undefined.
  if (process.connected === false) process.exit(1)

  running = await start()
  if (asked) await finish(running)
  else started(running)

  function stop(): void {
    if (asked) return
    asked = performance.now()
    if (running) void finish(running)
  }

  function signalled(): void {
    if (asked && performance.now() - asked >= repeatedWithin) {
      process.stderr.write('✗ Stopped at once; the next start tidies up.\n')
      process.exit(1)
    }
    stop()
  }

  async function finish(shop: Running): Promise<void> {
    const since = performance.now()
    setTimeout(() => {
      process.stderr.write('✗ The shop did not stop in time; the next start tidies up.\n')
      process.exit(1)
    }, stopTimeout + drain).unref()
    try {
      await shop.stop()
      step('Stopped', since)
      process.exit(exitCode)
    } catch (error) {
      process.stderr.write(`✗ ${describeFault(error)}\n`)
      process.exit(1)
    }
  }
}
