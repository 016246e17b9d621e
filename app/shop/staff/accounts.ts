import { sql } from 'kysely'
import type { Locale } from '#app/language/locales.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { now, text, value } from '#app/platform/database/statement.ts'
import type { StaffRole } from './permissions.ts'

export type StaffAccount = {
  id: number
  name: string
  email: string
  role: StaffRole
  locale: Locale
  /** Whether a password has been chosen. */
  isSetUp: boolean
  disabledAt: Date | null
  createdAt: Date
}

const accounts = (db: Database) =>
  db
    .selectFrom('staff_member')
    .select(['id', 'name', 'email', 'role', 'locale', 'password_hash', 'disabled_at', 'created_at'])
    .orderBy('id')

type Stored = Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number]

const asAccount = (row: Stored): StaffAccount => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role as StaffRole,
  locale: row.locale as Locale,
  isSetUp: row.password_hash !== null,
  disabledAt: row.disabled_at,
  createdAt: row.created_at,
})

/** All accounts, the oldest first, disabled ones too. */
export async function listStaff(db: Database): Promise<StaffAccount[]> {
  return (await accounts(db).execute()).map(asAccount)
}

/** The account with an address, in whatever case; null: there is none. */
export async function staffByEmail(db: Database, email: string): Promise<StaffAccount | null> {
  const row = await accounts(db)
    .where(value(text)`lower(email)`, '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return row ? asAccount(row) : null
}

/** An account by its number; null: there is none. */
export async function staffById(db: Database, id: number): Promise<StaffAccount | null> {
  const row = await accounts(db).where('id', '=', id).executeTakeFirst()
  return row ? asAccount(row) : null
}

/** Whether no mail can ever arrive at an address: names in `.invalid` are given to nobody (RFC 2606). */
export const isUnreachable = (email: string) => /[@.]invalid\.?$/i.test(email.trim())

export type NewStaff = { name: string; email: string; role: StaffRole; locale: Locale }

/** Adds an account that nobody can sign in with until a link was followed. `email` counts in any case. */
export async function addStaff(
  db: Database,
  { name, email, role, locale }: NewStaff,
): Promise<{ ok: true; id: number } | { ok: false; reason: 'email-taken' | 'unreachable-email' }> {
  if (isUnreachable(email)) return { ok: false, reason: 'unreachable-email' }
  const row = await db
    .insertInto('staff_member')
    .values({ name, email: email.trim(), role, locale })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? { ok: true, id: row.id } : { ok: false, reason: 'email-taken' }
}

/** Held while it is decided who remains: of two owners who disable each other one stays. Any fixed number. */
const ownersLock = 140_140

/** Whether some owner besides `staffId` can sign in. Use it in the transaction that takes this one's place away. */
async function anotherOwnerRemains(transaction: Database, staffId: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${ownersLock})`.execute(transaction)
  const other = await transaction
    .selectFrom('staff_member')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .where('id', '<>', staffId)
    .where((row) =>
      row.or([
        row('password_hash', 'is not', null),
        row.exists(
          row
            .selectFrom('staff_passkey')
            .select('staff_passkey.id')
            .whereRef('staff_passkey.staff_id', '=', 'staff_member.id'),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

export type StaffChange = { ok: true } | { ok: false; reason: 'not-found' | 'last-owner' }

/** Nobody signs in with it any more; who is signed in is not from the next request on. */
export async function disableStaff(db: Database, id: number): Promise<StaffChange> {
  return together(db, async (transaction) => {
    const member = await staffById(transaction, id)
    if (!member) return { ok: false, reason: 'not-found' }
    if (member.role === 'owner' && !member.disabledAt && !(await anotherOwnerRemains(transaction, id)))
      return { ok: false, reason: 'last-owner' }
    await transaction
      .updateTable('staff_member')
      .set({ disabled_at: now })
      .where('id', '=', id)
      .where('disabled_at', 'is', null)
      .execute()
    await endEverything(transaction, id)
    return { ok: true }
  })
}

/** Opens a disabled account again. */
export async function enableStaff(db: Database, id: number): Promise<StaffChange> {
  const done = await db
    .updateTable('staff_member')
    .set({ disabled_at: null })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return done ? { ok: true } : { ok: false, reason: 'not-found' }
}

/** Gives somebody another role; their sessions end, so that no browser keeps what it was shown under the former one. */
export async function changeRole(db: Database, id: number, role: StaffRole): Promise<StaffChange> {
  return together(db, async (transaction) => {
    const member = await staffById(transaction, id)
    if (!member) return { ok: false, reason: 'not-found' }
    if (member.role === role) return { ok: true }
    if (member.role === 'owner' && !member.disabledAt && !(await anotherOwnerRemains(transaction, id)))
      return { ok: false, reason: 'last-owner' }
    await transaction.updateTable('staff_member').set({ role }).where('id', '=', id).execute()
    await transaction
      .updateTable('staff_session')
      .set({ ended_at: now })
      .where('staff_id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    return { ok: true }
  })
}

/** What everybody may change of themselves. */
export type Own = { name: string; locale: Locale }
const ownParts = ['name', 'locale'] as const

export type OwnChanged =
  | { ok: true }
  | { ok: false; reason: 'not-found' }
  /** Changed since it was seen, in another window or for them: how it is now, and in which parts. Nothing was changed. */
  | { ok: false; reason: 'conflict'; now: Own; parts: (keyof Own)[] }

/** Changes what of `to` differs from what was seen; the rest stays as it is by now. */
export async function changeOwn(
  db: Database,
  id: number,
  { from, to }: { from: Own; to: Own },
): Promise<OwnChanged> {
  return together(db, async (transaction) => {
    const row = await transaction
      .selectFrom('staff_member')
      .select(['name', 'locale'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return { ok: false, reason: 'not-found' }
    const now = { name: row.name, locale: row.locale as Locale }
    const wanted = ownParts.filter((part) => to[part] !== from[part])
    const parts = wanted.filter((part) => now[part] !== from[part] && now[part] !== to[part])
    if (parts.length > 0) return { ok: false, reason: 'conflict', now, parts }
    const { name, locale } = { ...now, ...Object.fromEntries(wanted.map((part) => [part, to[part]])) }
    await transaction.updateTable('staff_member').set({ name, locale }).where('id', '=', id).execute()
    return { ok: true }
  })
}

export type EmailChanged =
  | { ok: true }
  | { ok: false; reason: 'not-found' | 'email-taken' | 'unreachable-email' }
  /** Changed since it was seen: to `now`. Nothing was changed. */
  | { ok: false; reason: 'changed'; now: string }

/** Changes the address that somebody signs in with from the one that was seen. */
export async function changeEmail(
  db: Database,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<EmailChanged> {
  if (isUnreachable(to)) return { ok: false, reason: 'unreachable-email' }
  return together(db, async (transaction) => {
    const row = await transaction
      .selectFrom('staff_member')
      .select('email')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return { ok: false, reason: 'not-found' }
    if (row.email === to) return { ok: true }
    if (row.email !== from) return { ok: false, reason: 'changed', now: row.email }
    const other = await staffByEmail(transaction, to)
    if (other && other.id !== id) return { ok: false, reason: 'email-taken' }
    await transaction.updateTable('staff_member').set({ email: to }).where('id', '=', id).execute()
    // A link that was mailed to the former address opens the account no more.
    await transaction
      .updateTable('staff_link')
      .set({ expires_at: now })
      .where('staff_id', '=', id)
      .where('used_at', 'is', null)
      .execute()
    return { ok: true }
  })
}

/** Sessions, links and known browsers. */
async function endEverything(transaction: Database, staffId: number): Promise<void> {
  await transaction
    .updateTable('staff_session')
    .set({ ended_at: now })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute()
  await transaction
    .updateTable('staff_link')
    .set({ expires_at: now })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute()
  await transaction.deleteFrom('staff_device').where('staff_id', '=', staffId).execute()
}
