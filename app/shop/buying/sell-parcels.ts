import { sql } from 'kysely'
import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, query } from '#app/platform/database/statement.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { daysFrom, lockRequest, type RequestKey, takeSellStep, writeToSeller } from './sell-request-steps.ts'
import type { Parcel, SellRequestView } from './types.ts'

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
  const declaredCents = label?.declaredCents ?? offer?.cents.high ?? valuation?.total.high ?? 0
  return adviceFor(declaredCents, buying)
}

function adviceFor(declaredCents: number, { shipment }: Settings['buying']): ShippingAdvice {
  const limits = shipment.limits.toSorted((a, b) => a.upToCents - b.upToCents)
  const limit = limits.find(({ upToCents }) => declaredCents <= upToCents)
  if (!limit) return { ok: false, reason: 'above-limit', limitCents: limits.at(-1)?.upToCents ?? 0 }
  return { ok: true, method: limit.method, declaredCents, limitCents: limit.upToCents }
}

/** A carrier and its number, and where it can be followed. @throws {z.ZodError} from `sendLabel` */
export const labelSchema = z.object({
  carrier: z.string().trim().min(1).max(60),
  code: z.string().trim().min(1).max(60).nullable().default(null),
  url: z
    .url({ protocol: /^https$/ })
    .nullable()
    .default(null),
  declaredCents: z.number().int().positive().max(1_000_000_000),
})

export type LabelSent =
  | { ok: true }
  | { ok: false; reason: 'no-such-request' | 'not-possible' | 'above-limit' | 'address-missing' }

/** Staff send the label of an insured parcel, within the declared values of the settings. */
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
  if (!adviceFor(parsed.declaredCents, settings.buying).ok) return { ok: false, reason: 'above-limit' }
  return db.transaction().execute(async (transaction): Promise<LabelSent> => {
    const request = await lockRequest(transaction, which)
    if (!request) return { ok: false, reason: 'no-such-request' }
    const rows = await query(transaction, { has_address: bool })`
      select address is not null as has_address from sell_request where id = ${request.id}`
    if (!rows[0]?.has_address) return { ok: false, reason: 'address-missing' }
    const lapsesAt = daysFrom(request.now, settings.buying.waitingDays)
    if (
      !(await takeSellStep(transaction, request, 'send-label', { actor: 'staff', name: by }, { lapsesAt }))
    ) {
      return { ok: false, reason: 'not-possible' }
    }
    await sql`update sell_request set label = ${JSON.stringify(parsed)}::jsonb where id = ${request.id}`.execute(
      transaction,
    )
    await writeToSeller(transaction, request, 'sell-label', request.now.toISOString())
    return { ok: true }
  })
}

export type ParcelReported =
  | { ok: true }
  | { ok: false; reason: 'no-such-request' | 'not-possible' | 'missing' | 'too-long' }

/** A seller says how their parcel travels. May be corrected until it is here. */
export async function reportParcel(db: Database, token: string, parcel: Parcel): Promise<ParcelReported> {
  const [carrier, code] = [parcel.carrier, parcel.code].map(cleanLine) as [string, string]
  if (carrier === '' || code === '') return { ok: false, reason: 'missing' }
  if (carrier.length > 60 || code.length > 60) return { ok: false, reason: 'too-long' }
  return db.transaction().execute(async (transaction): Promise<ParcelReported> => {
    const request = await lockRequest(transaction, { token })
    if (!request) return { ok: false, reason: 'no-such-request' }
    if (request.here || (request.status !== 'label_sent' && request.status !== 'accepted')) {
      return { ok: false, reason: 'not-possible' }
    }
    await sql`
      update sell_request set parcel_in = ${JSON.stringify({ carrier, code })}::jsonb where id = ${request.id}
    `.execute(transaction)
    return { ok: true }
  })
}
