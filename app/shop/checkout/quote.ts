import type { Settings } from '#app/shop/settings/settings.ts'
import type { Shipping, ShippingZone } from '#app/shop/settings/trade-settings.ts'
import { type OrderLine, type PaymentMethod, paymentMethods, type QuoteResult } from './types.ts'

/** Where Annex A–D species may travel without papers of export (EC 338/97). */
const europeanUnion = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/** Where it goes: a country of the delivery area, or a branch. */
export type Destination = { kind: 'courier'; country: string } | { kind: 'collection'; branchId: string }

/** What a line needs to be quoted. */
export type QuotedPiece = OrderLine & { protectedSpecies: boolean }

/**
 * Goods, shipping by zone and value, VAT and total of some pieces at a destination, in cents.
 * All of it is computed here and nowhere else; nothing a browser sends is used as an amount.
 */
export function quoteOrder(
  pieces: readonly QuotedPiece[],
  destination: Destination,
  { shipping, branches }: Pick<Settings, 'shipping' | 'branches'>,
): QuoteResult {
  const goodsCents = pieces.reduce((sum, piece) => sum + piece.priceCents, 0)
  const delivery =
    destination.kind === 'collection'
      ? collection(destination.branchId, shipping, branches)
      : courier(destination.country, goodsCents, pieces, shipping)
  if (!delivery.ok) return delivery
  const { cents, ...rest } = delivery.shipping
  const lines = pieces.map(({ protectedSpecies: _, ...line }) => line)
  return {
    ok: true,
    quote: {
      lines,
      goodsCents,
      shippingCents: cents,
      totalCents: goodsCents + cents,
      vatCents: vatOf(lines, cents),
      shipping: rest,
    },
  }
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

/** For every zone where a piece may be sent: its countries, price and time. The same rules as `quoteOrder`. */
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

type Taxed = readonly Pick<OrderLine, 'priceCents' | 'taxMode'>[]

/** Of a total, what is taxed at 19 %: the pieces sold so and the share of shipping that follows them, cents gross. */
function taxedCents(lines: Taxed, shippingCents: number): number {
  const goods = lines.reduce((sum, line) => sum + line.priceCents, 0)
  const taxed = lines.reduce((sum, line) => sum + (line.taxMode === 'standard_19' ? line.priceCents : 0), 0)
  return taxed === 0 ? 0 : taxed + Math.round((shippingCents * taxed) / goods)
}

/**
 * VAT that the total contains and an invoice may show: of pieces taxed at 19 %, and of the share of shipping that
 * follows them. Margin pieces show none (§ 14a (6) UStG), investment gold has none (§ 25c UStG).
 */
export function vatOf(lines: Taxed, shippingCents: number): number {
  return Math.round((taxedCents(lines, shippingCents) * 19) / 119)
}

/** The net amount that `vatOf` is charged on, which an invoice has to show with it (§ 14 (4) no. 7 UStG), cents. */
export function netOf(lines: Taxed, shippingCents: number): number {
  return taxedCents(lines, shippingCents) - vatOf(lines, shippingCents)
}

/** The ways to pay that can be had; `online` whether a provider is set up. */
export function offeredPayments(
  delivery: Destination['kind'],
  { online }: { online: boolean },
): PaymentMethod[] {
  return paymentMethods.filter((method) => {
    if (method === 'in-branch') return delivery === 'collection'
    return method === 'online' ? online : true
  })
}

/** Countries that can be delivered to, in the order of the zones. */
export function servedCountries({ zones }: Shipping): string[] {
  return zones.flatMap(({ countries }) => countries)
}
