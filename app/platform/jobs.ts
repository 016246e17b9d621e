// Written here: a queue would hold a second copy of what our own tables say is due (docs/decisions/jobs.md).

import { DatabaseUnavailable } from './database/database-unavailable.ts'
import type { Log } from './log.ts'
import { startPauses } from './pauses.ts'

/** Something done again and again, as long as the process runs. */
export type Job = {
  name: string
  /** Pause between two runs, ms; the shop's processes do not wake in step. */
  every: number
  /** Does what is due and returns how much; when that was as much as it takes at a time, it is run again at once. */
  run(): Promise<number>
  /** How much it takes at a time. */
  batch?: number
}

/** How one run of a job went: in how many ms, and whether it failed. */
export type JobRun = { name: string; took: number; failed: boolean }

/** The longest pause after failures, ms; and after those of a database that refuses at once until it is back. */
const longestPause = 60_000
const longestWithoutDatabase = 4_000

/**
 * Runs jobs side by side, each one run after the other. What is to be done lies in tables, each row taken by one
 * process at a time, so any number of processes may run the same jobs (docs/decisions/jobs.md). A run that fails is
 * logged and tried again, later each time; `stop` waits for runs under way.
 */
export function startJobs(
  jobs: readonly Job[],
  { log, onRun }: { log: Log; onRun?: ((run: JobRun) => void) | undefined },
): { stop(): Promise<void> } {
  let stopped = false
  const { pause, endAll } = startPauses()

  async function keepRunning({ name, every, run, batch = Number.POSITIVE_INFINITY }: Job): Promise<void> {
    let failures = 0
    let longest = longestPause
    await pause(every * Math.random())
    while (!stopped) {
      let done = 0
      const since = performance.now()
      const told = (failed: boolean) => onRun?.({ name, took: performance.now() - since, failed })
      try {
        done = await run()
        told(false)
        if (failures > 0) log.info({ job: name }, 'a job works again')
        failures = 0
      } catch (error) {
        if (stopped) {
          // Some of it was ended by the stop; the next start does it.
          log.info({ err: error, job: name }, 'a job was not finished')
          return
        }
        failures += 1
        longest = error instanceof DatabaseUnavailable ? longestWithoutDatabase : longestPause
        told(true)
        // The first failure says it all, and the tenth that it lasts.
        if (failures === 1 || failures % 10 === 0)
          log.error({ err: error, job: name, failures }, 'a job failed')
      }
      if (stopped) return
      if (done < batch)
        await pause(
          Math.min(every * 2 ** Math.min(failures, 6), Math.max(longest, every)) *
            (0.8 + 0.4 * Math.random()),
        )
    }
  }

  const running = Promise.all(jobs.map(keepRunning))
  return {
    async stop() {
      stopped = true
      endAll()
      await running
    },
  }
}
