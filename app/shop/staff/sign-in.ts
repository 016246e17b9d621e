import { type Database, together } from '#app/platform/database/database.ts'
import { countUse } from '#app/platform/rate-limit.ts'
import { staffByEmail } from './accounts.ts'
import { budgetFor, giveBackGuess, isKnownBrowser, takeGuess } from './guesses.ts'
import { isPassword } from './passwords.ts'
import { startSession } from './sessions.ts'
import { newToken, tokenHash } from './tokens.ts'

/** What one client may try, at whichever accounts. */
const perClient = { most: 60, minutes: 15 }

export type SignInAttempt = {
  email: string
  password: string
  /** Pseudonym of the client's address. */
  client: string | null
  /** Token of the cookie of a browser that was signed in with before. */
  device: string | null
  browser: string
}

export type SignedInNow = {
  ok: true
  staffId: number
  /** Token of the session. */
  token: string
  /** Token of the browser, for its next guesses; the same where it was known. */
  device: string
}
export type SignInRefusal =
  | { ok: false; reason: 'wrong' }
  | { ok: false; reason: 'too-many'; retryAfter: number }

/**
 * Signs in with a password. Whether there is no such account, none that may be used, or another password: it is one
 * answer after the same work. A guess beyond the limit is refused unread.
 */
export async function signIn(db: Database, attempt: SignInAttempt): Promise<SignedInNow | SignInRefusal> {
  const { email, password, client, device, browser } = attempt
  const account = await staffByEmail(db, email)
  const budget = await budgetFor(db, { email, staffId: account?.id ?? null, device })
  // Behind a proxy that says nothing, everybody is one client: strangers must not use up the owner's tries.
  const allowed = isKnownBrowser(budget)
    ? ({ ok: true } as const)
    : await countUse(db, [{ key: `sign-in:${client ?? 'unknown'}`, limit: perClient }])
  if (!allowed.ok) return { ...allowed, reason: 'too-many' }
  const taken = await takeGuess(db, budget)
  if (!taken.ok) return { ...taken, reason: 'too-many' }
  const stored = account
    ? await db
        .selectFrom('staff_member')
        .select('password_hash')
        .where('id', '=', account.id)
        .executeTakeFirst()
    : undefined
  const usable = account !== null && account.disabledAt === null
  const right = await isPassword(password, (usable && stored?.password_hash) || null)
  if (!right || !account) return { ok: false, reason: 'wrong' }
  await giveBackGuess(db, taken.guess)
  return admit(db, { staffId: account.id, device, browser })
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
