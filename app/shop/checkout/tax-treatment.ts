import type { TaxPlace } from './tax-place.ts'
import type { TaxMode } from './types.ts'
import { standardRate } from './vat-rates.ts'

/** How a sale is taxed. */
export const taxRules = [
  'gold',
  'margin-export',
  'margin',
  'export',
  'intra-community',
  'destination',
  'domestic',
] as const
export type TaxRule = (typeof taxRules)[number]

/** What decides about the tax of a piece. */
export type TaxFacts = {
  taxMode: TaxMode
  place: TaxPlace
  /** Country of a buyer's VAT id that was found valid, as ISO 3166-1 or `XI`; null: sold as to a consumer. */
  vatIdCountry: string | null
  /** Whether distance sales are taxed at their destination: see `isTaxedAtDestination`. */
  atDestination: boolean
}

type Rule = {
  rule: TaxRule
  /** Days between which it holds, as `YYYY-MM-DD`; `to` null: until it is changed. */
  from: string
  to: string | null
  source: string
  /** Whether VAT that the listed price contains is taken out of it. */
  isWithoutTax: boolean
  holds(facts: TaxFacts): boolean
}

const isOutside = ({ place }: TaxFacts) => place.area === 'outside'
const isInUnion = ({ place }: TaxFacts) => place.area === 'union'

/** Every rule with its source; the first that holds on the day decides. The operator's adviser confirms them. */
const rules: readonly Rule[] = [
  {
    rule: 'gold',
    from: '2000-01-01',
    to: null,
    source: '§ 25c (1) UStG: investment gold is free wherever it goes',
    isWithoutTax: false,
    holds: ({ taxMode }) => taxMode === 'investment_gold_25c',
  },
  {
    rule: 'margin-export',
    from: '1995-01-01',
    to: null,
    source: '§ 25a (5), § 4 no. 1a, § 6 UStG: an export is free under the margin scheme as well',
    isWithoutTax: false,
    holds: (facts) => facts.taxMode === 'margin_25a' && isOutside(facts),
  },
  {
    rule: 'margin',
    from: '1995-01-01',
    to: null,
    source:
      '§ 25a (3), (5), (7) UStG: taxed in Germany wherever in the EU it goes, and never intra-Community',
    isWithoutTax: false,
    holds: ({ taxMode }) => taxMode === 'margin_25a',
  },
  {
    rule: 'export',
    from: '1980-01-01',
    to: null,
    source: '§ 4 no. 1a, § 6 UStG: exports are free, with proof (§§ 8 to 17 UStDV)',
    isWithoutTax: true,
    holds: isOutside,
  },
  {
    rule: 'intra-community',
    from: '2020-01-01',
    to: null,
    source: '§ 4 no. 1b, § 6a (1) UStG: to a business that used a valid VAT id of another member state',
    isWithoutTax: true,
    holds: (facts) => isInUnion(facts) && facts.vatIdCountry !== null && facts.vatIdCountry !== 'DE',
  },
  {
    rule: 'destination',
    from: '2021-07-01',
    to: null,
    source: '§ 3c (1), (4), § 18j UStG: distance sales to consumers above the threshold, or by choice',
    isWithoutTax: false,
    holds: (facts) => isInUnion(facts) && facts.vatIdCountry === null && facts.atDestination,
  },
  {
    rule: 'domestic',
    from: '2007-01-01',
    to: null,
    source: '§ 12 (1) UStG: anything else bears the German rate',
    isWithoutTax: false,
    holds: () => true,
  },
]

function ruleFor(facts: TaxFacts, day: string): Rule {
  const found = rules.find(
    (rule) => rule.from <= day && (rule.to === null || day <= rule.to) && rule.holds(facts),
  )
  if (!found) throw new Error(`no rule of tax holds on ${day}`)
  return found
}

/** A part of a sale with its tax, in cents: `netCents` and `vatCents` are `grossCents`. */
export type Taxed = {
  rule: TaxRule
  /** Whose VAT it is: ISO 3166-1, or `XI`; where there is none, where the goods go. */
  country: string
  ratePerMille: number
  /** As listed, with German VAT in it where the piece bears it. */
  listedCents: number
  netCents: number
  /** VAT that may be shown: none under the margin scheme. */
  vatCents: number
  /** What is charged. */
  grossCents: number
}

/** VAT contained in a gross amount, rounded half-up to the cent. */
export function vatIn(grossCents: number, ratePerMille: number): number {
  const whole = 1000 + ratePerMille
  return Math.floor((2 * grossCents * ratePerMille + whole) / (2 * whole))
}

/**
 * The tax on one listed amount. Within the EU the listed price is charged whatever the rate in it; what is free of tax
 * is charged without the German VAT that its price contains. `day` is the German day of the sale.
 */
export function taxOf(listedCents: number, facts: TaxFacts, day: string): Taxed {
  const { rule, isWithoutTax } = ruleFor(facts, day)
  const taxedIn = rule === 'destination' ? facts.place.rateOf : rule === 'domestic' ? 'DE' : null
  const ratePerMille = taxedIn === null ? 0 : standardRate(taxedIn, day)
  const grossCents = isWithoutTax ? listedCents - vatIn(listedCents, standardRate('DE', day)) : listedCents
  const vatCents = vatIn(grossCents, ratePerMille)
  const country = rule === 'domestic' || rule === 'margin' ? 'DE' : facts.place.country
  return {
    rule,
    country,
    ratePerMille,
    listedCents,
    netCents: grossCents - vatCents,
    vatCents,
    grossCents,
  }
}

/** The seller's choices about distance sales (`tax` of the settings), and what was sold so far. */
export type DistanceSales = {
  /** From this day on distance sales are taxed at their destination, by choice. */
  oneStopSince: string | null
  /** The day on which the threshold was passed, counted elsewhere as well. */
  thresholdPassedOn: string | null
  /** Net amounts of the shop's own distance sales in this calendar year and the one before, cents. */
  thisYearCents: number
  lastYearCents: number
}

/** Distance sales within the EU up to which a seller may tax them at home, net, a calendar year (§ 3c (4) UStG). */
const thresholdCents = 1_000_000

/**
 * Whether a distance sale of `netCents` is taxed at its destination: by choice, because the threshold was passed in this
 * year or the one before, or because this very sale passes it.
 */
export function isTaxedAtDestination(sales: DistanceSales, netCents: number, day: string): boolean {
  const { oneStopSince, thresholdPassedOn, thisYearCents, lastYearCents } = sales
  if (oneStopSince !== null && oneStopSince <= day) return true
  const yearOf = (date: string) => Number(date.slice(0, 4))
  if (thresholdPassedOn !== null && thresholdPassedOn <= day && yearOf(day) - yearOf(thresholdPassedOn) <= 1)
    return true
  return lastYearCents > thresholdCents || thisYearCents + netCents > thresholdCents
}
