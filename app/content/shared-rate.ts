import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, query, text } from '#app/platform/database/statement.ts'
import type { Log } from '#app/platform/log.ts'
import { arrivedAfter, type RequestRate, windowMs } from './request-rate.ts'

/** A request to the service waits so long for a database that hangs, ms. */
const databaseTimeoutMs = 1000
/** A database that failed is not asked again so soon, ms. */
const pauseMs = 5000

/**
 * Lets the processes of one shop keep the service's limit together, and beyond a restart: each request is a row in the
 * database until it no longer counts. Where the database is away each process counts for itself.
 */
export function shareRate(
  alone: RequestRate,
  options: { db: Database; log: Log; source: string; perSecond: number },
): RequestRate {
  const { db, log, source, perSecond } = options
  const key = `content ${source}`
  let line: Promise<unknown> = Promise.resolve()
  let failedAt = Number.NEGATIVE_INFINITY

  /** A row until when the request counts, or how long to wait for one. */
  const place = () =>
    db.transaction().execute(async (trx): Promise<{ until: string } | { wait: number }> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
      const [row] = await query(trx, { until: text })`
        with over as (delete from rate_use where key = ${key} and since <= statement_timestamp())
        insert into rate_use (key, since)
        select ${key}, statement_timestamp() + make_interval(secs => ${(arrivedAfter + windowMs) / 1000})
        where (select count(*) from rate_use where key = ${key} and since > statement_timestamp()) < ${perSecond}
        on conflict do nothing returning since::text as until`
      if (row) return row
      const [next] = await query(trx, { wait: int4 })`
        select coalesce(ceil(extract(epoch from min(since) - statement_timestamp()) * 1000), 0)::int as wait
        from rate_use where key = ${key}`
      return { wait: Math.max(1, next?.wait ?? 1) }
    })

  async function take(): Promise<string | null> {
    while (performance.now() - failedAt > pauseMs) {
      try {
        const taken = await inTime(place())
        if ('until' in taken) return taken.until
        await later(taken.wait)
      } catch (error) {
        failedAt = performance.now()
        log.warn({ err: error }, 'the requests to the content service are counted by this process alone')
      }
    }
    return null
  }

  function release(until: string): void {
    sql`update rate_use set since = least(since, statement_timestamp() + make_interval(secs => ${windowMs / 1000}))
      where key = ${key} and since = ${until}::timestamptz`
      .execute(db)
      // It then counts until it is taken as arrived.
      .catch((error) => log.debug({ err: error }, 'an answered request is counted for longer'))
  }

  return {
    async turn() {
      const answered = await alone.turn()
      const taking = line.then(take)
      line = taking
      const until = await taking
      return () => {
        answered()
        if (until !== null) release(until)
      }
    },
  }
}

function inTime<T>(asked: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The database does not answer in time')),
      databaseTimeoutMs,
    )
    asked.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
