import type { OfferLine, PriceBasis } from './types.ts'
import { type Metal, metals } from './valuables.ts'
import { type Span, worth } from './valuation.ts'

/** What an amount was reckoned from: fine metal in millionths of a gram, cents per ounce, per mille, cents. */
export type Arithmetic = { fine: Span; centsPerOunce: number; perMille: number; cents: Span }

/** Euros per fine gram as they are written beside other factors. */
export type ShownPrice = { euros: number; decimals: number }

/** Ten-millionths of a gram in a troy ounce. */
const ounce = 311_034_768n
const mostDecimals = 12

/**
 * Euros per fine gram with as many decimals, two at least, as it takes for the written factors to make the written
 * amount: whoever multiplies them and rounds gets the same cents.
 */
export function shownPrice({ fine, centsPerOunce, perMille, cents }: Arithmetic): ShownPrice {
  const exact = (decimals: number) => BigInt(centsPerOunce) * 10n ** BigInt(decimals + 5)
  const makes = (micrograms: number, units: bigint, decimals: number) => {
    const scale = 10n ** BigInt(decimals + 7)
    return Number((2n * BigInt(micrograms) * units * BigInt(perMille) + scale) / (2n * scale))
  }
  const asEuros = (units: bigint, decimals: number) => ({ euros: Number(units) / 10 ** decimals, decimals })
  for (let decimals = 2; decimals < mostDecimals; decimals += 1) {
    const units = (2n * exact(decimals) + ounce) / (2n * ounce)
    if (makes(fine.low, units, decimals) === cents.low && makes(fine.high, units, decimals) === cents.high)
      return asEuros(units, decimals)
  }
  // Half a cent exactly: a price a trace too high rounds as the exact one does.
  return asEuros((exact(mostDecimals) + ounce - 1n) / ounce, mostDecimals)
}

export type LineArithmetic = Arithmetic & {
  /** Weight times stamp is the fine metal; else, as with coins, the fine metal says it alone. */
  byStamp: boolean
}

/** What a line's amount was reckoned from; null where the amount is staff's word, whatever price stands beside it. */
export function lineArithmetic(line: OfferLine): LineArithmetic | null {
  const { basis, cents, weightGrams, fineness } = line
  if (basis === null || weightGrams === null) return null
  const micrograms =
    fineness === null ? null : Math.round(Number(weightGrams) * 100) * Math.round(fineness * 10)
  const fine = line.fine ?? (micrograms === null ? null : { low: micrograms, high: micrograms })
  if (fine === null) return null
  const { centsPerOunce, perMille } = basis
  const reckoned = (part: 'low' | 'high') => worth(fine[part], centsPerOunce, perMille) === cents[part]
  if (!reckoned('low') || !reckoned('high')) return null
  const byStamp = fine.low === micrograms && fine.high === micrograms
  return { fine, centsPerOunce, perMille, cents, byStamp }
}

/** The prices that lines were reckoned with, one a metal, with their time and source. */
export function pricesOf(lines: readonly OfferLine[], basis: PriceBasis) {
  const used = new Set(lines.flatMap((line) => (line.metal && lineArithmetic(line) ? [line.metal] : [])))
  return pricesIn(basis, used)
}

/** The prices of some metals, in the order of the metals. */
export function pricesIn({ prices }: PriceBasis, used: ReadonlySet<Metal>) {
  return metals.flatMap((metal) => {
    const price = used.has(metal) && prices[metal]
    return price ? [{ metal, ...price }] : []
  })
}
