import { createHash, randomBytes } from 'node:crypto'
import { TOTP, Secret as TotpSecret } from 'otpauth'
import { type Database, together } from '#app/platform/database/database.ts'
import { bytea, int8, now, nullable, query, timestamptz } from '#app/platform/database/statement.ts'
import { type Secret, seal, unseal } from '#app/platform/secrets.ts'

export const totpPurpose = 'staff-totp'

/** Seconds of a code, and how many codes before and after the present one are taken. */
const period = 30
const drift = 1

/** Codes that are given out at once, for when the app is lost. */
const recoveryCodes = 10

const totpOf = (key: string, label: { issuer: string; account: string }) =>
  new TOTP({
    issuer: label.issuer,
    label: label.account,
    secret: TotpSecret.fromBase32(key),
    digits: 6,
    period,
  })

export type CodesState = { on: boolean; recoveryLeft: number }

/** Whether somebody signs in with codes as well, and how many recovery codes are left. */
export async function codesOf(db: Database, staffId: number): Promise<CodesState> {
  const [row] = await query(db, { confirmed_at: nullable(timestamptz), left: int8 })`
    select (select confirmed_at from staff_totp where staff_id = ${staffId}) as confirmed_at,
      (select count(*) from staff_recovery_code where staff_id = ${staffId} and used_at is null) as left
  `
  return { on: row?.confirmed_at != null, recoveryLeft: row?.left ?? 0 }
}

/** Begins with codes: what an app is told. Nothing is guarded by them until the first one was right. */
export async function beginCodes(
  db: Database,
  staffId: number,
  { secret, issuer, account }: { secret: Secret; issuer: string; account: string },
): Promise<{ ok: true; key: string; address: string } | { ok: false; reason: 'already-on' }> {
  const key = new TotpSecret({ size: 20 }).base32
  const sealed = seal(key, secret, totpPurpose)
  const row = await db
    .insertInto('staff_totp')
    .values({ staff_id: staffId, secret_sealed: sealed })
    .onConflict((conflict) =>
      conflict
        .column('staff_id')
        .doUpdateSet({ secret_sealed: sealed, begun_at: now, last_step: 0 })
        .where('staff_totp.confirmed_at', 'is', null),
    )
    .returning('staff_id')
    .executeTakeFirst()
  if (!row) return { ok: false, reason: 'already-on' }
  return { ok: true, key, address: totpOf(key, { issuer, account }).toString() }
}

/** The first code was right: from now on a code is asked for. Returns recovery codes, which are shown once. */
export async function confirmCodes(
  db: Database,
  staffId: number,
  { code, secret }: { code: string; secret: Secret },
): Promise<{ ok: true; recoveryCodes: string[] } | { ok: false; reason: 'wrong-code' | 'not-begun' }> {
  return together(db, async (transaction) => {
    const begun = await transaction
      .selectFrom('staff_totp')
      .select('staff_id')
      .where('staff_id', '=', staffId)
      .where('confirmed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!begun) return { ok: false, reason: 'not-begun' } as const
    if (!(await takeTotp(transaction, staffId, { code, secret, confirmed: false })))
      return { ok: false, reason: 'wrong-code' } as const
    await transaction
      .updateTable('staff_totp')
      .set({ confirmed_at: now })
      .where('staff_id', '=', staffId)
      .execute()
    return { ok: true, recoveryCodes: await newRecoveryCodes(transaction, staffId) } as const
  })
}

/** Other recovery codes; those before are worth nothing any more. */
export async function newRecoveryCodes(db: Database, staffId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
  await together(db, async (transaction) => {
    await transaction.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
    await transaction
      .insertInto('staff_recovery_code')
      .values(codes.map((code) => ({ staff_id: staffId, code_hash: recoveryHash(code) })))
      .execute()
  })
  return codes
}

/** No codes any more; the password is enough. */
export async function endCodes(db: Database, staffId: number): Promise<void> {
  await together(db, async (transaction) => {
    await transaction.deleteFrom('staff_totp').where('staff_id', '=', staffId).execute()
    await transaction.deleteFrom('staff_recovery_code').where('staff_id', '=', staffId).execute()
  })
}

/** Whether a code is right, of the app or to recover with; each counts once. */
export async function takeCode(
  db: Database,
  staffId: number,
  { code, secret }: { code: string; secret: Secret },
): Promise<boolean> {
  return (
    (await takeTotp(db, staffId, { code, secret, confirmed: true })) || takeRecoveryCode(db, staffId, code)
  )
}

async function takeTotp(
  db: Database,
  staffId: number,
  { code, secret, confirmed }: { code: string; secret: Secret; confirmed: boolean },
): Promise<boolean> {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const [row] = await query(db, { secret_sealed: bytea, at: timestamptz })`
    select secret_sealed, now() as at from staff_totp
    where staff_id = ${staffId} and (confirmed_at is not null) = ${confirmed}::bool
  `
  if (!row) return false
  const totp = totpOf(unseal(row.secret_sealed, secret, totpPurpose), { issuer: '', account: '' })
  const timestamp = row.at.getTime()
  const delta = totp.validate({ token, timestamp, window: drift })
  if (delta === null) return false
  const step = Math.floor(timestamp / 1000 / period) + delta
  const taken = await db
    .updateTable('staff_totp')
    .set({ last_step: step })
    .where('staff_id', '=', staffId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

async function takeRecoveryCode(db: Database, staffId: number, code: string): Promise<boolean> {
  const taken = await db
    .updateTable('staff_recovery_code')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', recoveryHash(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n
}

/** 32 letters and digits, without o and 0, l and 1. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Sixteen characters of 32 each, 80 bits: nobody guesses it, or finds it again from its hash. */
function newRecoveryCode(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}

const recoveryHash = (code: string) =>
  createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
    .digest()
