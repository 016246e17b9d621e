import type { Settings } from '#app/shop/settings/settings.ts'
import type { Shipping, ShippingZone } from '#app/shop/settings/trade-settings.ts'
import { type TaxCircumstances, taxBasket } from './tax-basket.ts'
import { type TaxPlace, taxPlaceOf, type Whereabouts } from './tax-place.ts'
import type { Taxed } from './tax-treatment.ts'
import {
  type OrderLine,
  type PaymentMethod,
  paymentMethods,
  type QuoteResult,
  type TaxedLine,
} from './types.ts'
import { memberStates } from './vat-rates.ts'

/** Where Annex A–D species may travel without papers of export (EC 338/97). */
const europeanUnion = new Set(memberStates)

/** Where it goes: a country of the delivery area, or a branch. */
export type Destination = ({ kind: 'courier' } & Whereabouts) | { kind: 'collection'; branchId: string }

/** What a line needs to be quoted. */
export type QuotedPiece = OrderLine & { protectedSpecies: boolean }

/** Who orders, when, and what was sold abroad before, as far as tax asks for it. */
export type TaxQuestion = Omit<TaxCircumstances, 'place'>

/**
 * Goods, shipping by zone and value, VAT and total of some pieces at a destination, in cents.
 * All of it is computed here and nowhere else; nothing a browser sends is used as an amount. Zones go by the listed value.
 */
export function quoteOrder(
  pieces: readonly QuotedPiece[],
  destination: Destination,
  { shipping, branches }: Pick<Settings, 'shipping' | 'branches'>,
  question: TaxQuestion,
): QuoteResult {
  const listedCents = pieces.reduce((sum, piece) => sum + piece.priceCents, 0)
  const place = placeOf(destination)
  const delivery =
    destination.kind === 'collection'
      ? collection(destination.branchId, shipping, branches)
      : courier(destination.country, listedCents, pieces, shipping)
  if (!delivery.ok) return delivery
  const { cents, ...rest } = delivery.shipping
  const taxed = taxBasket(pieces, cents, { ...question, place })
  const lines = pieces.map(({ protectedSpecies: _, ...line }, index): TaxedLine => {
    const { rule, country, ratePerMille, vatCents, grossCents } = taxed.lines[index] as Taxed
    return {
      ...line,
      priceCents: grossCents,
      listedCents: line.priceCents,
      tax: { rule, country, ratePerMille, vatCents },
    }
  })
  const sum = (parts: readonly Taxed[], amount: 'grossCents' | 'vatCents') =>
    parts.reduce((all, part) => all + part[amount], 0)
  const goodsCents = sum(taxed.lines, 'grossCents')
  const shippingCents = sum(taxed.shipping, 'grossCents')
  // Northern Ireland lies in a zone with the rest of the kingdom, but goods from the EU bear no duty there.
  const dutiesByBuyer = place.area === 'outside' || (rest.dutiesByBuyer && place.country !== 'XI')
  return {
    ok: true,
    quote: {
      lines,
      goodsCents,
      shippingCents,
      totalCents: goodsCents + shippingCents,
      vatCents: sum(taxed.lines, 'vatCents') + sum(taxed.shipping, 'vatCents'),
      shippingTaxes: taxed.shipping,
      distanceNetCents: taxed.distanceNetCents,
      shipping: { ...rest, dutiesByBuyer },
    },
  }
}

/** Where VAT sees the goods go: what is collected in a branch is handed over at home. */
export function placeOf(destination: Destination): TaxPlace {
  return taxPlaceOf(destination.kind === 'collection' ? { country: 'DE' } : destination)
}

function collection(branchId: string, shipping: Shipping, branches: Settings['branches']) {
  if (!branches.some((branch) => branch.id === branchId)) {
    return { ok: false, reason: 'no-such-branch' } as const
  }
  const { priceCents } = shipping.collection
  const method = 'collection' as const
  return {
    ok: true,
    shipping: { cents: priceCents, zone: null, method, days: null, dutiesByBuyer: false },
  } as const
}

/** What shipping costs there, and how long it takes. */
function courier(country: string, goodsCents: number, pieces: readonly QuotedPiece[], { zones }: Shipping) {
  const zone = zones.find(({ countries }) => countries.includes(country))
  if (!zone) return { ok: false, reason: 'country-not-served' } as const
  const staying = pieces.filter((piece) => piece.protectedSpecies && !europeanUnion.has(country))
  if (staying.length > 0) {
    return { ok: false, reason: 'protected-species', pieces: staying.map(({ piece }) => piece) } as const
  }
  const rate = rateOf(zone, goodsCents)
  if (!rate) {
    const limitCents = Math.max(...zone.rates.map(({ upToCents }) => upToCents))
    return { ok: false, reason: 'value-too-high', limitCents } as const
  }
  const { priceCents, method, days } = rate
  return {
    ok: true,
    shipping: { cents: priceCents, zone: zone.id, method, days, dutiesByBuyer: zone.dutiesByBuyer },
  } as const
}

function rateOf({ rates }: ShippingZone, goodsCents: number) {
  return rates.toSorted((a, b) => a.upToCents - b.upToCents).find(({ upToCents }) => goodsCents <= upToCents)
}

/** What sending one piece costs, in cents, and how many working days it takes after payment. */
export type ShippingRate = {
  countries: string[]
  priceCents: number
  method: ShippingZone['rates'][number]['method']
  days: readonly [number, number]
}

/** For every zone where a piece may be sent: its countries, price and time. The same rules as `quoteOrder`, as listed: what tax
 * changes of it is known with the buyer. */
export function shippingRates(
  { zones }: Shipping,
  piece: { priceCents: number; protectedSpecies: boolean },
): ShippingRate[] {
  return zones.flatMap((zone) => {
    const rate = rateOf(zone, piece.priceCents)
    const countries = zone.countries.filter(
      (country) => !piece.protectedSpecies || europeanUnion.has(country),
    )
    return rate && countries.length > 0
      ? [{ countries, priceCents: rate.priceCents, method: rate.method, days: rate.days }]
      : []
  })
}

/** Which ways to pay are offered (in words: `ways-to-pay-words.ts`); `online` whether a provider is set up. */
export function offeredPayments(
  delivery: Destination['kind'],
  { online }: { online: boolean },
): PaymentMethod[] {
  return paymentMethods.filter((method) => {
    if (method === 'cash' || method === 'card') return false
    if (method === 'in-branch') return delivery === 'collection'
    return method === 'online' ? online : true
  })
}

/** Countries that can be delivered to, in the order of the zones. */
export function servedCountries({ zones }: Shipping): string[] {
  return zones.flatMap(({ countries }) => countries)
}
