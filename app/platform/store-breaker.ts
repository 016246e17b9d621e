import { StorageUnavailable } from './files.ts'

/** A call on which a store kept its caller waiting until that gave up. */
export class StoreSilent extends StorageUnavailable {}

/** So many calls in a row must fail before a store counts as away: one object that cannot be read is no outage. */
const enough = 3

/**
 * Keeps callers from waiting one after the other for a store that is away: once three calls in a row have failed, or a
 * single one in vain had to wait (`StoreSilent`), all are refused at once, but for one every `pause` milliseconds that
 * tries; the first that succeeds lets everybody through.
 */
export function breaker(pause: number): <T>(work: () => Promise<T>) => Promise<T> {
  let failures = 0
  let nextTry = 0
  return async (work) => {
    if (failures >= enough) {
      const now = performance.now()
      if (now < nextTry) throw new StorageUnavailable()
      nextTry = now + pause
    }
    try {
      const done = await work()
      failures = 0
      return done
    } catch (error) {
      if (error instanceof StorageUnavailable) {
        failures = error instanceof StoreSilent ? enough : failures + 1
        nextTry = performance.now() + pause
      }
      throw error
    }
  }
}
