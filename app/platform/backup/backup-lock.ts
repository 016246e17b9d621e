import type { ClientBase } from 'pg'
import type { Database } from '../database/database.ts'
import { bool, query } from '../database/statement.ts'

/** Held while anything is put into or taken out of the place of backups; any fixed number that nobody else has. */
const backupLock = 7_464_646_712

/** Does the work while no other process does such work; null when another one does. `connection` is one session. */
export async function withBackupLock<T>(
  connection: Database | ClientBase,
  work: () => Promise<T>,
): Promise<T | null> {
  const [lock] = await query(connection, { held: bool })`select pg_try_advisory_lock(${backupLock}) as held`
  if (!lock?.held) return null
  try {
    return await work()
  } finally {
    await query(connection, { freed: bool })`select pg_advisory_unlock(${backupLock}) as freed`
  }
}
