import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { listingsWithArrivals } from '#app/shop/catalogue/arrivals.ts'
import { listingVocabulary } from '#app/shop/catalogue/listing.ts'
import {
  isUnfiltered,
  type ListingFilters,
  normaliseFilters,
  withinBounds,
} from '#app/shop/catalogue/listing-filters.ts'
import { listingPath, parseListingPath } from '#app/shop/catalogue/listing-path.ts'
import { departments } from '#app/shop/catalogue/types.ts'
import type { ListingVocabulary } from '#app/shop/catalogue/vocabulary.ts'

const day = 86_400_000
/** An alert that nobody confirmed in a week is forgotten. */
const patience = 7 * day
/** So many alerts one address may have waiting for confirmation: more is somebody else's mischief. */
const mostPending = 5
/** And so many in all. */
const mostAlerts = 50
/** Pieces named in one mail; of more it tells the number. */
const piecesInMail = 12
const mostArrivals = 200
/** A piece may be reserved at once and set free days later: so long it still counts as new. */
const overlap = 7 * day

/** Kinds of mail this writes, with what their templates need. */
export type AlertMails = {
  'alert-confirm': { token: string; path: string }
  'alert-arrivals': { token: string; path: string; pieces: string[]; total: number }
}

/**
 * - `invalid-email`: no address that mail can go to
 * - `nothing-chosen`: the whole department; that is a newsletter, not an alert
 * - `too-many`: this address already waits for too many
 */
export type AlertRefusal = 'invalid-email' | 'nothing-chosen' | 'too-many'

/**
 * Remembers a wish and sends a mail to confirm it; until then nothing else is sent. Asking again for what is
 * confirmed already answers just the same, so that nobody learns who waits for what.
 */
export async function subscribeAlert(
  db: Database,
  asked: { email: string; locale: Locale; filters: ListingFilters; now: Date },
): Promise<{ ok: true } | { ok: false; reason: AlertRefusal }> {
  const email = z.email().max(320).safeParse(asked.email.trim())
  if (!email.success) return { ok: false, reason: 'invalid-email' }
  // availability says nothing about what is yet to come
  const { availability: _, ...facets } = asked.filters.facets
  const filters = normaliseFilters({ ...asked.filters, facets })
  if (isUnfiltered(filters) || !withinBounds(filters)) return { ok: false, reason: 'nothing-chosen' }
  const path = listingPath('en', filters)
  return db.transaction().execute(async (transaction) => {
    const own = await transaction
      .selectFrom('stock_alert')
      .select(['id', 'token', 'path', 'confirmed_at'])
      .where(sql`lower(email)`, '=', email.data.toLowerCase())
      .where('left_at', 'is', null)
      .execute()
    const same = own.find((alert) => alert.path === path)
    if (same?.confirmed_at) return { ok: true } as const
    const pending = own.filter((alert) => alert.confirmed_at === null).length
    if (!same && (pending >= mostPending || own.length >= mostAlerts))
      return { ok: false, reason: 'too-many' } as const
    const alert = await transaction
      .insertInto('stock_alert')
      .values({
        token: randomBytes(24).toString('base64url'),
        email: email.data,
        locale: asked.locale,
        path,
        created_at: asked.now,
        matched_until: asked.now,
      })
      .onConflict((conflict) =>
        conflict
          .expression(sql`lower(email), path`)
          .where('left_at', 'is', null)
          .doUpdateSet({ locale: asked.locale, created_at: asked.now }),
      )
      .returning(['id', 'token'])
      .executeTakeFirstOrThrow()
    // at most one mail an hour for the same wish
    await queueMail(transaction, 'alert-confirm', {
      reason: `alert:${alert.id}:confirm:${asked.now.toISOString().slice(0, 13)}`,
      recipient: email.data,
      locale: asked.locale,
      payload: { token: alert.token, path },
    })
    return { ok: true } as const
  })
}

/** What a link from a mail was about. */
export type AlertOfLink = { filters: ListingFilters | null; locale: Locale }

/** Confirms a wish. `unknown`: no such link, left, or older than a week. Confirming twice is once. */
export async function confirmAlert(
  db: Database,
  token: string,
  now: Date,
): Promise<({ ok: true } & AlertOfLink) | { ok: false; reason: 'unknown' }> {
  if (!isToken(token)) return { ok: false, reason: 'unknown' }
  const alert = await db
    .updateTable('stock_alert')
    .set((eb) => ({
      confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(now)),
    }))
    .where('token', '=', token)
    .where('left_at', 'is', null)
    .where((eb) =>
      eb.or([eb('confirmed_at', 'is not', null), eb('created_at', '>', new Date(now.getTime() - patience))]),
    )
    .returning(['path', 'locale'])
    .executeTakeFirst()
  if (!alert) return { ok: false, reason: 'unknown' }
  return { ok: true, locale: alert.locale, filters: filtersOf(alert.path, await listingVocabulary(db)) }
}

/** Ends a wish and forgets the address. A second click answers like the first. */
export async function leaveAlert(
  db: Database,
  token: string,
  now: Date,
): Promise<({ ok: true } & AlertOfLink) | { ok: false; reason: 'unknown' }> {
  if (!isToken(token)) return { ok: false, reason: 'unknown' }
  const alert = await db
    .updateTable('stock_alert')
    .set((eb) => ({ email: null, left_at: eb.fn.coalesce('left_at', eb.val(now)) }))
    .where('token', '=', token)
    .returning(['path', 'locale'])
    .executeTakeFirst()
  if (!alert) return { ok: false, reason: 'unknown' }
  return { ok: true, locale: alert.locale, filters: filtersOf(alert.path, await listingVocabulary(db)) }
}

/**
 * Looks for pieces that were listed since each confirmed alert was last looked at, and writes a mail for every
 * alert that has some. To be called every minute or when pieces were listed; several processes may do so at once.
 * @returns how many mails were written
 */
export async function notifyAlerts(db: Database, now: Date): Promise<number> {
  const alerts = await db
    .selectFrom('stock_alert')
    .select(['id', 'token', 'email', 'locale', 'path', 'matched_until'])
    .where('confirmed_at', 'is not', null)
    .where('left_at', 'is', null)
    .orderBy('id')
    .execute()
  if (alerts.length === 0) return 0
  const vocabulary = await listingVocabulary(db)
  const wishes = alerts.flatMap((alert) => {
    const filters = filtersOf(alert.path, vocabulary)
    return filters && alert.email
      ? [{ ...alert, email: alert.email, filters, since: alert.matched_until }]
      : []
  })
  const arrivals = await listingsWithArrivals(db, wishes, mostArrivals)
  const known = await alreadyTold(
    db,
    arrivals.map(({ wish }) => wish.id),
  )
  let mails = 0
  for (const { wish, ids: all } of arrivals) {
    const ids = all.filter((id) => !known.has(`${wish.id} ${id}`))
    if (ids.length === 0) continue
    const told = await db.transaction().execute(async (transaction) => {
      const fresh = await transaction
        .insertInto('stock_alert_match')
        .values(ids.map((product_id) => ({ alert_id: wish.id, product_id, at: now })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('product_id')
        .execute()
      // left a moment ago: nothing more is sent
      const alert = await transaction
        .selectFrom('stock_alert')
        .select('id')
        .where('id', '=', wish.id)
        .where('left_at', 'is', null)
        .forShare()
        .executeTakeFirst()
      const [first] = fresh
      if (!first || !alert) return 0
      await queueMail(transaction, 'alert-arrivals', {
        reason: `alert:${wish.id}:arrivals:${first.product_id}`,
        recipient: wish.email,
        locale: wish.locale,
        payload: {
          token: wish.token,
          path: wish.path,
          pieces: fresh.slice(0, piecesInMail).map(({ product_id }) => product_id),
          total: fresh.length,
        },
      })
      return 1
    })
    mails += told
  }
  const lookedAt = new Date(now.getTime() - overlap)
  await db
    .updateTable('stock_alert')
    .set({ matched_until: lookedAt })
    .where('confirmed_at', 'is not', null)
    .where('left_at', 'is', null)
    .where('matched_until', '<', new Date(lookedAt.getTime() - day))
    .execute()
  return mails
}

async function alreadyTold(db: Database, alerts: readonly number[]): Promise<Set<string>> {
  if (alerts.length === 0) return new Set()
  const rows = await db
    .selectFrom('stock_alert_match')
    .select(['alert_id', 'product_id'])
    .where(sql<boolean>`alert_id = any(${alerts})`)
    .execute()
  return new Set(rows.map((row) => `${row.alert_id} ${row.product_id}`))
}

/** Forgets what nobody confirmed in time. Returns how many. */
export async function forgetUnconfirmedAlerts(db: Database, now: Date): Promise<number> {
  const done = await db
    .deleteFrom('stock_alert')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - patience))
    .executeTakeFirst()
  return Number(done.numDeletedRows)
}

function isToken(text: string): boolean {
  return /^[\w-]{32}$/.test(text)
}

function filtersOf(path: string, vocabulary: ListingVocabulary): ListingFilters | null {
  const [, , word = '', ...segments] = path.split('/')
  const department = departments.find((each) => each === word)
  if (!department) return null
  const parsed = parseListingPath(
    { locale: 'en', department, segments: segments.map(decodeURIComponent) },
    vocabulary,
  )
  return parsed.kind === 'unknown' ? null : parsed.filters
}

async function queueMail<Kind extends keyof AlertMails>(
  db: Database,
  kind: Kind,
  mail: { reason: string; recipient: string; locale: Locale; payload: AlertMails[Kind] },
) {
  await db
    .insertInto('mail_outbox')
    .values({ ...mail, kind, payload: JSON.stringify(mail.payload) })
    .onConflict((conflict) => conflict.column('reason').doNothing())
    .execute()
}
