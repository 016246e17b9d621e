import { z } from 'zod'
import { cleanLine } from '#app/language/clean-text.ts'
import type { LabelFile } from './label-file.ts'
import { type ParcelMethod, parcelMethods } from './parcel-methods.ts'
import type { Settings } from './settings/settings.ts'

const oneLine = (most: number) => z.string().transform(cleanLine).pipe(z.string().max(most))

/** How a parcel of a value travels safely; cents. */
export type ShippingAdvice =
  | { ok: true; method: ParcelMethod; declaredCents: number; limitCents: number }
  /** Worth more than any parcel may hold: people come to a branch, or call. */
  | { ok: false; reason: 'above-limit'; limitCents: number }

export function adviceFor(declaredCents: number, { shipment }: Settings['buying']): ShippingAdvice {
  const limits = shipment.limits.toSorted((a, b) => a.upToCents - b.upToCents)
  const limit = limits.find(({ upToCents }) => declaredCents <= upToCents)
  if (!limit) return { ok: false, reason: 'above-limit', limitCents: limits.at(-1)?.upToCents ?? 0 }
  return { ok: true, method: limit.method, declaredCents, limitCents: limit.upToCents }
}

/** What a kind of parcel may hold, cents; 0 when nothing is sent that way. */
function limitOf(method: ParcelMethod, { shipment }: Settings['buying']): number {
  return Math.max(
    0,
    ...shipment.limits.filter((each) => each.method === method).map((each) => each.upToCents),
  )
}

/**
 * A carrier, what the parcel is insured for, and the label itself: where it is printed, or the code that a counter prints
 * it for; it may also be a file. `method`: how it is sent, the least that its value allows unless given.
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

/** A label as it is kept with what it is about; `file` lies apart. */
export const parcelLabel = z.object({
  carrier: z.string(),
  code: z.string().nullable(),
  url: z.string().nullable(),
  declaredCents: z.number(),
  /** How it was insured; labels of before do not say. */
  method: z.enum(parcelMethods).optional(),
  /** Whether a file goes with its mail; labels of before were none. */
  file: z.enum(['pdf', 'png']).nullable().default(null),
})
export type ParcelLabel = z.infer<typeof parcelLabel>

export type LabelRefused =
  | { ok: false; reason: 'label-missing' }
  /** The value declared is more than such a parcel is insured for. */
  | { ok: false; reason: 'above-limit'; limitCents: number }

/** Reads what staff say of a label: there is one, and the parcel is insured for the value declared. @throws {z.ZodError} */
export function readLabel(
  given: z.input<typeof labelSchema>,
  file: LabelFile | null,
  { buying }: Pick<Settings, 'buying'>,
): { ok: true; label: ParcelLabel & { method: ParcelMethod }; limitCents: number } | LabelRefused {
  const parsed = labelSchema.parse(given)
  // Signs that nobody sees are no code.
  const code = /[\p{L}\p{N}]/u.test(parsed.code ?? '') ? parsed.code : null
  if (code === null && parsed.url === null && file === null) return { ok: false, reason: 'label-missing' }
  const advice = adviceFor(parsed.declaredCents, buying)
  if (!advice.ok) return { ok: false, reason: 'above-limit', limitCents: advice.limitCents }
  const method = parsed.method ?? advice.method
  const limitCents = limitOf(method, buying)
  if (parsed.declaredCents > limitCents) return { ok: false, reason: 'above-limit', limitCents }
  return { ok: true, label: { ...parsed, code, method, file: file?.kind ?? null }, limitCents }
}
