import { sql } from 'kysely'
import type { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import { float8, query } from '#app/platform/database/statement.ts'
import { keepLabelFile, type LabelFile } from '#app/shop/label-file.ts'
import {
  adviceFor,
  type LabelRefused,
  type labelSchema,
  readLabel,
  type ShippingAdvice,
} from '#app/shop/parcel-label.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import {
  deadlineIn,
  lockRequest,
  noteChange,
  type RequestKey,
  takeSellStep,
  writeToSeller,
} from './sell-request-steps.ts'
import type { Parcel, SellRequestView } from './types.ts'

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

export type LabelSent =
  | { ok: true }
  | LabelRefused
  | { ok: false; reason: 'no-such-request' | 'not-possible' | 'address-missing' }
  /** The goods were estimated at more than such a parcel is insured for. */
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
    file = null,
    by,
    settings,
  }: {
    label: z.input<typeof labelSchema>
    file?: LabelFile | null
    by: string
    settings: Pick<Settings, 'buying'>
  },
): Promise<LabelSent> {
  const read = readLabel(label, file, settings)
  if (!read.ok) return read
  const { label: kept, limitCents } = read
  return together(db, async (transaction): Promise<LabelSent> => {
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
    if (request.status === 'label_sent' && !request.here) {
      await noteChange(transaction, request, { event: 'change-label', by, before: row.label, after: kept })
    } else {
      const lapsesAt = deadlineIn(request.now, settings.buying.waitingDays)
      const staff = { actor: 'staff', name: by } as const
      if (!(await takeSellStep(transaction, request, 'send-label', staff, { lapsesAt })))
        return { ok: false, reason: 'not-possible' }
    }
    await sql`update sell_request set label = ${JSON.stringify(kept)}::jsonb where id = ${request.id}`.execute(
      transaction,
    )
    await keepLabelFile(transaction, { request: request.id }, file)
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
  return together(db, async (transaction): Promise<ParcelReported> => {
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
