import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'

/** Held by whoever fills an empty database; any fixed number. */
const fillingLock = 820_624

/**
 * Does `work` in one transaction, one process at a time: whoever is killed on the way leaves nothing behind, and whoever
 * waited sees all that the one before it did. However long it takes, for photos are read meanwhile.
 */
export function fillingDatabase<T>(db: Database, work: (transaction: Database) => Promise<T>): Promise<T> {
  return together(db, async (transaction) => {
    await sql`select set_config(name, '0', true) from unnest(array[
      'lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout']) as name`.execute(
      transaction,
    )
    await sql`select pg_advisory_xact_lock(${fillingLock})`.execute(transaction)
    return work(transaction)
  })
}
