import type { Database } from '#app/platform/database/database.ts'
import {
  float8,
  int4,
  int8,
  json,
  nullable,
  query,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import type { Settings } from '../settings/settings.ts'
import { readSellRequest } from './find-sell-request.ts'
import type { CurrentPrices } from './metal-price.ts'
import { findOfferDraft } from './offer-draft.ts'
import { endOfOffer, reckonDraft } from './reckon-draft.ts'
import { basisOf } from './sell-request.ts'
import { possibleSellEvents } from './sell-request-status.ts'
import { deadlineIn, type RequestKey, whichIs } from './sell-request-steps.ts'
import { keptInspectionSchema } from './staff-steps.ts'
import type { SellRequestView } from './types.ts'

/** The step at which a request is, locked for the rest of the transaction: what was seen of it is compared with that. */
export async function lockedStep(db: Database, which: RequestKey) {
  const [row] = await query(db, { id: int8, step: int4 })`
    select id, step from sell_request where ${whichIs(which)} for no key update`
  return row ?? null
}

const more = {
  step: int4,
  hereSince: nullable(timestamptz),
  inspection: nullable(json(keptInspectionSchema)),
  /** Purchases from whoever writes under the same address, besides what this request became. */
  purchases: int4,
  purchasedCents: float8,
  /** Requests of the same address besides this one. */
  requests: int4,
}

/** What staff know of a request besides what its seller sees. Null where there is none. */
export async function staffFactsOf(db: Database, requestId: number) {
  const [row] = await query(db, more)`
    select r.step, r.here_since as "hereSince", r.inspection, past.purchases, past.cents as "purchasedCents",
      (select count(*)::int from sell_request o where o.id <> r.id and r.email is not null and lower(o.email) = lower(r.email)) as requests
    from sell_request r,
      lateral (select count(p.id)::int as purchases, coalesce(sum(p.total_cents), 0)::float8 as cents
        from purchase p join sell_request o on o.id = p.request_id
        where p.cancelled_at is null and o.id <> r.id and r.email is not null and lower(o.email) = lower(r.email)) past
    where r.id = ${requestId}`
  return row ?? null
}

/** Serial numbers that were taken down, masked, by line of the inspection. */
export async function maskedSerials(db: Database, requestId: number) {
  return db
    .selectFrom('sell_serial')
    .select(['position', 'masked'])
    .where('request_id', '=', requestId)
    .orderBy('position')
    .execute()
}

const mail = {
  id: int8,
  kind: text,
  createdAt: timestamptz,
  sentAt: nullable(timestamptz),
  failed: nullable(text),
}

/** Mails about a request, oldest first. */
export async function mailsOfRequest(db: Database, requestId: number) {
  return query(db, mail)`
    select id, kind, created_at as "createdAt", sent_at as "sentAt",
      case when sent_at is null then last_error end as failed
    from mail_outbox where starts_with(reason, ${`sell:${requestId}:`}) order by id`
}

/**
 * A request as its seller will see it once the offer that is being written is sent: nothing is stored. Null where there is
 * no such request, no draft, or a line of it cannot be offered.
 */
export async function requestWithDraft(
  db: Database,
  number: string,
  { current, settings, now }: { current: CurrentPrices; settings: Pick<Settings, 'buying'>; now: Date },
): Promise<SellRequestView | null> {
  const request = await readSellRequest(db, { number })
  const draft = request && (await findOfferDraft(db, request.id))
  if (!request || !draft) return null
  const kind = request.here ? 'final' : 'estimate'
  const { lines, total, faults } = reckonDraft(draft.content, current)
  if (faults > 0) return null
  const { estimateDays, offerDays } = settings.buying
  const offer: NonNullable<SellRequestView['offer']> = {
    id: 0,
    kind,
    lines: lines.flatMap((each) => (each.ok ? [each.line] : [])),
    cents: total,
    basis: basisOf(current),
    note: draft.content.note.trim(),
    noteEn: draft.content.noteEn.trim(),
    madeAt: now,
    validUntil:
      endOfOffer(draft.content.until) ?? deadlineIn(now, kind === 'estimate' ? estimateDays : offerDays),
    answer: null,
    answeredAt: null,
  }
  const status = kind === 'estimate' ? 'estimated' : 'final_offer'
  return {
    ...request,
    // Whoever sees a preview is not the seller: it has neither their key nor what is fetched with it.
    token: '',
    photos: [],
    status,
    offer,
    offers: [...request.offers, offer],
    lapsesAt: offer.validUntil,
    allowed: possibleSellEvents({ status, here: request.here }, 'seller'),
  }
}
