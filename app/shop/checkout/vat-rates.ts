/**
 * Standard rates of VAT in the EU, per mille, each from a day on. Source: the Commission's “Taxes in Europe Database”
 * (TEDB, https://ec.europa.eu/taxation_customs/tedb), state November 2026. A change is one more entry. Kept since
 * 1 July 2021, when distance sales began to be taxed as today; Germany's since 2007.
 */
const standardRates: Readonly<Record<string, readonly (readonly [from: string, perMille: number])[]>> = {
  AT: [['2021-07-01', 200]],
  BE: [['2021-07-01', 210]],
  BG: [['2021-07-01', 200]],
  CY: [['2021-07-01', 190]],
  CZ: [['2021-07-01', 210]],
  DE: [
    ['2007-01-01', 190],
    ['2020-07-01', 160],
    ['2021-01-01', 190],
  ],
  DK: [['2021-07-01', 250]],
  EE: [
    ['2021-07-01', 200],
    ['2024-01-01', 220],
    ['2025-07-01', 240],
  ],
  ES: [['2021-07-01', 210]],
  FI: [
    ['2021-07-01', 240],
    ['2024-09-01', 255],
  ],
  FR: [['2021-07-01', 200]],
  GR: [['2021-07-01', 240]],
  HR: [['2021-07-01', 250]],
  HU: [['2021-07-01', 270]],
  IE: [['2021-07-01', 230]],
  IT: [['2021-07-01', 220]],
  LT: [['2021-07-01', 210]],
  LU: [
    ['2021-07-01', 170],
    ['2023-01-01', 160],
    ['2024-01-01', 170],
  ],
  LV: [['2021-07-01', 210]],
  MT: [['2021-07-01', 180]],
  NL: [['2021-07-01', 210]],
  PL: [['2021-07-01', 230]],
  PT: [['2021-07-01', 230]],
  RO: [
    ['2021-07-01', 190],
    ['2025-08-01', 210],
  ],
  SE: [['2021-07-01', 250]],
  SI: [['2021-07-01', 220]],
  SK: [
    ['2021-07-01', 200],
    ['2025-01-01', 230],
  ],
  // Northern Ireland counts as the EU for goods (Windsor Framework); the rate is the United Kingdom's.
  XI: [['2021-07-01', 200]],
  // Regions with a standard rate of their own: Jungholz and Mittelberg, the Azores, Madeira.
  'AT-Jungholz': [['2021-07-01', 190]],
  'PT-Azores': [['2021-07-01', 160]],
  'PT-Madeira': [['2021-07-01', 220]],
}

/** The member states, by ISO 3166-1. */
export const memberStates = Object.keys(standardRates).filter((key) => key.length === 2 && key !== 'XI')

/**
 * The standard rate of a country (or `XI`, or a region) on a day (`YYYY-MM-DD`), per mille.
 * @throws where none is known: an order must not be taxed by a guess
 */
export function standardRate(where: string, day: string): number {
  const rate = standardRates[where]?.findLast(([from]) => from <= day)
  if (!rate) throw new Error(`no VAT rate is known for ${where} on ${day}`)
  return rate[1]
}
