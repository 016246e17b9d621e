import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { int4, nullable, query, timestamptz, value } from '#app/platform/database/statement.ts'
import { tokenHash } from './tokens.ts'

/** How many guesses are looked at in which stretch, as of passwords at sign-in; further ones are refused unread. */
export const guessLimit = { most: 10, minutes: 15 } as const

/** Whose guesses count together. */
export type GuessBudget = string

/**
 * The budget of whoever signs in with an address: a browser that has done so before has its own, so that strangers who
 * guess never keep anybody out. `device` is the token of its cookie.
 */
export async function budgetFor(
  db: Database,
  { email, staffId, device }: { email: string; staffId: number | null; device: string | null },
): Promise<GuessBudget> {
  const address = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
  if (device === null) return `address:${address}`
  const known = await db
    .selectFrom('staff_device')
    .select('id')
    .where('token_hash', '=', tokenHash(device))
    .where('staff_id', '=', staffId ?? 0)
    .executeTakeFirst()
  return known ? `device:${known.id}` : `address:${address}`
}

/** The number of a browser that somebody, whoever it was, has signed in with before; null: none has. */
export async function knownBrowser(db: Database, device: string): Promise<number | null> {
  const known = await db
    .selectFrom('staff_device')
    .select('id')
    .where('token_hash', '=', tokenHash(device))
    .executeTakeFirst()
  return known?.id ?? null
}

/** Whether a budget is that of a browser that was signed in with before. */
export const isKnownBrowser = (budget: GuessBudget) => budget.startsWith('device:')

/**
 * Takes one of the guesses before it is looked at. `retryAfter`: seconds until there is one again. Give it back
 * (`giveBackGuess`) when it was right.
 */
export async function takeGuess(
  db: Database,
  budget: GuessBudget,
): Promise<{ ok: true; guess: number } | { ok: false; retryAfter: number }> {
  // Most of an attack ends here: nobody waits in a row to be refused.
  const refusal = await refusalOf(db, budget)
  if (refusal) return refusal
  return together(db, async (transaction) => {
    // One after the other, so that many at once are not more than the limit.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`staff-guess:${budget}`}, 0))`.execute(
      transaction,
    )
    const late = await refusalOf(transaction, budget)
    if (late) return late
    const { id } = await transaction
      .insertInto('staff_guess')
      .values({ account: budget, at: value(timestamptz)`clock_timestamp()` })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ok: true, guess: id } as const
  })
}

async function refusalOf(db: Database, budget: GuessBudget) {
  const [row] = await query(db, { made: int4, wait: nullable(int4) })`
    select count(*)::int as made,
      ceil(extract(epoch from min(at) + make_interval(mins => ${guessLimit.minutes}::int) - clock_timestamp()))::int as wait
    from staff_guess
    where account = ${budget} and at > clock_timestamp() - make_interval(mins => ${guessLimit.minutes}::int)
  `
  if (!row || row.made < guessLimit.most) return null
  return { ok: false, retryAfter: Math.max(1, row.wait ?? 1) } as const
}

/** A guess that was right was none. */
export async function giveBackGuess(db: Database, guess: number): Promise<void> {
  await db.deleteFrom('staff_guess').where('id', '=', guess).execute()
}

/** Forgets guesses that count no more, and challenges that are over. Returns how many guesses. */
export async function forgetGuesses(db: Database): Promise<number> {
  await sql`delete from staff_challenge where expires_at < now()`.execute(db)
  const done = await sql`delete from staff_guess where at < now() - interval '1 day'`.execute(db)
  return Number(done.numAffectedRows ?? 0)
}
