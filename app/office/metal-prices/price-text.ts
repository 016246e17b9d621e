import { type AmountFault, readHundredths } from '#app/shop/buying/valuation.ts'

/** A troy ounce is 31.1034768 g; here in ten-millionths of a gram. */
const ounce = 311_034_768n
const gram = 10_000_000n

/** A price in EUR as it was typed, per ounce or per gram of fine metal, in cents per ounce. */
export function ouncePriceIn(
  text: string,
  per: 'ounce' | 'gram',
): { ok: true; centsPerOunce: number } | { ok: false; reason: AmountFault } {
  const read = readHundredths(text.replace(/\s*(€|EUR)\s*$/i, ''))
  if (!read.ok) return read
  if (per === 'ounce') return { ok: true, centsPerOunce: read.value }
  const cents = Number((2n * BigInt(read.value) * ounce + gram) / (2n * gram))
  return cents > 2_000_000_000 ? { ok: false, reason: 'too-large' } : { ok: true, centsPerOunce: cents }
}

/** Per cent with one decimal at most, in per mille; more than all of the metal's worth nobody pays. */
export function perMilleIn(text: string): number | null {
  const bare = text.trim().replace(/\s*%$/, '')
  const perMille = /^\d{1,3}([.,]\d)?$/.test(bare) ? Math.round(Number(bare.replace(',', '.')) * 10) : 0
  return perMille >= 1 && perMille <= 1000 ? perMille : null
}
