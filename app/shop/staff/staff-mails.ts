import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { now } from '#app/platform/database/statement.ts'
import { countUse } from '#app/platform/rate-limit.ts'
import { insertMailsToStaff } from '#app/shop/mail-kinds.ts'
import { staffById } from './accounts.ts'

/** Wishes of one client for another password. */
const wishes = { most: 10, minutes: 15 }

/**
 * Mails a link to choose another password, if somebody has this address; at most one in five minutes. The same is done
 * and answered where nobody has it: one statement. The link itself is made when the mail is written.
 */
export async function askForReset(
  db: Database,
  { email, client }: { email: string; client: string | null },
): Promise<{ ok: true } | { ok: false; reason: 'too-many'; retryAfter: number }> {
  const allowed = await countUse(db, [{ key: `staff-reset:${client ?? 'unknown'}`, limit: wishes }])
  if (!allowed.ok) return { ...allowed, reason: 'too-many' }
  const which = sql`lower(email) = ${email.trim().toLowerCase()}`
  await insertMailsToStaff('staff-reset', { which, minutes: 5 }).execute(db)
  return { ok: true }
}

/**
 * Mails an invitation with a link to whoever has not set up their account yet; the same again within a minute is one mail.
 * Use it in the transaction of whoever invites: the record of it names them.
 */
export async function mailInvitation(
  transaction: Database,
  staffId: number,
): Promise<{ ok: true } | { ok: false; reason: 'no-account' | 'disabled' | 'already-set-up' }> {
  const account = await staffById(transaction, staffId)
  if (!account) return { ok: false, reason: 'no-account' }
  if (account.disabledAt) return { ok: false, reason: 'disabled' }
  if (account.isSetUp) return { ok: false, reason: 'already-set-up' }
  await transaction.updateTable('staff_member').set({ invited_at: now }).where('id', '=', staffId).execute()
  await insertMailsToStaff('staff-invitation', { which: sql`id = ${staffId}`, minutes: 1 }).execute(
    transaction,
  )
  return { ok: true }
}
