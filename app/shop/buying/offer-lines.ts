import { z } from 'zod'
import { line } from '#app/forms/fields.ts'
import type { Locale } from '#app/language/locales.ts'
import { type OfferLine, type PriceBasis, purchaseKinds, testMethods } from './types.ts'
import { metals } from './valuables.ts'
import type { Span } from './valuation.ts'

const cents = z.number().int().min(1).max(1_000_000_000)
const optional = (most: number) => line(most).nullable().default(null)

/** One line as staff enter it and as the database keeps it. @throws {z.ZodError} */
export const offerLineSchema = z
  .object({
    /** What it is, in words the seller reads. */
    title: line(200),
    kind: z.enum(purchaseKinds),
    metal: z.enum(metals).nullable().default(null),
    /** Per mille as stamped or measured, e.g. 585 or 999.9. */
    fineness: z.number().min(1).max(999.9).nullable().default(null),
    /** Grams with two decimals, `12.40`. */
    weightGrams: z
      .string()
      .regex(/^\d{1,6}\.\d{2}$/)
      .nullable()
      .default(null),
    /** Fine metal in millionths of a gram, where it is not weight times fineness: coins, open stamps. */
    fine: z
      .object({ low: z.number().int().min(0), high: z.number().int().min(0) })
      .nullable()
      .default(null),
    testMethod: z.enum(testMethods).nullable().default(null),
    brand: optional(80),
    model: optional(120),
    reference: optional(60),
    /** Stones in words; they are named, and counted only where the price says so. */
    stones: optional(200),
    /** What the shop pays; from and to in an estimate. */
    cents: z.object({ low: cents, high: cents }).refine(({ low, high }) => low <= high, 'from is above to'),
    /** What was taken off the amount before it stands in `cents`, and for what. */
    deduction: z
      .object({ cents, reason: line(200) })
      .nullable()
      .default(null),
    /** For metal: the price and rate that the amount comes from. */
    basis: z
      .object({ centsPerOunce: z.number().int().positive(), perMille: z.number().int().min(1).max(1000) })
      .nullable()
      .default(null),
    /** The calculator's item and its amount as entered, where the metal was reckoned by them: a later offer begins there. */
    reckonedBy: z
      .object({ item: line(60), amount: line(40) })
      .nullable()
      .default(null),
  })
  .refine(
    ({ kind, metal, weightGrams }) =>
      kind === 'watch' || kind === 'jewellery' || (metal !== null && weightGrams !== null),
    'what is bought for its metal needs metal and weight',
  )

export type OfferLineInput = z.input<typeof offerLineSchema>

export function parseOfferLines(lines: readonly unknown[]): OfferLine[] {
  return z.array(offerLineSchema).min(1).max(50).parse(lines)
}

export function totalOf(lines: readonly OfferLine[]): Span {
  return {
    low: lines.reduce((sum, line) => sum + line.cents.low, 0),
    high: lines.reduce((sum, line) => sum + line.cents.high, 0),
  }
}

/** Why it is what it is, as the seller reads it: in their language, else as it was written. */
export function noteFor({ note, noteEn }: { note: string; noteEn: string }, locale: Locale): string {
  return (locale === 'en' ? noteEn || note : note || noteEn).trim()
}

/** An offer as its row has it. */
export function offerOf(row: {
  id: number
  kind: 'estimate' | 'final'
  lines: unknown
  from_cents: number
  to_cents: number
  prices: unknown
  note: string
  note_en: string
  made_at: Date
  valid_until: Date
  answer: 'accepted' | 'declined' | 'lapsed' | 'replaced' | null
  answered_at: Date | null
}) {
  return {
    id: row.id,
    kind: row.kind,
    lines: parseOfferLines(row.lines as unknown[]),
    cents: { low: row.from_cents, high: row.to_cents },
    basis: row.prices as PriceBasis,
    note: row.note,
    noteEn: row.note_en,
    madeAt: row.made_at,
    validUntil: row.valid_until,
    answer: row.answer,
    answeredAt: row.answered_at,
  }
}
