import { cleanLine } from '#app/language/clean-text.ts'
import type { Locale } from '#app/language/locales.ts'
import { locales } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, float8, int4, now, oneOf, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { type StaffRole, staffRoles } from './permissions.ts'
import { newToken, tokenHash } from './tokens.ts'

/**
 * Who a session belongs to. `provedFor`: for how many ms whoever uses it has been proved, by the clock of the database, as
 * sessions and links are: a process whose clock is wrong opens nothing.
 */
export type StaffSession = {
  id: number
  name: string
  email: string
  role: StaffRole
  locale: Locale
  sessionId: number
  provedFor: number
}

/** Begins a session; only a digest of the token is kept. `browser` is what the browser calls itself. */
export async function startSession(
  db: Database,
  { staffId, browser }: { staffId: number; browser: string },
): Promise<{ token: string; sessionId: number }> {
  const token = newToken()
  const { id } = await db
    .insertInto('staff_session')
    .values({ token_hash: tokenHash(token), staff_id: staffId, browser: cleanLine(browser).slice(0, 300) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { token, sessionId: id }
}

const session = {
  id: int4,
  name: text,
  email: text,
  role: oneOf(staffRoles),
  locale: oneOf(locales),
  session_id: int4,
  proved_for: float8,
  stale: bool,
}

/**
 * Whose session a token is of; null where it has ended: by hand, with its account, after 12 hours without a request, or
 * after 30 days. That it was used is written down at most once a minute, and not at all where it does not renew the session.
 */
export async function findSession(
  db: Database,
  token: string,
  { renews = true }: { renews?: boolean } = {},
): Promise<StaffSession | null> {
  if (!/^[\w-]{43}$/.test(token)) return null
  const hash = tokenHash(token)
  const [row] = await query(db, session)`
    select m.id, m.name, m.email, m.role, m.locale, s.id as session_id,
      extract(epoch from now() - s.proved_at)::float8 * 1000 as proved_for,
      s.last_seen_at < now() - interval '1 minute' as stale
    from staff_session s join staff_member m on m.id = s.staff_id
    where (s.token_hash = ${hash} or (s.former_token_hash = ${hash} and s.rotated_at > now() - interval '20 seconds'))
      and s.ended_at is null and m.disabled_at is null
      and s.last_seen_at > now() - interval '12 hours' and s.created_at > now() - interval '30 days'
  `
  if (!row) return null
  if (row.stale && renews)
    await db
      .updateTable('staff_session')
      .set({ last_seen_at: now })
      .where('id', '=', row.session_id)
      .execute()
  const { session_id: sessionId, proved_for: provedFor, stale: _, ...member } = row
  return { ...member, sessionId, provedFor }
}

/**
 * Gives a session another token; the one before is good for 20 seconds more, for requests that are on their way.
 * Null where the session has ended.
 */
export async function rotateSession(db: Database, sessionId: number): Promise<{ token: string } | null> {
  const token = newToken()
  const done = await db
    .updateTable('staff_session')
    .set((row) => ({
      token_hash: tokenHash(token),
      former_token_hash: row.ref('token_hash'),
      rotated_at: now,
    }))
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n ? { token } : null
}

/** Whoever uses the session has proved just now who they are. */
export async function provedNow(db: Database, sessionId: number): Promise<void> {
  await db.updateTable('staff_session').set({ proved_at: now }).where('id', '=', sessionId).execute()
}

/** Ends a session of a member of staff; false where it is not theirs or has ended. */
export async function endSession(db: Database, sessionId: number, staffId: number): Promise<boolean> {
  const done = await db
    .updateTable('staff_session')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Ends all sessions of somebody, but one if wanted. Returns how many. */
export async function endSessions(
  db: Database,
  staffId: number,
  { except }: { except?: number } = {},
): Promise<number> {
  const done = await db
    .updateTable('staff_session')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('id', '<>', except ?? 0)
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

export type ListedSession = { id: number; createdAt: Date; lastSeenAt: Date; browser: string }

/** The sessions of somebody that have not ended, the one used last first. */
export async function listSessions(db: Database, staffId: number): Promise<ListedSession[]> {
  const rows = await query(db, {
    id: int4,
    created_at: timestamptz,
    last_seen_at: timestamptz,
    browser: text,
  })`
    select id, created_at, last_seen_at, browser from staff_session
    where staff_id = ${staffId} and ended_at is null
      and last_seen_at > now() - interval '12 hours' and created_at > now() - interval '30 days'
    order by last_seen_at desc, id desc
  `
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    browser: row.browser,
  }))
}
