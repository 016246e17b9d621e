import type { Locale } from '#app/language/locales.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import {
  bool,
  int4,
  now,
  nullable,
  oneOf,
  query,
  text,
  timestamptz,
  value,
} from '#app/platform/database/statement.ts'
import { isUnreachable } from './accounts.ts'
import { asStaff, type StaffActor } from './change-record.ts'
import { type PasswordFault, passwordFault } from './chosen-password.ts'
import { hashPassword } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { newToken, tokenHash } from './tokens.ts'

export const linkPurposes = ['set-up', 'invitation', 'reset'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** How long a link may wait, hours. */
const hours: Readonly<Record<LinkPurpose, number>> = { 'set-up': 24, invitation: 168, reset: 1 }

/** Makes a link that opens an account once; one of the same purpose that was not used ends. */
export async function createLink(
  db: Database,
  { staffId, purpose }: { staffId: number; purpose: LinkPurpose },
): Promise<string> {
  const token = newToken()
  await together(db, async (transaction) => {
    await transaction
      .updateTable('staff_link')
      .set({ expires_at: now })
      .where('staff_id', '=', staffId)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .execute()
    await transaction
      .insertInto('staff_link')
      .values({
        token_hash: tokenHash(token),
        staff_id: staffId,
        purpose,
        expires_at: value(timestamptz)`now() + make_interval(hours => ${hours[purpose]}::int)`,
      })
      .execute()
  })
  return token
}

/** The address that a link has. */
export const linkAddress = (siteUrl: string, token: string) => `${siteUrl}/office/set-up/${token}`

export type OpenedLink =
  | { ok: true; staffId: number; name: string; email: string; purpose: LinkPurpose }
  /** `unknown`: never made, or of an account that was disabled. */
  | { ok: false; reason: 'unknown' | 'used' | 'expired' }

const columns = {
  staff_id: int4,
  name: text,
  email: text,
  purpose: oneOf(linkPurposes),
  used_at: nullable(timestamptz),
  expired: bool,
}

/** What a link opens, without using it up. */
export async function openLink(db: Database, token: string): Promise<OpenedLink> {
  const [row] = await query(db, columns)`
    select l.staff_id, m.name, m.email, l.purpose, l.used_at, l.expires_at <= now() as expired
    from staff_link l join staff_member m on m.id = l.staff_id
    where l.token_hash = ${tokenHash(token)} and m.disabled_at is null
  `
  if (!row) return { ok: false, reason: 'unknown' }
  if (row.used_at) return { ok: false, reason: 'used' }
  if (row.expired) return { ok: false, reason: 'expired' }
  const { staff_id: staffId, name, email, purpose } = row
  return { ok: true, staffId, name, email, purpose }
}

/**
 * Chooses a password by a link, which is used up by it; every session of the account ends. `name`, `email` and `locale`
 * are taken over where the link sets up an account: whoever begins a shop says who they are. `siteUrl`: the shop's
 * address, whose words are no password.
 */
export async function setPasswordByLink(
  db: Database,
  {
    token,
    password,
    name,
    email,
    locale,
    siteUrl,
  }: {
    token: string
    password: string
    name?: string
    email?: string
    locale?: Locale
    siteUrl: string
  },
): Promise<
  | { ok: true; staffId: number; purpose: LinkPurpose }
  | {
      ok: false
      reason: 'unknown' | 'used' | 'expired' | 'email-taken' | 'unreachable-email' | PasswordFault
    }
> {
  const found = await openLink(db, token)
  if (!found.ok) return found
  const { staffId, purpose } = found
  const fault = await passwordFault(db, password, {
    names: name === undefined ? [found.name] : [name, found.name],
    emails: email === undefined ? [found.email] : [email, found.email],
    siteUrl,
  })
  if (fault) return { ok: false, reason: fault }
  // A reset is mailed: an owner with the placeholder of an empty shop could never be helped.
  if (purpose === 'set-up' && isUnreachable(email ?? found.email))
    return { ok: false, reason: 'unreachable-email' }
  const hash = await hashPassword(password)
  const renamed = purpose === 'reset' ? undefined : name
  // Nobody is signed in: whoever has the link of an account is who it belongs to.
  return asStaff(db, { id: staffId, name: renamed ?? found.name }, async (transaction) => {
    const used = await transaction
      .updateTable('staff_link')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    // Two who open it at the same time: one of them is first.
    if (used.numUpdatedRows === 0n) return { ok: false, reason: 'used' } as const
    const address = purpose === 'set-up' ? email : undefined
    const taken =
      address !== undefined &&
      (await transaction
        .selectFrom('staff_member')
        .select('id')
        .where(value(text)`lower(email)`, '=', address.toLowerCase())
        .where('id', '<>', staffId)
        .executeTakeFirst())
    if (taken) {
      await transaction
        .updateTable('staff_link')
        .set({ used_at: null })
        .where('token_hash', '=', tokenHash(token))
        .execute()
      return { ok: false, reason: 'email-taken' } as const
    }
    await transaction
      .updateTable('staff_member')
      .set({
        password_hash: hash,
        ...(renamed !== undefined && { name: renamed }),
        ...(address !== undefined && { email: address }),
        ...(purpose === 'set-up' && locale !== undefined && { locale }),
      })
      .where('id', '=', staffId)
      .execute()
    await transaction
      .updateTable('staff_link')
      .set({ expires_at: now })
      .where('staff_id', '=', staffId)
      .where('used_at', 'is', null)
      .execute()
    await endSessions(transaction, staffId)
    return { ok: true, staffId, purpose } as const
  })
}

/**
 * Somebody signed in chooses another password; their other sessions end, and links that would choose one. `siteUrl`: the
 * shop's address, whose words are no password.
 */
export async function changePassword(
  db: Database,
  member: StaffActor & { sessionId: number; email: string },
  { password, siteUrl }: { password: string; siteUrl: string },
): Promise<{ ok: true } | { ok: false; reason: PasswordFault }> {
  const choosing = { names: [member.name], emails: [member.email], siteUrl }
  const fault = await passwordFault(db, password, choosing)
  if (fault) return { ok: false, reason: fault }
  const hash = await hashPassword(password)
  await asStaff(db, member, async (transaction) => {
    await transaction
      .updateTable('staff_member')
      .set({ password_hash: hash })
      .where('id', '=', member.id)
      .execute()
    await transaction
      .updateTable('staff_link')
      .set({ expires_at: now })
      .where('staff_id', '=', member.id)
      .where('used_at', 'is', null)
      .execute()
    await endSessions(transaction, member.id, { except: member.sessionId })
  })
  return { ok: true }
}
