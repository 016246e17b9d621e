import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Database } from '../database/database.ts'
import { bool, query } from '../database/statement.ts'
import { StartFault } from '../start-fault.ts'

type Session = Database | ClientBase

/** Any fixed numbers that nobody else has: of who makes a backup, and of who puts anything into the place of backups. */
const locks = { backup: 7_464_646_712, place: 7_464_646_713 }

/** How long a backup waits for WAL that is being sent, and how often it looks, ms. */
const usualWait = { most: 300_000, each: 250 }

/**
 * Does the work while no other process makes a backup or sends WAL. `session` is one connection, with whose end the locks
 * go.
 * @throws {StartFault} when another backup is being made; WAL that is being sent, which happens every minute, is waited for
 */
export async function withBackupLock<T>(
  session: Session,
  work: () => Promise<T>,
  wait = usualWait,
): Promise<T> {
  const made = await withLock(session, 'backup', async () => {
    const until = performance.now() + wait.most
    for (;;) {
      const done = await withPlaceLock(session, work)
      if (done !== null) return done
      if (performance.now() > until)
        throw new StartFault(
          'The shop is still sending WAL to the place of backups. Nothing was changed; try again when it is done.',
        )
      await pause(wait.each)
    }
  })
  if (made === null) throw new StartFault('Another backup is being made. Nothing was changed.')
  return made.value
}

/** Does the work while no other process puts anything into the place of backups; null when one does. */
export function withPlaceLock<T>(session: Session, work: () => Promise<T>): Promise<{ value: T } | null> {
  return withLock(session, 'place', async () => ({ value: await work() }))
}

async function withLock<T>(
  session: Session,
  name: keyof typeof locks,
  work: () => Promise<T>,
): Promise<T | null> {
  const [lock] = await query(session, { held: bool })`select pg_try_advisory_lock(${locks[name]}) as held`
  if (!lock?.held) return null
  const free = () => query(session, { freed: bool })`select pg_advisory_unlock(${locks[name]}) as freed`
  let done: T
  try {
    done = await work()
  } catch (error) {
    // Where the session is what failed, its lock went with it, and its end is no news.
    await free().catch(() => undefined)
    throw error
  }
  await free()
  return done
}
