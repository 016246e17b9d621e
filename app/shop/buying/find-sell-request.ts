import { sql } from 'kysely'
import { locales } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  int8,
  json,
  nullable,
  oneOf,
  query,
  text,
  timestamptz,
  uuid,
} from '#app/platform/database/statement.ts'
import { offerOf } from './offer-lines.ts'
import { sellKinds, sellWays } from './sell-request-fields.ts'
import { sellDetailsSchema } from './sell-request-form.ts'
import { photosIn } from './sell-request-photos.ts'
import { possibleSellEvents, type SellEvent, type SellStatus, sellStatuses } from './sell-request-status.ts'
import { type RequestKey, whichIs } from './sell-request-steps.ts'
import { parcel, parcelLabel, sellerAddress, storedValuation } from './stored-json.ts'
import type { SellRequestView } from './types.ts'

const columns = {
  id: int8,
  number: text,
  token: text,
  locale: oneOf(locales),
  status: oneOf(sellStatuses),
  submitted_at: timestamptz,
  kind: oneOf(sellKinds),
  details: json(sellDetailsSchema),
  valuation: nullable(json(storedValuation)),
  way: oneOf(sellWays),
  branch_id: nullable(text),
  name: nullable(text),
  email: nullable(text),
  phone: nullable(text),
  address: nullable(json(sellerAddress)),
  folder: nullable(uuid),
  lapses_at: nullable(timestamptz),
  here_since: nullable(timestamptz),
  label: nullable(json(parcelLabel)),
  parcel_in: nullable(json(parcel)),
  parcel_out: nullable(json(parcel)),
  forgotten_at: nullable(timestamptz),
}

/** The request behind a seller's token, or `null`; whoever knows the token may see it. */
export async function findSellRequest(db: Database, token: string): Promise<SellRequestView | null> {
  return /^[\w-]{24,64}$/.test(token) ? readSellRequest(db, { token }) : null
}

/** A request by its id or number, for staff, mails and jobs. */
export async function readSellRequest(db: Database, which: RequestKey): Promise<SellRequestView | null> {
  const [row] = await query(db, columns)`
    select ${sql.join(Object.keys(columns).map((name) => sql.ref(name)))} from sell_request where ${whichIs(which)}`
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
