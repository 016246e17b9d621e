import { sql } from 'kysely'
import { email } from '#app/forms/fields.ts'
import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { type Lease, withLease } from '#app/platform/lease.ts'
import { addressKeys } from '#app/platform/mail-budget.ts'
import { listingsWithArrivals } from '#app/shop/catalogue/arrivals.ts'
import { changesSince } from '#app/shop/catalogue/catalogue-changes.ts'
import { type CatalogueInMemory, catalogueHoweverLong } from '#app/shop/catalogue/catalogue-in-memory.ts'
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
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { eraseMailsOfAlerts } from '#app/shop/mail-retention.ts'
import { type AlertSaved, type AskedBy, subscribe } from './subscribe.ts'

const day = 86_400_000
/** An alert that nobody confirmed in a week is forgotten. */
const confirmWithin = 7 * day
/** Pieces named in one mail; of more it tells the number. */
const piecesInMail = 12
const maxArrivals = 200
/** A process that dies while it compares gives way to another after so long. */
const leaseSeconds = 120
/** Lines of changes stay for a day: after a longer pause, everything is compared. */
const linesStay = day - 3_600_000
/** Of more changed pieces all are compared. */
const mostChanged = 5_000
/** A piece may be reserved at once and set free days later: so long it still counts as new. */
const overlap = 7 * day

/** What stands in the form of an alert. */
export const alertFields = { email: email(320, 'no-email') }

/**
 * Remembers an alert and sends a mail to confirm it; until then nothing else is sent. An address that has not answered is
 * not asked again, however it is written, for as long as the mail promises: what it asks for meanwhile is confirmed along
 * with the first. Asking again for what is confirmed already answers just the same, so that nobody learns who waits
 * for what.
 */
export async function subscribeAlert(
  db: Database,
  asked: { email: string; locale: Locale; filters: ListingFilters; now: Date },
  by: AskedBy = {},
): Promise<AlertSaved> {
  // availability says nothing about what is yet to come
  const { availability: _, ...facets } = asked.filters.facets
  const filters = normaliseFilters({ ...asked.filters, facets })
  if (isUnfiltered(filters) || !withinBounds(filters)) return { ok: false, reason: 'nothing-chosen' }
  return subscribe(db, { ...asked, path: listingPath('en', filters), piece: null }, by)
}

/** What a link from a mail was about. */
export type AlertOfLink = { filters: ListingFilters | null; locale: Locale }
type LinkAnswer = ({ ok: true } & AlertOfLink) | { ok: false; reason: 'unknown' }

/**
 * Confirms an alert, and with it all others of the same address: it was asked once for all. `unknown`: no such
 * link, left, or older than a week. Confirming twice is once.
 */
export async function confirmAlert(
  db: Database,
  token: string,
  now: Date,
  { secret = '' }: AskedBy = {},
): Promise<LinkAnswer> {
  if (!isAlertToken(token)) return { ok: false, reason: 'unknown' }
  const alert = await db.transaction().execute(async (transaction) => {
    const confirmed = await transaction
      .updateTable('stock_alert')
      .set((eb) => ({ confirmed_at: eb.fn.coalesce('confirmed_at', eb.val(now)) }))
      .where('token', '=', token)
      .where('left_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('confirmed_at', 'is not', null),
          eb('created_at', '>', new Date(now.getTime() - confirmWithin)),
        ]),
      )
      .returning(['path', 'locale', 'email'])
      .executeTakeFirst()
    if (!confirmed?.email) return confirmed
    await transaction
      .updateTable('stock_alert')
      .set({ confirmed_at: now })
      .where(sql`lower(email)`, '=', confirmed.email.toLowerCase())
      .where('confirmed_at', 'is', null)
      .where('left_at', 'is', null)
      .execute()
    await transaction
      .deleteFrom('alert_asked')
      .where('address_key', 'in', addressKeys(confirmed.email, secret))
      .execute()
    return confirmed
  })
  return answerOf(db, alert)
}

/** `expired`: nobody confirmed it within a week. `unknown`: no such link, or the alert was ended. */
export type AlertState = 'pending' | 'confirmed' | 'expired' | 'unknown'

/** What has become of the alert behind a link; looking changes nothing. */
export async function alertState(db: Database, token: string, now: Date): Promise<AlertState> {
  if (!isAlertToken(token)) return 'unknown'
  const alert = await db
    .selectFrom('stock_alert')
    .select(['confirmed_at', 'created_at'])
    .where('token', '=', token)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  if (!alert) return 'unknown'
  if (alert.confirmed_at !== null) return 'confirmed'
  return now.getTime() - alert.created_at.getTime() < confirmWithin ? 'pending' : 'expired'
}

/** Ends an alert and forgets the address, in the mails about it too. A second click answers like the first. */
export async function leaveAlert(db: Database, token: string, now: Date): Promise<LinkAnswer> {
  if (!isAlertToken(token)) return { ok: false, reason: 'unknown' }
  const alert = await db.transaction().execute(async (transaction) => {
    await eraseMailsOfAlerts(transaction, [token])
    return transaction
      .updateTable('stock_alert')
      .set((eb) => ({ email: null, left_at: eb.fn.coalesce('left_at', eb.val(now)) }))
      .where('token', '=', token)
      .returning(['path', 'locale'])
      .executeTakeFirst()
  })
  return answerOf(db, alert)
}

async function answerOf(
  db: Database,
  alert: { path: string; locale: Locale } | undefined,
): Promise<LinkAnswer> {
  if (!alert) return { ok: false, reason: 'unknown' }
  return { ok: true, locale: alert.locale, filters: filtersOfAlert(alert.path, await listingVocabulary(db)) }
}

/**
 * Compares pieces that changed since it was last done with every confirmed alert, and alerts that are new with all
 * that was listed since they were asked for; writes a mail for every alert that finds some. The job `alerts` of
 * server/jobs.ts calls it in every process: one does it at a time, and a piece is told of once whoever does. There is no limit
 * a day: an alert has one mail a run, however many pieces it finds, and `mail-budget.ts` holds back strangers' mails alone.
 * @returns how many mails were written
 */
export async function notifyAlerts(db: Database, now: Date): Promise<number> {
  const mails = await withLease(db, 'alerts', { seconds: leaseSeconds }, (lease) => compare(db, now, lease))
  return mails ?? 0
}

/** Alerts, and the pieces that changed since they were last compared; null: any may have. */
type Comparison = {
  alerts: {
    id: number
    token: string
    email: string | null
    locale: Locale
    path: string
    matched_until: Date
    compared: boolean
  }[]
  changed: ReadonlySet<string> | null
}

async function compare(db: Database, now: Date, lease: Lease): Promise<number> {
  const changes = await changesSince(db, lease.seen?.snapshot ?? '1:1:', mostChanged)
  const known = lease.seen !== null && changes.clock.getTime() - lease.seen.at.getTime() < linesStay
  const everything = !known || changes.many || changes.vocabulary
  const changed = everything ? null : new Set(changes.pieces)
  const catalogue = await catalogueHoweverLong(db)
  const alerts = await db
    .selectFrom('stock_alert')
    .select(['id', 'token', 'email', 'locale', 'path', 'matched_until', 'compared'])
    .where('confirmed_at', 'is not', null)
    .where('left_at', 'is', null)
    .where('product_id', 'is', null)
    .$if(changed?.size === 0, (asked) => asked.where('compared', '=', false))
    .orderBy('id')
    .execute()
  const mails = await tell(db, now, { alerts, changed, catalogue, lease })
  if (mails === null) return 0
  // What is still being read behind the readers has not been compared yet.
  if (!catalogue.complete) return mails
  await markCompared(db, now, alerts)
  lease.note(changes.snapshot)
  return mails
}

/** Writes the mails; null when another process has taken over. */
async function tell(
  db: Database,
  now: Date,
  { alerts, changed, catalogue, lease }: Comparison & { catalogue: CatalogueInMemory; lease: Lease },
): Promise<number | null> {
  const asked = alerts.flatMap((alert) => {
    const filters = filtersOfAlert(alert.path, catalogue.vocabulary)
    return filters && alert.email
      ? [{ ...alert, email: alert.email, filters, since: alert.matched_until }]
      : []
  })
  const found = await listingsWithArrivals(catalogue, asked, maxArrivals)
  const arrivals = found.flatMap(({ alert, ids }) => {
    const news = alert.compared && changed ? ids.filter((id) => changed.has(id)) : ids
    return news.length > 0 ? [{ alert, ids: news }] : []
  })
  const known = await alreadyTold(
    db,
    arrivals.map(({ alert }) => alert.id),
  )
  let mails = 0
  for (const { alert, ids: all } of arrivals) {
    const ids = all.filter((id) => !known.has(`${alert.id} ${id}`))
    if (ids.length === 0) continue
    if (!(await lease.renew())) return null
    const told = await db.transaction().execute(async (transaction) => {
      const fresh = await transaction
        .insertInto('stock_alert_match')
        .values(ids.map((product_id) => ({ alert_id: alert.id, product_id, at: now })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('product_id')
        .execute()
      // left a moment ago: nothing more is sent
      const still = await transaction
        .selectFrom('stock_alert')
        .select('id')
        .where('id', '=', alert.id)
        .where('left_at', 'is', null)
        .forShare()
        .executeTakeFirst()
      const [first] = fresh
      if (!first || !still) return 0
      await enqueueMails(transaction, [
        {
          reason: `alert:${alert.id}:arrivals:${first.product_id}`,
          kind: 'alert-arrivals',
          locale: alert.locale,
          recipient: alert.email,
          payload: {
            token: alert.token,
            path: alert.path,
            pieces: fresh.slice(0, piecesInMail).map(({ product_id }) => product_id),
            total: fresh.length,
          },
        },
      ])
      return 1
    })
    mails += told
  }
  return mails
}

/** From now on these alerts are compared with what changes; and what is long past is not looked at again. */
async function markCompared(db: Database, now: Date, alerts: Comparison['alerts']): Promise<void> {
  const fresh = alerts.filter(({ compared }) => !compared).map(({ id }) => id)
  if (fresh.length > 0)
    await db.updateTable('stock_alert').set({ compared: true }).where('id', 'in', fresh).execute()
  const lookedAt = new Date(now.getTime() - overlap)
  await db
    .updateTable('stock_alert')
    .set({ matched_until: lookedAt })
    .where('confirmed_at', 'is not', null)
    .where('left_at', 'is', null)
    .where('matched_until', '<', new Date(lookedAt.getTime() - day))
    .execute()
}

async function alreadyTold(db: Database, alerts: readonly number[]): Promise<Set<string>> {
  if (alerts.length === 0) return new Set()
  const rows = await db
    .selectFrom('stock_alert_match')
    .select(['alert_id', 'product_id'])
    .where(({ eb, fn }) => eb('alert_id', '=', fn.any(sql.val(alerts))))
    .execute()
  return new Set(rows.map((row) => `${row.alert_id} ${row.product_id}`))
}

/** Forgets what nobody confirmed in time. Returns how many. */
export async function forgetUnconfirmedAlerts(db: Database, now: Date): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const gone = await transaction
      .deleteFrom('stock_alert')
      .where('confirmed_at', 'is', null)
      .where('created_at', '<', new Date(now.getTime() - confirmWithin))
      .returning('token')
      .execute()
    await eraseMailsOfAlerts(
      transaction,
      gone.map(({ token }) => token),
    )
    return gone.length
  })
}

function isAlertToken(text: string): boolean {
  return /^[\w-]{32}$/.test(text)
}

/** What an alert looks for; null when it names a maker, model or value that is no longer known. */
export function filtersOfAlert(path: string, vocabulary: ListingVocabulary): ListingFilters | null {
  const [, , word = '', ...segments] = path.split('/')
  const department = departments.find((each) => each === word)
  if (!department) return null
  const parsed = parseListingPath(
    { locale: 'en', department, segments: segments.map(decodeURIComponent) },
    vocabulary,
  )
  return parsed.kind === 'unknown' ? null : parsed.filters
}
