import type { Log } from './log.ts'
import { logSeldom } from './log-seldom.ts'

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
  logSeldom(log, `${message}: ${err.name} ${err.message}`, (more) =>
    log[level](more === 0 ? fields : { reason: err.message, more }, message),
  )
}

/** Known by its answer, not by class: the shop's bundle has classes of its own. */
function isUnavailable(error: unknown): error is Error {
  return error instanceof Error && (error as { status?: unknown }).status === 503
}
