import { setTimeout as wait } from 'node:timers/promises'

/**
 * What `work` comes to, or a refusal where it has not come after `milliseconds`. Both wait in the same event loop: on a
 * busy machine the bound is late by as much as the work is, so that work of less steps than a timer always wins.
 */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const over = new AbortController()
  const late = wait(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new Error(`took more than ${milliseconds} ms`)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    over.abort()
    late.catch(() => undefined)
  }
}

/** Waits until `condition` holds; only what hangs runs into its bound. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('did not happen in time')
    await wait(20)
  }
}
