import { findValuable, type Metal, metals, type RateName } from './valuables.ts'

/**
 * What precious metal is worth to the shop: pure, the same in browser and server, exact to the cent.
 * Weights are counted in hundredths of a gram, fine metal in millionths of a gram, rates in per mille.
 */

/** One line as it was entered: which valuable, and how many grams or pieces, as text. */
export type EnteredLine = { item: string; amount: string }

/** Cents per troy ounce and payout rates per mille at one moment; `null` where there is none to calculate with. */
export type Tariff = {
  centsPerOunce: Record<Metal, number | null>
  perMille: Record<RateName, number | null>
}

export type AmountFault =
  | 'empty'
  | 'not-a-number'
  /** more than hundredths of a gram */
  | 'too-precise'
  /** `1.234`: a thousand or a little more than one */
  | 'ambiguous'
  | 'too-small'
  | 'too-large'
  | 'whole-pieces'

export type LineFault = AmountFault | 'unknown-item' | 'plated' | 'melt-analysis' | 'no-price'

/** From and to; the same where nothing is left open. */
export type Span = { low: number; high: number }

export type LineValue =
  | {
      ok: true
      metal: Metal
      rate: RateName
      perMille: number
      /** Millionths of a gram. */
      fine: Span
      cents: Span
    }
  | { ok: false; reason: LineFault }

export type Valuation = {
  lines: LineValue[]
  /** Cents: the sum of the lines that have a value. */
  total: Span
  /** How many lines have a value. */
  valued: number
}

/** 1 troy ounce = 31.1034768 g, here in ten-millionths of a gram. */
const ounce = 311_034_768n
const largestWeight = 10_000_000
const maxPieces = 10_000
export const maxGoldLines = 20

/** Values each line by itself, rounded half-up once, and adds up what came out. */
export function valueLines(lines: readonly EnteredLine[], tariff: Tariff): Valuation {
  const values = lines.map((line) => valueLine(line, tariff))
  const total = { low: 0, high: 0 }
  let valued = 0
  for (const value of values) {
    if (!value.ok) continue
    total.low += value.cents.low
    total.high += value.cents.high
    valued += 1
  }
  return { lines: values, total, valued }
}

export function valueLine({ item, amount }: EnteredLine, tariff: Tariff): LineValue {
  const valuable = findValuable(item)
  if (!valuable) return { ok: false, reason: 'unknown-item' }
  if ('worth' in valuable) return { ok: false, reason: valuable.worth }
  const read = valuable.by === 'piece' ? readPieces(amount) : readGrams(amount)
  if (!read.ok) return read
  const { metal, rate } = valuable
  const price = tariff.centsPerOunce[metal]
  const perMille = tariff.perMille[rate]
  if (price === null || perMille === null) return { ok: false, reason: 'no-price' }
  const fine =
    valuable.by === 'piece'
      ? { low: read.value * valuable.fineMicrograms, high: read.value * valuable.fineMicrograms }
      : { low: read.value * valuable.fineness.low, high: read.value * valuable.fineness.high }
  const cents = { low: worth(fine.low, price, perMille), high: worth(fine.high, price, perMille) }
  return { ok: true, metal, rate, perMille, fine, cents }
}

/** Cents for fine metal in millionths of a gram, rounded half-up once. */
export function worth(micrograms: number, centsPerOunce: number, perMille: number): number {
  const value = BigInt(micrograms) * BigInt(centsPerOunce) * BigInt(perMille)
  return roundHalfUp(value, ounce * 100n)
}

/** Cents per fine gram, rounded: for showing, never for calculating on. */
export function centsPerGram(centsPerOunce: number): number {
  return roundHalfUp(BigInt(centsPerOunce) * 10_000_000n, ounce)
}

/** Cents paid for one gram with a stamp in per mille. */
export function payoutPerGram(stamp: number, centsPerOunce: number, perMille: number): number {
  return worth(Math.round(stamp * 10) * 100, centsPerOunce, perMille)
}

function roundHalfUp(numerator: bigint, denominator: bigint): number {
  return Number((2n * numerator + denominator) / (2n * denominator))
}

type Amount = { ok: true; value: number } | { ok: false; reason: AmountFault }

/** Grams as text, with their unit or without, into hundredths of a gram. */
export function readGrams(text: string): Amount {
  return readHundredths(text.replace(/(g|gr|gramm|grams?)\.?\s*$/i, ''))
}

/** A number as text, comma or point before the decimals, into hundredths. */
export function readHundredths(text: string): Amount {
  const bare = text.replace(/[\s\u00a0\u202f]+/g, '')
  if (bare === '') return { ok: false, reason: 'empty' }
  if (/^[-−–]/.test(bare)) return { ok: false, reason: 'too-small' }
  // 1.234,50 and 1,234.50 say themselves which mark is which.
  const marks = /^(\d{1,3}(?:\.\d{3})+),(\d*)$/.exec(bare) ?? /^(\d{1,3}(?:,\d{3})+)\.(\d*)$/.exec(bare)
  const plain = /^(\d*)(?:[.,](\d*))?$/.exec(bare)
  const [, whole = '', decimals = ''] = marks ?? plain ?? []
  if ((!marks && !plain) || whole + decimals === '') return { ok: false, reason: 'not-a-number' }
  if (!marks && /^[1-9]\d{0,2}$/.test(whole) && decimals.length === 3)
    return { ok: false, reason: 'ambiguous' }
  if (decimals.length > 2 && /[1-9]/.test(decimals.slice(2))) return { ok: false, reason: 'too-precise' }
  const digits = whole.replace(/[.,]/g, '').replace(/^0+/, '')
  if (digits.length > 7) return { ok: false, reason: 'too-large' }
  const value = Number(digits) * 100 + Number(decimals.slice(0, 2).padEnd(2, '0'))
  if (value === 0) return { ok: false, reason: 'too-small' }
  return value > largestWeight ? { ok: false, reason: 'too-large' } : { ok: true, value }
}

/** A number of coins. */
export function readPieces(text: string): Amount {
  const bare = text.trim()
  if (bare === '') return { ok: false, reason: 'empty' }
  if (/^[-−–]\d/.test(bare)) return { ok: false, reason: 'too-small' }
  const [, whole, decimals = ''] = /^(\d+)(?:[.,](\d*))?$/.exec(bare) ?? []
  if (whole === undefined) return { ok: false, reason: 'not-a-number' }
  if (/[1-9]/.test(decimals) || decimals.length === 3) return { ok: false, reason: 'whole-pieces' }
  const digits = whole.replace(/^0+/, '')
  if (digits === '') return { ok: false, reason: 'too-small' }
  if (digits.length > 5 || Number(digits) > maxPieces) return { ok: false, reason: 'too-large' }
  return { ok: true, value: Number(digits) }
}

/**
 * Lines out of a page's query, `item=gold-585&amount=12,4` a line; `more` asks for an empty one, `remove=0` leaves
 * the first out. At most twenty; there is always one.
 */
export function readLines(query: URLSearchParams): EnteredLine[] {
  const amounts = query.getAll('amount')
  const removed = query.get('remove')
  const lines = query
    .getAll('item')
    .slice(0, maxGoldLines)
    .map((item, index) => ({ item: item.slice(0, 40), amount: (amounts[index] ?? '').slice(0, 40) }))
    .filter((_, index) => String(index) !== removed)
  if (lines.length === 0 || (query.has('more') && lines.length < maxGoldLines)) lines.push(emptyLine())
  return lines
}

/** The inverse of `readLines` for lines in which something was entered. */
export function writeLines(lines: readonly EnteredLine[]): URLSearchParams {
  const query = new URLSearchParams()
  for (const { item, amount } of lines) {
    if (amount.trim() === '') continue
    query.append('item', item)
    query.append('amount', amount.trim())
  }
  return query
}

export function emptyLine(): EnteredLine {
  return { item: 'gold-585', amount: '' }
}

/** With one value for every metal. */
export function forMetals<Value>(of: (metal: Metal) => Value): Record<Metal, Value> {
  return Object.fromEntries(metals.map((metal) => [metal, of(metal)])) as Record<Metal, Value>
}
