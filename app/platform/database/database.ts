import { Kysely, type LogEvent, PostgresDialect, sql, type Transaction } from 'kysely'
import type { Log } from '../log.ts'
import { query, timestamptz } from './statement.ts'
import type { DB } from './tables.ts'
import { timeLimits, withTimeLimit } from './time-limit.ts'
import { WatchedPool } from './watched-pool.ts'

/** Typed SQL over one connection pool. Functions of the shop take it as their first argument. */
export type Database = Kysely<DB>

/** For a connection, a free place in the pool included, ms. */
const connectionTimeoutMillis = 30_000
/** How soon it notices that nobody waits for a statement any more: what was given up must hold no place there. */
const options = '-c client_connection_check_interval=1000'
/** What the server itself ends, ms, whatever becomes of the process that asked. */
const serverLimits = {
  /** For a row that another transaction holds. */
  lock_timeout: 15_000,
  /** Between two statements of a transaction; then it is rolled back and what it held is free. */
  idle_in_transaction_session_timeout: 60_000,
}

/**
 * Opens a pool on a PostgreSQL connection string; nothing connects before the first query. Close it with `destroy()`.
 * Queries throw `DatabaseUnavailable` while there is no database, or none that can answer in time (`time-limit.ts`).
 */
export function openDatabase(
  connectionString: string,
  settings: {
    maxConnections?: number
    log?: Log | undefined
    /** Told how each statement went. */
    onQuery?: ((event: LogEvent) => void) | undefined
    /** Commands load and count for as long as it takes. */
    unhurried?: boolean
  } = {},
): Database {
  const { maxConnections: max = 10, log, unhurried: isUnhurried } = settings
  const pool = new WatchedPool(
    { connectionString, max, connectionTimeoutMillis, options },
    {
      log,
      usualLimit: isUnhurried ? Number.POSITIVE_INFINITY : timeLimits.job,
      serverLimits: { ...serverLimits, statement_timeout: isUnhurried ? 0 : timeLimits.job },
    },
  )
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(settings.onQuery && { log: settings.onQuery }),
  })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Database, WatchedPool>()

/** Connections of a database that was opened here: how many there are, how many are idle, and who waits for one. */
export function poolOf(db: Database): { connections: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { connections: totalCount, idle: idleCount, waiting: waitingCount }
}

/** What time it is by the clock of the database: the one that all processes share, and that holds and links follow. */
export async function databaseTime(db: Database): Promise<Date> {
  const [row] = await query(db, { now: timestamptz })`select now() as now`
  if (!row) throw new Error('the database has no time')
  return row.now
}

/** Whether a database is known not to answer: whoever asks is refused until it does. */
export function isDatabaseAway(db: Database): boolean {
  return pools.get(db)?.isAway ?? false
}

/**
 * Runs what may take long (a day's events, a month's lines) in a transaction of its own, each statement up to ten
 * minutes.
 */
export function unhurried<T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  return withTimeLimit(10 * 60_000, () =>
    db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = '10min'`.execute(transaction)
      return work(transaction)
    }),
  )
}

/** In the caller's transaction if there is one, else in one of its own. */
export function together<T>(db: Database, work: (transaction: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Transaction<DB>) : db.transaction().execute(work)
}
