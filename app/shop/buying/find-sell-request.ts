import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { offerOf } from './offer-lines.ts'
import { type SellKind, type SellWay, sellDetailsSchema } from './sell-request-form.ts'
import { photosIn } from './sell-request-photos.ts'
import { possibleSellEvents, type SellEvent, type SellStatus } from './sell-request-status.ts'
import { type Which, whichIs } from './sell-request-steps.ts'
import type { Parcel, ParcelLabel, SellRequestView, StoredValuation } from './types.ts'

type Row = {
  id: number
  number: string
  token: string
  locale: 'de' | 'en'
  status: SellStatus
  submitted_at: Date
  kind: SellKind
  details: unknown
  valuation: StoredValuation | null
  way: SellWay
  branch_id: string | null
  name: string | null
  email: string | null
  phone: string | null
  address: { street: string; postalCode: string; city: string; country: string } | null
  folder: string | null
  lapses_at: Date | null
  here_since: Date | null
  label: ParcelLabel | null
  parcel_in: Parcel | null
  parcel_out: Parcel | null
  forgotten_at: Date | null
}

/** The request behind a seller's token, or `null`; whoever knows the token may see it. */
export async function findSellRequest(db: Database, token: string): Promise<SellRequestView | null> {
  return /^[\w-]{24,64}$/.test(token) ? readSellRequest(db, { token }) : null
}

/** A request by its id or number, for staff, mails and jobs. */
export async function readSellRequest(db: Database, which: Which): Promise<SellRequestView | null> {
  const { rows } = await sql<Row>`select * from sell_request where ${whichIs(which)}`.execute(db)
  const [row] = rows
  if (!row) return null
  const [offers, messages, appointment, history, photos, receipt] = await Promise.all([
    db.selectFrom('sell_offer').selectAll().where('request_id', '=', row.id).orderBy('id').execute(),
    db
      .selectFrom('sell_message')
      .select(['id', 'sender', 'text', 'at'])
      .where('request_id', '=', row.id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('appointment')
      .select(['branch_id as branchId', 'starts_at as startsAt', 'ends_at as endsAt'])
      .where('request_id', '=', row.id)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('sell_status_change')
      .select(['event', 'from_status', 'to_status', 'actor', 'at'])
      .where('request_id', '=', row.id)
      .orderBy('id')
      .execute(),
    row.folder === null ? [] : photosIn(db, row.folder),
    db
      .selectFrom('purchase')
      .select(['number', 'paid_at as paidAt', 'total_cents as totalCents', 'means'])
      .where('request_id', '=', row.id)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst(),
  ])
  const here = row.here_since !== null
  const seen = offers.map(offerOf)
  return {
    id: row.id,
    number: row.number,
    token: row.token,
    locale: row.locale,
    status: row.status,
    submittedAt: row.submitted_at,
    kind: row.kind,
    details: sellDetailsSchema.parse(row.details),
    valuation: row.valuation,
    way: row.way,
    branchId: row.branch_id,
    contact:
      row.name === null || row.email === null
        ? null
        : { name: row.name, email: row.email, phone: row.phone, address: row.address },
    photos,
    offer: seen.at(-1) ?? null,
    offers: seen,
    messages,
    appointment: appointment ?? null,
    label: row.label,
    parcelIn: row.parcel_in,
    parcelOut: row.parcel_out,
    here,
    lapsesAt: row.lapses_at,
    history: history.map(({ event, from_status, to_status, actor, at }) => ({
      event: event as SellEvent,
      from: from_status as SellStatus,
      to: to_status as SellStatus,
      by: actor === 'seller' || actor === 'shop' ? actor : 'staff',
      at,
    })),
    allowed: possibleSellEvents({ status: row.status, here }, 'seller'),
    receipt: receipt ?? null,
    forgottenAt: row.forgotten_at,
  }
}
