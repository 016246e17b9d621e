import { sql } from 'kysely'
import { type Database, together } from '#app/platform/database/database.ts'
import { bool, int8, query } from '#app/platform/database/statement.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { readSellRequest } from './find-sell-request.ts'
import type { CurrentPrices } from './metal-price.ts'
import { dropOfferDraft } from './offer-draft.ts'
import { type OfferLineInput, parseOfferLines, totalOf } from './offer-lines.ts'
import { basisOf } from './sell-request.ts'
import type { SellStatus } from './sell-request-status.ts'
import {
  daysFrom,
  deadlineIn,
  type LockedRequest,
  lockRequest,
  mayTake,
  type RequestKey,
  takeSellStep,
  writeToSeller,
  writeToStaff,
} from './sell-request-steps.ts'

export type OfferMade =
  | { ok: true; offer: number; validUntil: Date }
  | {
      ok: false
      reason:
        | 'no-such-request'
        | 'not-possible'
        | 'not-exact'
        | 'test-missing'
        | 'register-hit'
        | 'invalid-until'
    }

/** How long an offer may hold at most; days from now. */
export const longestOfferDays = 60

/**
 * Makes an estimate, or, when the goods are here and inspected, the final offer. The lines' amounts are staff's word;
 * the prices that hold now are kept with it. It replaces one that stands and holds as many days as the settings say.
 * A final offer's amounts are exact, and each line says how it was tested. `note` and `noteEn` say why in either language:
 * the seller reads the one of theirs. `validUntil` takes the place of what the settings say, within `longestOfferDays`.
 */
export async function makeOffer(
  db: Database,
  which: RequestKey,
  {
    kind,
    lines: entered,
    note = '',
    noteEn = '',
    validUntil: wanted = null,
    refused = 0,
    by,
    current,
    settings,
  }: {
    kind: 'estimate' | 'final'
    lines: readonly OfferLineInput[]
    note?: string
    noteEn?: string
    validUntil?: Date | null
    /** So many things at the end of the inspection are refused, and in no line. */
    refused?: number
    by: string
    current: CurrentPrices
    settings: Pick<Settings, 'buying'>
  },
): Promise<OfferMade> {
  const lines = parseOfferLines(entered)
  const total = totalOf(lines)
  if (kind === 'final' && lines.some(({ cents }) => cents.low !== cents.high))
    return { ok: false, reason: 'not-exact' }
  if (kind === 'final' && lines.some(({ testMethod }) => testMethod === null)) {
    return { ok: false, reason: 'test-missing' }
  }
  return together(db, async (transaction): Promise<OfferMade> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const event = kind === 'estimate' ? 'estimate' : 'offer'
    const staff = { actor: 'staff', name: by } as const
    if (!mayTake(request, event, staff)) return { ok: false, reason: 'not-possible' }
    if (kind === 'final' && (await registerHit(transaction, request.id, refused))) {
      return { ok: false, reason: 'register-hit' }
    }
    const { estimateDays, offerDays } = settings.buying
    const validUntil = wanted ?? deadlineIn(request.now, kind === 'estimate' ? estimateDays : offerDays)
    // The day that is the last one is counted whole.
    if (wanted && (wanted <= request.now || wanted > daysFrom(request.now, longestOfferDays + 1)))
      return { ok: false, reason: 'invalid-until' }
    await answerStanding(transaction, request.id, 'replaced')
    const { id } = await transaction
      .insertInto('sell_offer')
      .values({
        request_id: request.id,
        kind,
        lines: JSON.stringify(lines),
        from_cents: total.low,
        to_cents: total.high,
        prices: JSON.stringify(basisOf(current)),
        note: note.trim(),
        note_en: noteEn.trim(),
        made_by: by,
        valid_until: validUntil,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await dropOfferDraft(transaction, request.id)
    await takeSellStep(transaction, request, event, staff, { lapsesAt: validUntil })
    await writeToSeller(transaction, request, kind === 'estimate' ? 'sell-estimate' : 'sell-offer', id, {
      offer: id,
    })
    return { ok: true, offer: id, validUntil }
  })
}

/** A piece that a theft register knows is not offered for; the last `refused` things that were inspected are in no offer. */
async function registerHit(db: Database, id: number, refused: number): Promise<boolean> {
  const rows = await query(db, { hit: bool })`
    select exists (
      select from jsonb_array_elements(inspection -> 'lines') with ordinality as thing(found, place)
      where found -> 'register' ->> 'result' = 'hit'
        and place <= jsonb_array_length(inspection -> 'lines') - ${refused}::int
    ) as hit
    from sell_request where id = ${id}
  `
  return rows[0]?.hit ?? false
}

export type OfferAnswered =
  | { ok: true; status: SellStatus; repeated: boolean }
  | {
      ok: false
      /**
       * `expired`: its time has run out; `replaced`: there is a newer one to look at; `answered`: the other answer was
       * given before.
       */
      reason: 'no-such-request' | 'no-such-offer' | 'expired' | 'replaced' | 'answered' | 'not-possible'
    }

/**
 * The seller's answer to the offer they saw: by its id, so that nobody agrees to what was changed meanwhile. The same
 * answer again is no error. `recordedBy` names staff who write down what a seller says at the counter.
 */
export async function answerOffer(
  db: Database,
  which: RequestKey,
  {
    offer,
    answer,
    settings,
    recordedBy,
  }: {
    offer: number
    answer: 'accepted' | 'declined'
    settings: Pick<Settings, 'buying' | 'contact'>
    recordedBy?: string
  },
): Promise<OfferAnswered> {
  return together(db, async (transaction): Promise<OfferAnswered> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const seen = await transaction
      .selectFrom('sell_offer')
      .select(['id', 'kind', 'answer', 'valid_until'])
      .where('request_id', '=', request.id)
      .where('id', '=', offer)
      .executeTakeFirst()
    if (!seen) return { ok: false, reason: 'no-such-offer' }
    if (seen.answer === answer) return { ok: true, status: request.status, repeated: true }
    if (seen.answer === 'lapsed') return { ok: false, reason: 'expired' }
    if (seen.answer === 'replaced') return { ok: false, reason: 'replaced' }
    if (seen.answer !== null) return { ok: false, reason: 'answered' }
    // Declining late does no harm; agreeing late would hold us to yesterday's price.
    if (answer === 'accepted' && seen.valid_until <= request.now) return { ok: false, reason: 'expired' }
    const event = answer === 'accepted' ? 'accept' : 'decline'
    const status = await takeSellStep(
      transaction,
      request,
      event,
      { actor: 'seller' },
      {
        lapsesAt:
          answer === 'accepted' && seen.kind === 'estimate'
            ? deadlineIn(request.now, settings.buying.waitingDays)
            : null,
        ...(recordedBy === undefined ? {} : { note: `recorded by ${recordedBy}` }),
      },
    )
    if (status === null) return { ok: false, reason: 'not-possible' }
    await answerStanding(transaction, request.id, answer)
    // Whoever entered it at the counter knows.
    if (request.entered_by === null)
      await writeToStaff(transaction, request, {
        what: answer,
        about: offer,
        recipient: settings.contact.email,
      })
    if (answer === 'declined') await writeToSeller(transaction, request, 'sell-declined', offer)
    return { ok: true, status, repeated: false }
  })
}

/** What a seller says at the counter about the newest offer of their request, written down by staff. */
export async function answerNewestOffer(
  db: Database,
  which: RequestKey,
  answered: Omit<Parameters<typeof answerOffer>[2], 'offer'> & { recordedBy: string },
): Promise<OfferAnswered> {
  const request = await readSellRequest(db, which)
  return answerOffer(db, which, { ...answered, offer: request?.offer?.id ?? 0 })
}

/** The offer that stands gets its answer; there may be none. */
export async function answerStanding(
  db: Database,
  id: number,
  answer: 'accepted' | 'declined' | 'lapsed' | 'replaced',
): Promise<void> {
  await sql`
    update sell_offer set answer = ${answer}, answered_at = now() where request_id = ${id} and answer is null
  `.execute(db)
}

/** Requests whose time has run out, oldest first. */
async function lapsedRequests(db: Database): Promise<number[]> {
  const rows = await query(db, { id: int8 })`
    select id from sell_request where lapses_at <= now() order by lapses_at limit 50
  `
  return rows.map(({ id }) => id)
}

/** Ends what has waited too long: estimates, offers, questions, visits, parcels. Returns how many requests. */
export async function lapseSellRequests(db: Database): Promise<number> {
  const due = await lapsedRequests(db)
  for (const id of due) await db.transaction().execute((transaction) => lapse(transaction, id))
  return due.length
}

async function lapse(db: Database, id: number): Promise<void> {
  const request = await lockRequest(db, { id })
  // Somebody was faster.
  if (!isLapsed(request)) return
  const status = await takeSellStep(db, request, 'expire', { actor: 'shop' })
  if (status === null) throw new Error(`sell request ${id} has a term in the state ${request.status}`)
  await answerStanding(db, id, 'lapsed')
  await sql`update appointment set cancelled_at = now() where request_id = ${id} and cancelled_at is null`.execute(
    db,
  )
  await writeToSeller(db, request, 'sell-expired', request.now.toISOString())
}

function isLapsed(request: LockedRequest | null): request is LockedRequest {
  return request !== null && request.lapses_at !== null && request.lapses_at <= request.now
}
