import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { DB } from './tables.ts'

/** Typed SQL over one connection pool. Functions of the shop take it as their first argument. */
export type Database = Kysely<DB>

/** `bigint` and `count(*)` come as numbers: ids and cents stay far below 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`)
  return value
})

/** A date without time stays the text `YYYY-MM-DD`: as a `Date` it would shift with the time zone. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** Opens a pool on a PostgreSQL connection string; nothing connects before the first query. Close it with `destroy()`. */
export function openDatabase(
  connectionString: string,
  options: { maxConnections?: number; log?: Log | undefined } = {},
): Database {
  const pool = new pg.Pool({ connectionString, max: options.maxConnections ?? 10 })
  // An idle connection that breaks is replaced at the next query; unheard, it would end the process.
  pool.on('error', (error) => options.log?.warn({ err: error }, 'an idle database connection broke off'))
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
