import type { CheckedVatId, PaymentMethod, PostalAddress, TaxMode } from '#app/shop/checkout/types.ts'
import { claraBeispiel } from '../checkout.ts'
import { type BookLine, type BookPiece, type Books, sum, taxWithin } from './books.ts'

/** Where a buyer lives, as the law of taxes and a price list of carriers see it. */
export type Buyer = {
  address: PostalAddress | null
  area: 'home' | 'union' | 'outside'
  /** The standard rate there, per mille. */
  ratePerMille: number
  vatId: CheckedVatId | null
  payments: readonly PaymentMethod[]
}

const valid = (id: string): CheckedVatId => ({
  id,
  country: id.slice(0, 2),
  outcome: 'valid',
  checkedAt: '2026-11-20T10:00:00.000Z',
  consultation: null,
})
const sent = ['bank-transfer', 'online'] as const
const at = (country: string, postalCode: string) => ({ ...claraBeispiel, country, postalCode })
const home = { area: 'home', ratePerMille: 190, vatId: null, payments: sent } as const
const union = { area: 'union', vatId: null, payments: sent } as const
const outside = { area: 'outside', ratePerMille: 0, vatId: null, payments: sent } as const

/** Rates: Taxes in Europe Database, November 2026. */
export const buyers: readonly Buyer[] = [
  { ...home, address: at('DE', '50668') },
  { ...home, address: null, payments: ['bank-transfer', 'in-branch', 'online'] },
  { ...home, address: at('DE', '10115'), vatId: valid('DE136695976') },
  { ...union, address: at('AT', '1010'), ratePerMille: 200 },
  { ...union, address: at('FR', '75001'), ratePerMille: 200 },
  { ...union, address: at('NL', '1012 AB'), ratePerMille: 210 },
  { ...union, address: at('HU', '1051'), ratePerMille: 270 },
  { ...union, address: at('FI', '00100'), ratePerMille: 255 },
  { ...union, address: at('GB', 'BT1 1AA'), ratePerMille: 200 },
  { ...union, address: at('AT', '1010'), ratePerMille: 200, vatId: valid('ATU13585627') },
  { ...outside, address: at('CH', '8001') },
  { ...outside, address: at('LI', '9490') },
  { ...outside, address: at('GB', 'SW1A 1AA') },
  { ...outside, address: at('ES', '35001') },
  { ...outside, address: at('DE', '27498') },
]

/** A price list: up to which value of the goods sending costs what. */
const priceLists: [countries: RegExp, [upToCents: number, cents: number][]][] = [
  [
    /^DE$/,
    [
      [50_000, 900],
      [2_500_000, 2_400],
      [10_000_000, 4_900],
    ],
  ],
  [
    /^(CH|LI)$/,
    [
      [2_500_000, 6_900],
      [10_000_000, 11_900],
    ],
  ],
  [
    /^GB$/,
    [
      [2_500_000, 7_900],
      [10_000_000, 12_900],
    ],
  ],
  [
    /./,
    [
      [50_000, 1_900],
      [2_500_000, 4_900],
      [10_000_000, 8_900],
    ],
  ],
]

/** Net amount up to which sales to consumers in other states of the EU may be taxed at home, a year. */
const thresholdCents = 1_000_000

/** What a buyer has to pay for some pieces, and the tax in it. */
export type Reckoning = {
  lines: BookLine[]
  shippingCents: number
  shippingVatCents: number
  totalCents: number
  distanceNetCents: number
}

/** Reckons an order by the law and the price list alone. */
export function reckon(books: Books, pieces: readonly BookPiece[], buyer: Buyer): Reckoning {
  const listed = sum(pieces.map(({ listedCents }) => listedCents))
  const carriage = buyer.address ? carriageOf(buyer.address.country, listed) : 0
  const shares = sharesOfCarriage(pieces, carriage)
  const taxed = (cents: number, taxMode: TaxMode, destination: boolean) => {
    const { rule, ratePerMille, isWithoutTax } = ruleOf(taxMode, buyer, destination)
    const chargedCents = isWithoutTax ? cents - taxWithin(cents, 190) : cents
    return { rule, ratePerMille, chargedCents, vatCents: taxWithin(chargedCents, ratePerMille) }
  }
  const all = (destination: boolean) => ({
    goods: pieces.map(({ id, taxMode, listedCents }) => ({
      ...taxed(listedCents, taxMode, destination),
      piece: id,
      taxMode,
      deductedCents: 0,
      state: 'kept' as const,
    })),
    carriage: shares.map(({ taxMode, cents }) => taxed(cents, taxMode, destination)),
  })
  const netOf = ({ goods, carriage }: ReturnType<typeof all>) =>
    sum(
      [...goods, ...carriage]
        .filter(({ ratePerMille }) => ratePerMille > 0)
        .map(({ chargedCents, vatCents }) => chargedCents - vatCents),
    )
  const isDistanceSale = buyer.area === 'union' && buyer.vatId === null
  const [lastYear, thisYear] = [1, 0].map((ago) => soldAbroad(books, yearIn(new Date()) - ago)) as [
    number,
    number,
  ]
  const isAbroad =
    books.tax.oneStop || lastYear > thresholdCents || thisYear + netOf(all(false)) > thresholdCents
  const result = all(isDistanceSale && isAbroad && netOf(all(false)) > 0)
  const shippingCents = sum(result.carriage.map(({ chargedCents }) => chargedCents))
  return {
    lines: result.goods,
    shippingCents,
    shippingVatCents: sum(result.carriage.map(({ vatCents }) => vatCents)),
    totalCents: sum(result.goods.map(({ chargedCents }) => chargedCents)) + shippingCents,
    distanceNetCents: isDistanceSale ? netOf(result) : 0,
  }
}

const germanYear = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', year: 'numeric' })
const yearIn = (date: Date) => Number(germanYear.format(date))

/** Net amount of distance sales in a calendar year that came to something. */
function soldAbroad({ orders, day }: Books, year: number): number {
  const yearOf = (placedOn: number) => yearIn(new Date(Date.now() - (day - placedOn) * 86_400_000))
  return sum(
    orders
      .filter(({ status }) => !['expired', 'cancelled', 'conflict_refunded'].includes(status))
      .filter(({ placedOn }) => yearOf(placedOn) === year)
      .map(({ distanceNetCents }) => distanceNetCents),
  )
}

function carriageOf(country: string, listedCents: number): number {
  const [, list = []] = priceLists.find(([countries]) => countries.test(country)) ?? []
  return list.find(([upTo]) => listedCents <= upTo)?.[1] ?? 0
}

/** Carriage follows the goods: by value among what is taxed alike, each boundary rounded, so that it adds up. */
function sharesOfCarriage(pieces: readonly BookPiece[], carriage: number) {
  const listed = sum(pieces.map(({ listedCents }) => listedCents))
  const upTo = (modes: readonly TaxMode[]) =>
    Math.round(
      (carriage *
        sum(pieces.filter(({ taxMode }) => modes.includes(taxMode)).map((each) => each.listedCents))) /
        listed,
    )
  const order: TaxMode[] = ['standard_19', 'margin_25a', 'investment_gold_25c']
  return order
    .map((taxMode, at) => ({ taxMode, cents: upTo(order.slice(0, at + 1)) - upTo(order.slice(0, at)) }))
    .filter(({ cents }) => cents > 0)
}

/** By which rule a piece is sold, and the VAT that may be shown for it. */
function ruleOf(taxMode: TaxMode, { area, vatId, ratePerMille }: Buyer, destination: boolean) {
  if (taxMode === 'investment_gold_25c') return { rule: 'gold', ratePerMille: 0, isWithoutTax: false }
  if (taxMode === 'margin_25a')
    return { rule: area === 'outside' ? 'margin-export' : 'margin', ratePerMille: 0, isWithoutTax: false }
  if (area === 'outside') return { rule: 'export', ratePerMille: 0, isWithoutTax: true }
  if (area === 'union' && vatId !== null)
    return { rule: 'intra-community', ratePerMille: 0, isWithoutTax: true }
  return area === 'union' && destination
    ? { rule: 'destination', ratePerMille, isWithoutTax: false }
    : { rule: 'domestic', ratePerMille: 190, isWithoutTax: false }
}
