import { endOfDay } from '../checkout/working-days.ts'
import type { CurrentPrices } from './metal-price.ts'
import type { DraftLine, OfferDraft } from './offer-draft.ts'
import { offerLineSchema, totalOf } from './offer-lines.ts'
import { lineArithmetic, shownPrice } from './shown-arithmetic.ts'
import type { OfferLine } from './types.ts'
import type { Span } from './valuation.ts'
import { staffLineSchema, type ValueFault, valuedLine } from './valued-line.ts'

/** Why a line that is being written cannot be offered, and at which field that lies. */
export type DraftFault = {
  ok: false
  field: keyof DraftLine
  reason: ValueFault['reason'] | 'missing' | 'not-an-amount' | 'metal-needed' | 'not-exact'
}

export type ReckonedLine =
  | {
      ok: true
      line: OfferLine
      /** Where the amount comes from metal: millionths of a gram, cents per ounce, euros per gram as written, per mille. */
      arithmetic: {
        fine: Span
        centsPerOunce: number
        eurosPerGram: number
        decimals: number
        perMille: number
        /** Cents before what is deducted. */
        cents: Span
      } | null
    }
  | DraftFault

export type ReckonedDraft = {
  lines: ReckonedLine[]
  /** Of the lines that can be offered; cents. */
  total: Span
  /** How many cannot. */
  faults: number
}

/** What an offer that is being written comes to, by the calculator's own functions at the prices that hold now. */
export function reckonDraft(
  { lines }: Pick<OfferDraft, 'lines'>,
  current: CurrentPrices,
  { exact = false }: { exact?: boolean } = {},
): ReckonedDraft {
  const reckoned = lines.map((line) => reckonLine(line, current, exact))
  const good = reckoned.flatMap((each) => (each.ok ? [each.line] : []))
  return { lines: reckoned, total: totalOf(good), faults: reckoned.length - good.length }
}

const given = (text: string) => (text.trim() === '' ? null : text.trim())

function reckonLine(line: DraftLine, current: CurrentPrices, exact: boolean): ReckonedLine {
  if (given(line.title) === null) return { ok: false, field: 'title', reason: 'missing' }
  const amounts = Object.fromEntries(
    (['euros', 'from', 'to', 'deduct'] as const).map((name) => [
      name,
      given(line[name].replace(/(€|eur)\s*$/i, '')),
    ]),
  )
  const parsed = staffLineSchema.safeParse({
    title: line.title.trim(),
    kind: line.kind,
    item: given(line.item),
    amount: given(line.amount),
    ...amounts,
    deductFor: given(line.deductFor),
    testMethod: line.testMethod === '' ? null : line.testMethod,
    brand: given(line.brand),
    model: given(line.model),
    reference: given(line.reference),
    stones: given(line.stones),
  })
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path[0] as keyof DraftLine | undefined
    return { ok: false, field: field ?? 'title', reason: 'not-an-amount' }
  }
  const value = valuedLine(parsed.data, current)
  if (!value.ok) return { ok: false, field: fieldOf(value.reason, line), reason: value.reason }
  const whole = offerLineSchema.safeParse(value.line)
  // The one thing a valued line may lack: metal and weight, where it is bought for its metal.
  if (!whole.success) return { ok: false, field: 'item', reason: 'metal-needed' }
  const { cents, deduction } = whole.data
  if (exact && cents.low !== cents.high)
    return { ok: false, field: line.item === '' ? 'to' : 'euros', reason: 'not-exact' }
  const off = deduction?.cents ?? 0
  const before = { low: cents.low + off, high: cents.high + off }
  const arithmetic = lineArithmetic({ ...whole.data, cents: before })
  if (!arithmetic) return { ok: true, line: whole.data, arithmetic: null }
  const { euros, decimals } = shownPrice(arithmetic)
  const { fine, centsPerOunce, perMille } = arithmetic
  return {
    ok: true,
    line: whole.data,
    arithmetic: { fine, centsPerOunce, eurosPerGram: euros, decimals, perMille, cents: before },
  }
}

function fieldOf(reason: ValueFault['reason'], line: DraftLine): keyof DraftLine {
  switch (reason) {
    case 'deduction-reason':
      return 'deductFor'
    case 'deduction-too-large':
      return 'deduct'
    case 'unknown-item':
    case 'plated':
    case 'melt-analysis':
    case 'no-price':
      return 'item'
    case 'amount-missing':
      return 'euros'
    default:
      return line.item === '' ? 'euros' : 'amount'
  }
}

/** When an offer ends whose last day is said: at the end of that day in Germany. Null where none is said. */
export const endOfOffer = (until: string): Date | null => (until === '' ? null : endOfDay(until))
