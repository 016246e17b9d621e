import { snakeCase } from 'es-toolkit'
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
  value,
} from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { parcelLabel } from '#app/shop/parcel-label.ts'
import { readHistoryNote } from './history-note.ts'
import { offerOf } from './offer-lines.ts'
import { sellKinds, sellWays } from './sell-request-fields.ts'
import { sellDetailsSchema } from './sell-request-form.ts'
import { photosIn } from './sell-request-photos.ts'
import { possibleSellEvents, type SellEvent, type SellStatus, sellStatuses } from './sell-request-status.ts'
import { changeEvents, type RequestKey, whichIs } from './sell-request-steps.ts'
import { parcel, sellerAddress, storedValuation } from './stored-json.ts'
import type { SellRequestView } from './types.ts'

const columns = {
  id: int8,
  number: text,
  token: text,
  locale: oneOf(locales),
  status: oneOf(sellStatuses),
  submittedAt: timestamptz,
  kind: oneOf(sellKinds),
  details: json(sellDetailsSchema),
  valuation: nullable(json(storedValuation)),
  way: oneOf(sellWays),
  branchId: nullable(text),
  name: nullable(text),
  email: nullable(text),
  phone: nullable(text),
  address: nullable(json(sellerAddress)),
  folder: nullable(uuid),
  lapsesAt: nullable(timestamptz),
  hereSince: nullable(timestamptz),
  label: nullable(json(parcelLabel)),
  parcelIn: nullable(json(parcel)),
  parcelOut: nullable(json(parcel)),
  forgottenAt: nullable(timestamptz),
  /** By whom at the counter; null: the seller sent it. */
  enteredBy: nullable(text),
  tradeFor: nullable(text),
}

/** The request behind a seller's token, or `null`; whoever knows the token may see it. */
export async function findSellRequest(db: Database, token: string): Promise<SellRequestView | null> {
  return /^[\w-]{24,64}$/.test(token) ? readSellRequest(db, { token }) : null
}

/** A request by its id or number, for staff, mails and jobs. */
export async function readSellRequest(db: Database, which: RequestKey) {
  const [row] = await query(db, columns)`
    select ${sql.join(Object.keys(columns).map((name) => sql`${sql.ref(snakeCase(name))} as ${sql.ref(name)}`))}
    from sell_request where ${whichIs(which)}`
  if (!row) return null
  const { name, email, phone, address, folder, hereSince, tradeFor, ...request } = row
  const [offers, messages, appointment, history, photos, receipt, toSign, wanted] = await Promise.all([
    db.selectFrom('sell_offer').selectAll().where('request_id', '=', row.id).orderBy('id').execute(),
    db
      .selectFrom('sell_message')
      .select(['id', 'sender', 'text', 'at', 'offer_id as offer', 'amount_cents as amountCents'])
      .where('request_id', '=', row.id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('appointment')
      .select(['id', 'branch_id as branchId', 'starts_at as startsAt', 'ends_at as endsAt'])
      .where('request_id', '=', row.id)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('sell_status_change')
      .select(['event', 'from_status', 'to_status', 'actor', 'at'])
      .where('request_id', '=', row.id)
      .where('event', 'not in', changeEvents)
      .orderBy('id')
      .execute(),
    folder === null ? [] : photosIn(db, folder),
    db
      .selectFrom('purchase')
      .select(['number', 'paid_at as paidAt', 'total_cents as totalCents', 'means'])
      .select(value(timestamptz)`coalesce((content ->> 'issuedAt')::timestamptz, paid_at)`.as('issuedAt'))
      .where('request_id', '=', row.id)
      .where('cancelled_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('purchase_receipt')
      .select(['number', 'made_at as issuedAt', 'total_cents as totalCents'])
      .where('request_id', '=', row.id)
      .where('paid_at', 'is', null)
      .where('ended_at', 'is', null)
      .executeTakeFirst(),
    tradeFor === null ? null : wantedPiece(db, tradeFor),
  ])
  const here = hereSince !== null
  const seen = offers.map(offerOf)
  return {
    ...request,
    details: sellDetailsSchema.parse(row.details),
    /** Null once forgotten; who came to the counter may have no address for mail. */
    contact: name === null ? null : { name, email, phone, address },
    photos,
    offer: seen.at(-1) ?? null,
    offers: seen,
    messages,
    appointment: appointment ?? null,
    here,
    history: history.map(({ event, from_status, to_status, actor, at }) => ({
      event: event as SellEvent,
      from: from_status as SellStatus,
      to: to_status as SellStatus,
      by: actor === 'seller' || actor === 'shop' ? actor : 'staff',
      at,
    })),
    allowed: possibleSellEvents({ status: row.status, here }, 'seller'),
    receipt: receipt ?? null,
    /** The receipt that is printed to be signed, and not paid yet. */
    toSign: toSign ?? null,
    /** The piece of ours that the seller would take for it. */
    tradeFor: wanted,
  }
}

async function wantedPiece(db: Database, id: string) {
  const [piece] = await query(db, { id: text, brand: nullable(text), name: json(bilingual) })`
    select p.id, b.name as brand, p.name from product p left join brand b on b.id = p.brand_id where p.id = ${id}`
  return piece ?? null
}

/**
 * Every step of a request with who took it and what was noted (`noted`: what that means), for staff alone: the seller is not told names. Why it was
 * held is in the restricted record alone (`compliance.ts`).
 */
export async function sellHistory(db: Database, requestId: number) {
  const rows = await db
    .selectFrom('sell_status_change')
    .select(['event', 'from_status as from', 'to_status as to', 'actor as by', 'note', 'at'])
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const shown = row.event === 'hold' || row.from === 'compliance_hold' ? { ...row, note: null } : row
    return { ...shown, noted: readHistoryNote(shown) }
  })
}
