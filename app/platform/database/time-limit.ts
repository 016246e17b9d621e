import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * How long one connection or statement is waited for, ms: `page` to draw a page, `form` where somebody buys or sends
 * something, who would rather wait than begin again, `office` for staff's long lists, `job` for what nobody waits for.
 */
export const timeLimits = { page: 2_000, form: 5_000, office: 15_000, job: 30_000 } as const

const underWay = new AsyncLocalStorage<number>()

/** Does `work` with another limit (ms, `Infinity` for none) for each connection and each statement that it waits for. */
export function withTimeLimit<T>(limit: number, work: () => T): T {
  return underWay.run(limit, work)
}

/** The limit of whatever is under way, ms; undefined where nobody has set one. */
export const timeLimit = (): number | undefined => underWay.getStore()
