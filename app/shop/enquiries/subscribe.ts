import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { addressKeys } from '#app/platform/mail-budget.ts'
import type { Secret } from '#app/platform/secrets.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'

/** An address that has not confirmed is not asked again for so long; the mail says so. */
const notAgainWithin = '1 year'
/** So many alerts one address may have waiting for confirmation: more is somebody else's mischief. */
const maxPending = 5
/** And so many in all. */
const maxAlerts = 50

/**
 * - `nothing-chosen`: the whole department; that is a newsletter, not an alert
 * - `too-many`: this address already waits for too many
 */
export type AlertRefusal = 'nothing-chosen' | 'too-many'

/** Who asks, as far as it is known: `secret` is what addresses are counted and remembered under. */
export type AskedBy = { client?: string | null; secret?: Secret }

export type AlertSaved = { ok: true } | { ok: false; reason: AlertRefusal }

/** What somebody waits for: a listing by its English path (search alert), or one piece as it is now (price alert). */
type Subscription = {
  email: string
  locale: Locale
  path: string
  piece: { id: string; cents: number; waits: boolean } | null
  now: Date
}

/**
 * Remembers an alert; how often an address is asked to confirm is the same for listings and for pieces. Mails that follow are
 * written by `notifyAlerts` and `notifyPieceAlerts`.
 */
export async function subscribe(
  db: Database,
  { email, locale, path, piece, now }: Subscription,
  { client = null, secret = '' }: AskedBy,
): Promise<AlertSaved> {
  return db.transaction().execute(async (transaction) => {
    const own = await transaction
      .selectFrom('stock_alert')
      .select(['id', 'token', 'path', 'confirmed_at'])
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .where('left_at', 'is', null)
      .execute()
    const same = own.find((alert) => alert.path === path)
    const seen = piece && { seen_cents: piece.cents, waits: piece.waits }
    if (same?.confirmed_at) {
      // Whoever asks anew means the piece as it is now.
      if (seen) await transaction.updateTable('stock_alert').set(seen).where('id', '=', same.id).execute()
      return { ok: true } as const
    }
    const pending = own.filter((alert) => alert.confirmed_at === null).length
    if (!same && (pending >= maxPending || own.length >= maxAlerts))
      return { ok: false, reason: 'too-many' } as const
    const isFirst = await mayAsk(transaction, addressKeys(email, secret), now)
    // Nobody could ever confirm it: the mail that would have asked is not sent.
    if (!isFirst && pending === 0) return { ok: true } as const
    const alert = await transaction
      .insertInto('stock_alert')
      .values({
        token: randomBytes(24).toString('base64url'),
        email,
        locale,
        path,
        created_at: now,
        matched_until: now,
        ...(piece && { product_id: piece.id, ...seen }),
      })
      .onConflict((conflict) =>
        conflict
          .expression(sql`lower(email), path`)
          .where('left_at', 'is', null)
          .doUpdateSet({ locale, ...seen }),
      )
      .returning(['id', 'token'])
      .executeTakeFirstOrThrow()
    if (isFirst)
      await enqueueMails(transaction, [
        {
          reason: `alert:${alert.id}:confirm:${now.toISOString().slice(0, 13)}`,
          ...(piece
            ? { kind: 'alert-piece-confirm' as const, payload: { token: alert.token, piece: piece.id } }
            : { kind: 'alert-confirm' as const, payload: { token: alert.token, path } }),
          locale,
          recipient: email,
          care: 'stranger',
          client,
        },
      ])
    return { ok: true } as const
  })
}

/** Whether an address may be asked to confirm, and notes that it is. `keys`: under every secret there is. */
async function mayAsk(db: Database, keys: readonly string[], now: Date): Promise<boolean> {
  const [present = '', ...former] = keys
  const { numAffectedRows = 0n } = await sql`
    insert into alert_asked (address_key, asked_at) select ${present}, ${now}::timestamptz
    where not exists (select from alert_asked where address_key = any(${former}::text[])
      and asked_at > ${now}::timestamptz - ${notAgainWithin}::interval)
    on conflict (address_key) do update set asked_at = excluded.asked_at
      where alert_asked.asked_at <= ${now}::timestamptz - ${notAgainWithin}::interval
  `.execute(db)
  return numAffectedRows > 0n
}

/** Forgets that addresses were asked, once the promise not to ask again is over. Returns how many. */
export async function forgetAskedAddresses(db: Database, now: Date): Promise<number> {
  const done = await sql`
    delete from alert_asked where asked_at <= ${now}::timestamptz - ${notAgainWithin}::interval
  `.execute(db)
  return Number(done.numAffectedRows ?? 0)
}
