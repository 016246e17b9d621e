import { Kysely, type LogEvent, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { DatabaseUnavailable, isAway } from './database-unavailable.ts'
import { seen } from './statement.ts'
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

/** Nothing waits for ever, ms: whoever comes later must not stand behind one that hangs. */
const timeouts = {
  /** For a connection, a free place in the pool included. */
  connectionTimeoutMillis: 30_000,
  /** For a row that another transaction holds. */
  lock_timeout: 15_000,
  /** Between two statements of a transaction; then it is rolled back and what it held is free. */
  idle_in_transaction_session_timeout: 60_000,
}
/** For one statement of a page or a job, ms; what is slower is stuck, and holds a connection that others wait for. */
const statementTimeout = 30_000

/**
 * Opens a pool on a PostgreSQL connection string; nothing connects before the first query. Close it with `destroy()`.
 * Queries throw `DatabaseUnavailable` while there is no database, or none that can answer in time.
 */
export function openDatabase(
  connectionString: string,
  options: {
    maxConnections?: number
    log?: Log | undefined
    /** Told how each statement went. */
    onQuery?: ((event: LogEvent) => void) | undefined
    /** Commands load and count for as long as it takes. */
    unhurried?: boolean
  } = {},
): Database {
  const pool = new TellingPool({
    connectionString,
    max: options.maxConnections ?? 10,
    ...timeouts,
    statement_timeout: options.unhurried ? 0 : statementTimeout,
  })
  // An idle connection that breaks is replaced at the next query; unheard, it would end the process.
  pool.on('error', (error) => options.log?.warn({ err: error }, 'an idle database connection broke off'))
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(options.onQuery && { log: options.onQuery }),
  })
  pools.set(db, pool)
  return db
}

const pools = new WeakMap<Database, pg.Pool>()

/** Connections of a database that was opened here: how many there are, how many are idle, and who waits for one. */
export function poolOf(db: Database): { connections: number; idle: number; waiting: number } {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools.get(db) ?? {}
  return { connections: totalCount, idle: idleCount, waiting: waitingCount }
}

/**
 * Runs what may take long (a day's events, a month's lines) in a transaction of its own, each statement up to ten
 * minutes.
 */
export function unhurried<T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = '10min'`.execute(transaction)
    return work(transaction)
  })
}

/** In the caller's transaction if there is one, else in one of its own. */
export function together<T>(db: Database, work: (transaction: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Transaction<DB>) : db.transaction().execute(work)
}

/** Connecting and querying tell a database that is away from everything else that may be wrong. */
class TellingPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super(config)
    super.on('connect', (client) => {
      // Cut off between two statements of a transaction, it says so here; unheard, it would end the process. The next
      // statement fails and is told.
      client.on('error', () => undefined)
      const query = client.query.bind(client) as (...given: unknown[]) => unknown
      const telling = (...given: unknown[]) => {
        const answer = query(...given)
        return answer instanceof Promise ? answer.then(seen, tell) : answer
      }
      client.query = telling as typeof client.query
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): unknown {
    return callback ? super.connect(callback) : super.connect().catch(tell)
  }
}

function tell(error: unknown): never {
  throw isAway(error) ? new DatabaseUnavailable({ cause: error }) : error
}
