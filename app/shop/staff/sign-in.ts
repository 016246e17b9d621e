import { type Database, together } from '#app/platform/database/database.ts'
import { countUse } from '#app/platform/rate-limit.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { staffByEmail } from './accounts.ts'
import { asStaff } from './change-record.ts'
import { budgetFor, giveBackGuess, isKnownBrowser, knownBrowser, takeGuess } from './guesses.ts'
import { isPassword } from './passwords.ts'
import { codesOf, takeCode } from './second-factor.ts'
import { startSession } from './sessions.ts'
import { newToken, tokenHash } from './tokens.ts'

/** What one client may try, at whichever accounts. */
export const signInLimit = { most: 60, minutes: 15 }

/** What somebody gives to say who they are. */
export type Proof = {
  email: string
  password: string
  /** Of the app, or to recover with; null until it is asked for. */
  code: string | null
  /** Pseudonym of the client's address. */
  client: string | null
  /** Token of the cookie of a browser that was signed in with before. */
  device: string | null
  secret: Secret
}

export type ProofRefusal =
  | { ok: false; reason: 'wrong' | 'code-missing' | 'wrong-code' }
  | { ok: false; reason: 'too-many'; retryAfter: number }

/**
 * Whether a password, and the code where one is asked for, are somebody's. Whether there is no such account, none that
 * may be used, or another password: it is one answer after the same work. A guess beyond the limit is refused unread.
 */
export async function proveIdentity(
  db: Database,
  { email, password, code, client, device, secret }: Proof,
): Promise<{ ok: true; staffId: number } | ProofRefusal> {
  const account = await staffByEmail(db, email)
  const budget = await budgetFor(db, { email, staffId: account?.id ?? null, device })
  // Behind a proxy that says nothing, everybody is one client: strangers must not use up the owner's tries.
  const allowed = isKnownBrowser(budget)
    ? ({ ok: true } as const)
    : await countUse(db, [{ key: `sign-in:${client ?? 'unknown'}`, limit: signInLimit }])
  if (!allowed.ok) return { ...allowed, reason: 'too-many' }
  const taken = await takeGuess(db, budget)
  if (!taken.ok) return { ...taken, reason: 'too-many' }
  const stored = await db
    .selectFrom('staff_member')
    .select('password_hash')
    .where('id', '=', account?.id ?? 0)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  const right = await isPassword(password, stored?.password_hash ?? null)
  if (!right || !account) return { ok: false, reason: 'wrong' }
  const { on } = await codesOf(db, account.id)
  // A recovery code is used up by it, which is recorded: by whoever knew the password.
  const isCode = () =>
    asStaff(db, account, (transaction) => takeCode(transaction, account.id, { code: code ?? '', secret }))
  if (on && code !== null && !(await isCode())) return { ok: false, reason: 'wrong-code' }
  await giveBackGuess(db, taken.guess)
  return on && code === null ? { ok: false, reason: 'code-missing' } : { ok: true, staffId: account.id }
}

/**
 * Counts a try with a passkey, which names no account beforehand. A browser that was signed in with before has tries of its
 * own here too: strangers at the same address must not use up the owner's.
 */
export async function countPasskeyTry(
  db: Database,
  { client, device }: Pick<Proof, 'client' | 'device'>,
): Promise<{ ok: true } | { ok: false; reason: 'too-many'; retryAfter: number }> {
  const known = device === null ? null : await knownBrowser(db, device)
  const key = known === null ? `sign-in:${client ?? 'unknown'}` : `sign-in:device:${known}`
  const allowed = await countUse(db, [{ key, limit: signInLimit }])
  return allowed.ok ? allowed : { ...allowed, reason: 'too-many' }
}

export type SignedInNow = {
  ok: true
  staffId: number
  /** Token of the session. */
  token: string
  /** Token of the browser, for its next guesses; the same where it was known. */
  device: string
}

/** Signs in with a password, and a code where one is asked for. */
export async function signIn(
  db: Database,
  { browser, ...proof }: Proof & { browser: string },
): Promise<SignedInNow | ProofRefusal> {
  const proved = await proveIdentity(db, proof)
  return proved.ok ? admit(db, { staffId: proved.staffId, device: proof.device, browser }) : proved
}

/** Begins a session for somebody who has proved who they are, and knows their browser from now on. */
export async function admit(
  db: Database,
  { staffId, device, browser }: { staffId: number; device: string | null; browser: string },
): Promise<SignedInNow> {
  return together(db, async (transaction) => {
    const { token } = await startSession(transaction, { staffId, browser })
    const known =
      device !== null &&
      (await transaction
        .selectFrom('staff_device')
        .select('id')
        .where('token_hash', '=', tokenHash(device))
        .where('staff_id', '=', staffId)
        .executeTakeFirst())
    if (device !== null && known) return { ok: true, staffId, token, device } as const
    const made = newToken()
    await transaction
      .insertInto('staff_device')
      .values({ token_hash: tokenHash(made), staff_id: staffId })
      .execute()
    return { ok: true, staffId, token, device: made } as const
  })
}
