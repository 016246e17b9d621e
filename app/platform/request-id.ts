import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** The header that says it, of answers and of what a proxy sends on. */
export const requestIdName = 'x-request-id'

const ids = new AsyncLocalStorage<string>()

/** The id of the request that is answered now; every line of the log says it. Undefined where nobody has asked. */
export const requestId = (): string | undefined => ids.getStore()

/** Does the work of a request under its id. */
export const withRequestId = <T>(id: string, work: () => T): T => ids.run(id, work)

/** Of this process alone; what is counted up costs a quarter of what is thrown anew for each request. */
const prefix = randomBytes(9).toString('base64url')
let count = 0

/** `given` where a proxy of ours says it in a form that may stand in a log and a header, else a new one. */
export function requestIdFrom(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(given)
    ? given
    : `${prefix}-${(++count).toString(36)}`
}
