import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { type Database, together } from '#app/platform/database/database.ts'
import { now, timestamptz, value } from '#app/platform/database/statement.ts'

/** Where passkeys are good: the shop's own address, and how it is called there. */
export type PasskeySite = { siteUrl: string; name: string }

type Purpose = 'sign-in' | 'add' | 'prove'

/** Minutes for which a browser may take to answer. */
const answersWithin = 5

async function note(db: Database, challenge: string, purpose: Purpose, staffId: number | null) {
  await db
    .insertInto('staff_challenge')
    .values({
      challenge,
      purpose,
      staff_id: staffId,
      expires_at: value(timestamptz)`now() + make_interval(mins => ${answersWithin}::int)`,
    })
    .execute()
}

/** Whether we asked for this, of this member of staff; each is answered once. */
const takes = (db: Database, purpose: Purpose, staffId: number | null) => async (challenge: string) => {
  const taken = await db
    .deleteFrom('staff_challenge')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('staff_id', staffId === null ? 'is' : '=', staffId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return taken.numDeletedRows > 0n
}

export type ListedPasskey = { id: number; name: string; createdAt: Date; lastUsedAt: Date | null }

/** The passkeys of somebody, the oldest first. */
export async function listPasskeys(db: Database, staffId: number): Promise<ListedPasskey[]> {
  const rows = await db
    .selectFrom('staff_passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    createdAt: created_at,
    lastUsedAt: last_used_at,
  }))
}

/** What a browser is told to make a passkey with. */
export async function optionsToAdd(
  db: Database,
  { siteUrl, name }: PasskeySite,
  member: { id: number; name: string; email: string },
) {
  const known = await db
    .selectFrom('staff_passkey')
    .select('credential_id')
    .where('staff_id', '=', member.id)
    .execute()
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID: new URL(siteUrl).hostname,
    userID: new TextEncoder().encode(`staff-${member.id}`),
    userName: member.email,
    userDisplayName: member.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await note(db, options.challenge, 'add', member.id)
  return options
}

/** Keeps a passkey that a browser made. */
export async function addPasskey(
  db: Database,
  { siteUrl }: Pick<PasskeySite, 'siteUrl'>,
  { staffId, name, response }: { staffId: number; name: string; response: RegistrationResponseJSON },
): Promise<{ ok: true } | { ok: false; reason: 'refused' }> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: takes(db, 'add', staffId),
    expectedOrigin: new URL(siteUrl).origin,
    expectedRPID: new URL(siteUrl).hostname,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return { ok: false, reason: 'refused' }
  const { credential } = verified.registrationInfo
  const kept = await db
    .insertInto('staff_passkey')
    .values({
      staff_id: staffId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept ? { ok: true } : { ok: false, reason: 'refused' }
}

export type PasskeyChanged =
  | { ok: true }
  /** It is not theirs. */
  | { ok: false; reason: 'not-found' }
  /** It was called something else since it was seen. Nothing was changed. */
  | { ok: false; reason: 'conflict'; now: string }

/** Calls a passkey something else that is called `from` still. */
export async function renamePasskey(
  db: Database,
  { staffId, id, from, name }: { staffId: number; id: number; from: string; name: string },
): Promise<PasskeyChanged> {
  return together(db, async (transaction) => {
    const now = await lockedName(transaction, staffId, id)
    if (now === null) return { ok: false, reason: 'not-found' }
    if (now !== from && now !== name) return { ok: false, reason: 'conflict', now }
    await transaction.updateTable('staff_passkey').set({ name }).where('id', '=', id).execute()
    return { ok: true }
  })
}

/** Nobody signs in any more with a passkey that is called `from` still. */
export async function removePasskey(
  db: Database,
  { staffId, id, from }: { staffId: number; id: number; from: string },
): Promise<PasskeyChanged> {
  return together(db, async (transaction) => {
    const now = await lockedName(transaction, staffId, id)
    if (now === null) return { ok: false, reason: 'not-found' }
    if (now !== from) return { ok: false, reason: 'conflict', now }
    await transaction.deleteFrom('staff_passkey').where('id', '=', id).execute()
    return { ok: true }
  })
}

/** What somebody's passkey is called until the transaction ends; null where it is not theirs. */
async function lockedName(transaction: Database, staffId: number, id: number): Promise<string | null> {
  const row = await transaction
    .selectFrom('staff_passkey')
    .select('name')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst()
  return row?.name ?? null
}

/** What a browser is told to sign with a passkey; `staffId`: one of this member of staff, to prove who they are. */
export async function optionsToSign(
  db: Database,
  { siteUrl }: Pick<PasskeySite, 'siteUrl'>,
  staffId: number | null,
) {
  const options = await generateAuthenticationOptions({
    rpID: new URL(siteUrl).hostname,
    userVerification: 'required',
  })
  await note(db, options.challenge, staffId === null ? 'sign-in' : 'prove', staffId)
  return options
}

/** Whose passkey signed; null where it is none of ours, of a disabled account, or not what we asked for. */
export async function signedWith(
  db: Database,
  { siteUrl }: Pick<PasskeySite, 'siteUrl'>,
  { staffId, response }: { staffId: number | null; response: AuthenticationResponseJSON },
): Promise<number | null> {
  const key = await db
    .selectFrom('staff_passkey')
    .innerJoin('staff_member', 'staff_member.id', 'staff_passkey.staff_id')
    .select(['staff_passkey.id', 'staff_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', response.id)
    .where('staff_member.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!key || (staffId !== null && key.staff_id !== staffId)) return null
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: takes(db, staffId === null ? 'sign-in' : 'prove', staffId),
    expectedOrigin: new URL(siteUrl).origin,
    expectedRPID: new URL(siteUrl).hostname,
    credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: key.counter },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return null
  await db
    .updateTable('staff_passkey')
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: now })
    .where('id', '=', key.id)
    .execute()
  return key.staff_id
}
