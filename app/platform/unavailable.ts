/**
 * A part that is needed does not answer now; another try may succeed. It is an answer as the router knows them
 * (`status`, `statusText`, `internal`, `data`), so that whatever needs the part says 503 without asking.
 */
export class Unavailable extends Error {
  readonly status = 503
  readonly statusText = 'Service Unavailable'
  readonly internal = false
  readonly data = { message: 'Service Unavailable', fatal: false }
  /** Seconds after which it is worth trying again. */
  readonly retryAfter: number = 5
}
