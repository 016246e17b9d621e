import { randomUUID } from 'node:crypto'
import type { Database } from './database/database.ts'
import { nullable, query, text, timestamptz, uuid } from './database/statement.ts'

/** What one process holds while it does a job for all. */
export type Lease = {
  /** How far the job got when it was last done to the end: a snapshot of the database; null when it never was. */
  seen: { snapshot: string; at: Date } | null
  /** Begins the time anew; false when another process has taken over, and this one is to leave off. */
  renew(): Promise<boolean>
  /** Notes how far this run got, once it is through. */
  note(snapshot: string): void
}

/**
 * Does a job that only one process may do at a time; null when another one does it now. Whoever dies loses it after
 * `seconds`, by the database's clock. What was begun and not noted is done again: the job itself sees to it that
 * nothing happens twice.
 */
export async function withLease<T>(
  db: Database,
  name: string,
  { seconds }: { seconds: number },
  work: (lease: Lease) => Promise<T>,
): Promise<T | null> {
  const holder = randomUUID()
  const [row] = await query(db, { seen: nullable(text), seen_at: nullable(timestamptz) })`
    insert into job (name, holder, leased_until) values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, leased_until = excluded.leased_until
      where job.leased_until is null or job.leased_until <= now()
    returning seen, seen_at`
  if (!row) return null
  let noted: string | null = null
  try {
    return await work({
      seen: row.seen !== null && row.seen_at !== null ? { snapshot: row.seen, at: row.seen_at } : null,
      async renew() {
        const renewed = await query(db, { holder: nullable(uuid) })`
          update job set leased_until = now() + make_interval(secs => ${seconds})
          where name = ${name} and holder = ${holder} returning holder`
        return renewed.length > 0
      },
      note(snapshot) {
        noted = snapshot
      },
    })
  } finally {
    await query(db, { holder: nullable(uuid) })`
      update job set holder = null, leased_until = null, seen = coalesce(${noted}::text, seen),
        seen_at = case when ${noted}::text is null then seen_at else now() end
      where name = ${name} and holder = ${holder} returning holder`
  }
}
