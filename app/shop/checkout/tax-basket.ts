import type { TaxPlace } from './tax-place.ts'
import {
  type DistanceSales,
  isTaxedAtDestination,
  type Taxed,
  type TaxFacts,
  type TaxRule,
  taxOf,
} from './tax-treatment.ts'
import type { TaxMode } from './types.ts'

/** Where a basket goes, to whom and when, as far as tax asks for it. */
export type TaxCircumstances = {
  place: TaxPlace
  /** Country of the buyer's VAT id that was found valid; null: a consumer. */
  vatIdCountry: string | null
  /** German day of the sale, `YYYY-MM-DD`. */
  day: string
  sales: DistanceSales
}

export type TaxedBasket = {
  /** In the order of the pieces. */
  lines: Taxed[]
  /** Shipping, which follows the goods: a part for each way in which they are taxed. */
  shipping: Taxed[]
  /** Net amount of what counts towards the threshold of distance sales. */
  distanceNetCents: number
}

/** In this order shipping is divided, so that rounding always favours the same part. */
const modes: readonly TaxMode[] = ['standard_19', 'margin_25a', 'investment_gold_25c']

/** The tax on pieces and on the shipping that follows them, each rounded once; sums are sums of these. */
export function taxBasket(
  pieces: readonly { priceCents: number; taxMode: TaxMode }[],
  shippingCents: number,
  { place, vatIdCountry, day, sales }: TaxCircumstances,
): TaxedBasket {
  const shares = shippingShares(pieces, shippingCents)
  const all = (atDestination: boolean) => {
    const facts = (taxMode: TaxMode): TaxFacts => ({ taxMode, place, vatIdCountry, atDestination })
    return {
      lines: pieces.map(({ priceCents, taxMode }) => taxOf(priceCents, facts(taxMode), day)),
      shipping: shares.map(({ taxMode, cents }) => taxOf(cents, facts(taxMode), day)),
    }
  }
  const atHome = all(false)
  const isDistanceSale = place.area === 'union' && vatIdCountry === null
  const netOf = ({ lines, shipping }: Pick<TaxedBasket, 'lines' | 'shipping'>) =>
    [...lines, ...shipping]
      .filter(({ rule }) => rule === 'domestic' || rule === 'destination')
      .reduce((sum, part) => sum + part.netCents, 0)
  if (!isDistanceSale || netOf(atHome) === 0) return { ...atHome, distanceNetCents: 0 }
  const taxed = isTaxedAtDestination(sales, netOf(atHome), day) ? all(true) : atHome
  return { ...taxed, distanceNetCents: netOf(taxed) }
}

/** An amount in proportion to others, in whole cents that add up: each share is the difference of two sums, rounded. */
export function inProportion(
  cents: number,
  to: readonly number[],
  rounded: (cents: number) => number = Math.floor,
): number[] {
  const whole = to.reduce((sum, each) => sum + each, 0)
  if (whole === 0) return to.map(() => 0)
  let before = 0
  return to.map((each) => {
    const from = rounded((cents * before) / whole)
    before += each
    return rounded((cents * before) / whole) - from
  })
}

/** Shipping in proportion to the listed prices of what is taxed alike. */
function shippingShares(pieces: readonly { priceCents: number; taxMode: TaxMode }[], shippingCents: number) {
  if (shippingCents === 0) return []
  const listed = modes.map((taxMode) =>
    pieces.filter((piece) => piece.taxMode === taxMode).reduce((sum, { priceCents }) => sum + priceCents, 0),
  )
  // Rounded as on every invoice so far.
  const shares = inProportion(shippingCents, listed, Math.round)
  return modes.flatMap((taxMode, at) => {
    const cents = shares[at] ?? 0
    return cents === 0 ? [] : [{ taxMode, cents }]
  })
}

/** What one piece of an order bears of its shipping, and of the VAT in it. */
export type ShippingShare = { grossCents: number; vatCents: number }

/** The parts of shipping as each piece bears them: a part goes by listed prices to the pieces that are taxed like it. */
export function shippingOfPieces(
  pieces: readonly { listedCents: number; rule: TaxRule }[],
  shipping: readonly Pick<Taxed, 'rule' | 'grossCents' | 'vatCents'>[],
): ShippingShare[] {
  const shares = pieces.map(() => ({ grossCents: 0, vatCents: 0 }))
  for (const part of shipping) {
    const listed = pieces.map(({ rule, listedCents }) => (rule === part.rule ? listedCents : 0))
    const gross = inProportion(part.grossCents, listed)
    const vat = inProportion(part.vatCents, listed)
    for (const [at, share] of shares.entries()) {
      share.grossCents += gross[at] ?? 0
      share.vatCents += vat[at] ?? 0
    }
  }
  return shares
}

/** Amounts that are taxed alike, as an invoice has to show them (§ 14 (4) no. 7 UStG). */
export type TaxSum = Omit<Taxed, 'listedCents'>

/** The sums of parts by rule, country and rate, in the order in which they come. */
export function taxSums(parts: readonly TaxSum[]): TaxSum[] {
  const sums: TaxSum[] = []
  for (const { rule, country, ratePerMille, netCents, vatCents, grossCents } of parts) {
    const sum = sums.find(
      (each) => each.rule === rule && each.country === country && each.ratePerMille === ratePerMille,
    )
    if (sum) {
      sum.netCents += netCents
      sum.vatCents += vatCents
      sum.grossCents += grossCents
    } else sums.push({ rule, country, ratePerMille, netCents, vatCents, grossCents })
  }
  return sums
}
