import { z } from 'zod'
import { type CurrentPrices, tariffOf } from './metal-price.ts'
import type { OfferLineInput } from './offer-lines.ts'
import { purchaseKinds, testMethods } from './types.ts'
import { findValuable } from './valuables.ts'
import { type LineFault, readGrams, valueLine } from './valuation.ts'

const euros = z.union([z.number(), z.string()]).transform((value, context) => {
  const read = readGrams(String(value))
  if (read.ok) return read.value
  context.addIssue({ code: 'custom', message: `is no amount in euros: ${read.reason}` })
  return z.NEVER
})
const words = z.string().nullable().default(null)

/**
 * A line as staff write it: either something of the calculator (`item` and `amount` as it has them), or what they pay
 * in euros, exactly or from and to.
 */
export const staffLineSchema = z.object({
  title: z.string().min(1),
  kind: z.enum(purchaseKinds),
  item: words,
  amount: z.union([z.string(), z.number()]).transform(String).nullable().default(null),
  euros: euros.nullable().default(null),
  from: euros.nullable().default(null),
  to: euros.nullable().default(null),
  testMethod: z.enum(testMethods).nullable().default(null),
  brand: words,
  model: words,
  reference: words,
  stones: words,
  /** Euros taken off, and for what. */
  deduct: euros.nullable().default(null),
  deductFor: words,
})
export const linesSchema = z.array(staffLineSchema).min(1)

export type ValueFault = {
  ok: false
  reason: LineFault | 'amount-missing' | 'no-such-amount' | 'deduction-reason' | 'deduction-too-large'
}
type ValuedLine = { ok: true; line: OfferLineInput } | ValueFault

/** Reckons every line; the first that cannot be is named by its title. */
export function valueStaffLines(
  lines: z.infer<typeof linesSchema>,
  current: CurrentPrices,
): { ok: true; lines: OfferLineInput[] } | (ValueFault & { title: string }) {
  const valued: OfferLineInput[] = []
  for (const line of lines) {
    const value = valuedLine(line, current)
    if (!value.ok) return { ...value, title: line.title }
    valued.push(value.line)
  }
  return { ok: true, lines: valued }
}

/**
 * Reckons a line with the prices that hold: metal, fineness, weight and amount of an item of the calculator. An amount
 * in euros beside it is staff's word and stands. What is deducted is taken off last.
 */
export function valuedLine(
  { deduct, deductFor, ...staffLine }: z.infer<typeof staffLineSchema>,
  current: CurrentPrices,
): ValuedLine {
  const value = wholeLine(staffLine, current)
  if (!value.ok || deduct === null) return value
  const reason = deductFor?.trim() ?? ''
  if (reason === '') return { ok: false, reason: 'deduction-reason' }
  const { low, high } = value.line.cents
  if (deduct >= low) return { ok: false, reason: 'deduction-too-large' }
  const cents = { low: low - deduct, high: high - deduct }
  return { ok: true, line: { ...value.line, cents, deduction: { cents: deduct, reason } } }
}

function wholeLine(
  staffLine: Omit<z.infer<typeof staffLineSchema>, 'deduct' | 'deductFor'>,
  current: CurrentPrices,
): ValuedLine {
  const { item, amount, euros: exact, from, to, ...line } = staffLine
  const said =
    exact !== null
      ? { low: exact, high: exact }
      : from !== null && to !== null
        ? { low: from, high: to }
        : null
  if (item === null)
    return said ? { ok: true, line: { ...line, cents: said } } : { ok: false, reason: 'amount-missing' }
  const tariff = tariffOf(current)
  const value = valueLine({ item, amount: amount ?? '' }, tariff)
  if (!value.ok) return value
  const valuable = findValuable(item)
  const perOunce = tariff.centsPerOunce[value.metal]
  if (value.cents.low === 0 || perOunce === null) return { ok: false, reason: 'no-such-amount' }
  const known = valuable && 'fineness' in valuable && valuable.fineness.low === valuable.fineness.high
  const weight = valuable?.by === 'gram' ? readGrams(amount ?? '') : null
  // Coins are bought by their fine gold: that is the weight that counts.
  const grams = weight?.ok ? weight.value / 100 : value.fine.low / 1_000_000
  return {
    ok: true,
    line: {
      ...line,
      metal: value.metal,
      fineness: known ? valuable.fineness.low / 10 : weight ? null : 999.9,
      weightGrams: grams.toFixed(2),
      fine: value.fine,
      cents: said ?? value.cents,
      basis: { centsPerOunce: perOunce, perMille: value.perMille },
      reckonedBy: { item, amount: amount ?? '' },
    },
  }
}
