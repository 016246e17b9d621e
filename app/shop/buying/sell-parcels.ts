import { sql } from 'kysely'
import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import type { Database } from '#app/platform/database/database.ts'
import { float8, query } from '#app/platform/database/statement.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import {
  daysFrom,
  lockRequest,
  noteChange,
  type RequestKey,
  takeSellStep,
  writeToSeller,
} from './sell-request-steps.ts'
import type { Parcel, SellRequestView } from './types.ts'

const oneLine = (most: number) => z.string().transform(cleanLine).pipe(z.string().max(most))

/** How a parcel of a value comes to us safely; cents. */
export type ShippingAdvice =
  | { ok: true; method: 'insured-parcel' | 'value-courier'; declaredCents: number; limitCents: number }
  /** Worth more than any parcel may hold: people come to a branch, or call. */
  | { ok: false; reason: 'above-limit'; limitCents: number }

/**
 * What a seller is told about sending in: the value to declare is the upper end of the estimate, and how it travels
 * follows from that by the limits of the settings.
 */
export function shippingAdvice(
  { offer, valuation, label }: Pick<SellRequestView, 'offer' | 'valuation' | 'label'>,
  { buying }: Pick<Settings, 'buying'>,
): ShippingAdvice {
  const worthCents = offer?.cents.high ?? valuation?.total.high ?? 0
  const advice = adviceFor(Math.max(worthCents, label?.declaredCents ?? 0), buying)
  return advice.ok && label
    ? { ...advice, declaredCents: label.declaredCents, method: label.method ?? advice.method }
    : advice
}

function adviceFor(declaredCents: number, { shipment }: Settings['buying']): ShippingAdvice {
  const limits = shipment.limits.toSorted((a, b) => a.upToCents - b.upToCents)
  const limit = limits.find(({ upToCents }) => declaredCents <= upToCents)
  if (!limit) return { ok: false, reason: 'above-limit', limitCents: limits.at(-1)?.upToCents ?? 0 }
  return { ok: true, method: limit.method, declaredCents, limitCents: limit.upToCents }
}

export const parcelMethods = ['insured-parcel', 'value-courier'] as const
type ParcelMethod = (typeof parcelMethods)[number]

/** What a kind of parcel may hold, cents; 0 when nothing is sent that way. */
function limitOf(method: ParcelMethod, { shipment }: Settings['buying']): number {
  return Math.max(
    0,
    ...shipment.limits.filter((each) => each.method === method).map((each) => each.upToCents),
  )
}

/**
 * A carrier, what the parcel is insured for, and the label itself: where it is printed, or the code that a counter prints
 * it for. `method`: how it is sent, the least that its value allows unless given. @throws {z.ZodError} from `sendLabel`
 */
export const labelSchema = z.object({
  carrier: oneLine(60).pipe(z.string().min(1)),
  code: oneLine(60).nullable().default(null),
  url: z
    .url({ protocol: /^https$/ })
    .max(500)
    .nullable()
    .default(null),
  method: z.enum(parcelMethods).optional(),
  declaredCents: z.number().int().positive().max(1_000_000_000),
})

export type LabelSent =
  | { ok: true }
  | { ok: false; reason: 'no-such-request' | 'not-possible' | 'label-missing' | 'address-missing' }
  /** The value declared is more than such a parcel is insured for. */
  | { ok: false; reason: 'above-limit'; limitCents: number }
  /** So are the goods, by what was estimated for them. */
  | { ok: false; reason: 'worth-more'; worthCents: number; limitCents: number }

/**
 * Staff send the label of an insured parcel. There is one to print, and neither the value declared nor what was estimated
 * for the goods is more than such a parcel is insured for. Sent again while the parcel is awaited, it replaces the former.
 */
export async function sendLabel(
  db: Database,
  which: RequestKey,
  {
    label,
    by,
    settings,
  }: { label: z.input<typeof labelSchema>; by: string; settings: Pick<Settings, 'buying'> },
): Promise<LabelSent> {
  const parsed = labelSchema.parse(label)
  if (!parsed.code && parsed.url === null) return { ok: false, reason: 'label-missing' }
  const advice = adviceFor(parsed.declaredCents, settings.buying)
  if (!advice.ok) return { ok: false, reason: 'above-limit', limitCents: advice.limitCents }
  const method = parsed.method ?? advice.method
  const limitCents = limitOf(method, settings.buying)
  if (parsed.declaredCents > limitCents) return { ok: false, reason: 'above-limit', limitCents }
  return db.transaction().execute(async (transaction): Promise<LabelSent> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const row = await transaction
      .selectFrom('sell_request')
      .select(['address', 'label'])
      .where('id', '=', request.id)
      .executeTakeFirstOrThrow()
    if (row.address === null) return { ok: false, reason: 'address-missing' }
    const worthCents = await worthOf(transaction, request.id)
    if (worthCents > limitCents) return { ok: false, reason: 'worth-more', worthCents, limitCents }
    const kept = { ...parsed, code: parsed.code || null, method }
    if (request.status === 'label_sent' && !request.here) {
      await noteChange(transaction, request, { event: 'change-label', by, before: row.label, after: kept })
    } else {
      const lapsesAt = daysFrom(request.now, settings.buying.waitingDays)
      const staff = { actor: 'staff', name: by } as const
      if (!(await takeSellStep(transaction, request, 'send-label', staff, { lapsesAt })))
        return { ok: false, reason: 'not-possible' }
    }
    await sql`update sell_request set label = ${JSON.stringify(kept)}::jsonb where id = ${request.id}`.execute(
      transaction,
    )
    await writeToSeller(transaction, request, 'sell-label', request.now.toISOString())
    return { ok: true }
  })
}

/** The most that was said of what the goods are worth: by the newest estimate or offer, else by the calculator. */
async function worthOf(db: Database, requestId: number): Promise<number> {
  const rows = await query(db, { worth: float8 })`
    select coalesce(
      (select to_cents from sell_offer where request_id = r.id order by id desc limit 1),
      (valuation -> 'total' ->> 'high')::float8, 0)::float8 as worth
    from sell_request r where r.id = ${requestId}
  `
  return rows[0]?.worth ?? 0
}

export type ParcelReported =
  | { ok: true }
  | { ok: false; reason: 'no-such-request' | 'not-possible' | 'missing' | 'too-long' }

/** A seller says how their parcel travels, once we have sent its label. May be corrected until it is here. */
export async function reportParcel(db: Database, token: string, parcel: Parcel): Promise<ParcelReported> {
  const [carrier, code] = [parcel.carrier, parcel.code].map(cleanLine) as [string, string]
  if (carrier === '' || code === '') return { ok: false, reason: 'missing' }
  if (carrier.length > 60 || code.length > 60) return { ok: false, reason: 'too-long' }
  return db.transaction().execute(async (transaction): Promise<ParcelReported> => {
    const request = await lockRequest(transaction, { token })
    if (!request) return { ok: false, reason: 'no-such-request' }
    // Without a label nothing says that the parcel is insured for what it holds.
    if (request.here || request.status !== 'label_sent') {
      return { ok: false, reason: 'not-possible' }
    }
    await sql`
      update sell_request set parcel_in = ${JSON.stringify({ carrier, code })}::jsonb where id = ${request.id}
    `.execute(transaction)
    return { ok: true }
  })
}
