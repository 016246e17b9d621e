import type { z } from 'zod'
import type { readSellRequest } from './find-sell-request.ts'
import type { offerLineSchema, offerOf } from './offer-lines.ts'
import type { parcel } from './stored-json.ts'
import type { Metal, RateName } from './valuables.ts'
import type { EnteredLine, LineValue, Span } from './valuation.ts'

/** The prices something was reckoned with: what stands in the receipt years later. */
export type PriceBasis = {
  prices: Partial<Record<Metal, { centsPerOunce: number; at: string; source: string }>>
  /** Per mille. */
  rates: Partial<Record<RateName, number>>
}

/** What the calculator said to a request, reckoned on the server when it arrived. */
export type StoredValuation = PriceBasis & {
  at: string
  lines: (EnteredLine & { value: LineValue })[]
  total: Span
  valued: number
}

/** How a piece was tested. */
export const testMethods = [
  'visual',
  'touchstone',
  'xrf',
  'density',
  'ultrasound',
  'melt',
  'movement',
] as const

/** `scrap` and `bullion` are bought for their metal, `jewellery` and `watch` to be sold on. */
export const purchaseKinds = ['watch', 'jewellery', 'bullion', 'scrap'] as const

/** One piece of an estimate or final offer. */
export type OfferLine = z.output<typeof offerLineSchema>

export type SellOffer = ReturnType<typeof offerOf>

export type Parcel = z.infer<typeof parcel>

/** A request as its seller sees it, and as staff begin from it. */
export type SellRequestView = NonNullable<Awaited<ReturnType<typeof readSellRequest>>>
