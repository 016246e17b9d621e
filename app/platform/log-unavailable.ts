import type { Log } from './log.ts'

/** How long an entry of a kind stands for all of its kind, ms. */
const interval = 1_000

type Told = { more: number; timer: NodeJS.Timeout }
const toldOf = new WeakMap<Log, Map<string, Told>>()

/**
 * Logs that a request failed. Where a part does not answer now (`Unavailable`), every request fails for the same reason:
 * the first is told at once, and while it lasts, one entry a second says how many `more` there were. Any other error is a
 * fault of its own, and told each time.
 */
export function logFailure(
  log: Log,
  fields: { err: unknown; url?: string },
  message: string,
  level: 'error' | 'warn' = 'error',
): void {
  const { err } = fields
  if (!isUnavailable(err)) {
    log[level](fields, message)
    return
  }
  const kinds = toldOf.get(log) ?? new Map<string, Told>()
  toldOf.set(log, kinds)
  const kind = `${message}: ${err.name} ${err.message}`
  const told = kinds.get(kind)
  if (told) {
    told.more += 1
    return
  }
  log[level](fields, message)
  const timer = setInterval(() => {
    const { more } = kinds.get(kind) as Told
    if (more === 0) {
      clearInterval(timer)
      kinds.delete(kind)
      return
    }
    ;(kinds.get(kind) as Told).more = 0
    log[level]({ reason: err.message, more }, message)
  }, interval)
  timer.unref()
  kinds.set(kind, { more: 0, timer })
}

/** Known by its answer, not by class: the shop's bundle has classes of its own. */
function isUnavailable(error: unknown): error is Error {
  return error instanceof Error && (error as { status?: unknown }).status === 503
}
