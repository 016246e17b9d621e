import { Unavailable } from '../unavailable.ts'

/** There is no database now, or none that answers in time. */
export class DatabaseUnavailable extends Unavailable {
  constructor(options?: ErrorOptions) {
    super('The database does not answer', options)
    this.name = 'DatabaseUnavailable'
  }
}

/**
 * Whether an error of `pg` says that the server cannot be reached, comes or goes, has no room (for another connection, or on its disk), takes no writes, or that a lock or a
 * place in the pool was not had in time, or that a statement took too long: another try may succeed. Codes: PostgreSQL, appendix A.
 */
export function isAway(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    isPassing(error) ||
    isReadOnly(error) ||
    ['53100', '53200', '53300', '55P03', '57014'].includes(code) ||
    /^timeout exceeded when trying/.test(message)
  )
}

/**
 * Starting up (57P03), being stopped (57P01), or the connection not there (yet, any more); class 08 is what a pooler
 * says for a server that it does not reach.
 */
export function isPassing(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return (
    ['57P01', '57P02', '57P03', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code) ||
    /^08/.test(code) ||
    /terminated|not queryable/.test(message)
  )
}

/** Whether the server takes no writes: a standby, or a primary that was told so. */
export function isReadOnly(error: unknown): boolean {
  return (error as { code?: string }).code === '25006'
}
