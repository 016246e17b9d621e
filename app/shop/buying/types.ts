import type { z } from 'zod'
import type { Locale } from '#app/language/locales.ts'
import type { StoredPhoto } from '#app/shop/catalogue/photos.ts'
import type { offerLineSchema } from './offer-lines.ts'
import type { SellKind, SellWay } from './sell-request-fields.ts'
import type { SellContact, SellDetails } from './sell-request-form.ts'
import type { SellEvent, SellStatus } from './sell-request-status.ts'
import type { parcel, parcelLabel } from './stored-json.ts'
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

export type SellOffer = {
  id: number
  kind: 'estimate' | 'final'
  lines: OfferLine[]
  cents: Span
  basis: PriceBasis
  note: string
  madeAt: Date
  validUntil: Date
  answer: 'accepted' | 'declined' | 'lapsed' | 'replaced' | null
  answeredAt: Date | null
}

export type SellMessage = {
  id: number
  sender: 'seller' | 'staff'
  text: string
  at: Date
}

export type Appointment = { branchId: string; startsAt: Date; endsAt: Date }

/** How a parcel comes to us: as staff arranged it. `url` leads to the label or the courier's page. */
export type ParcelLabel = z.infer<typeof parcelLabel>
export type Parcel = z.infer<typeof parcel>

export type SellHistoryEntry = {
  event: SellEvent
  from: SellStatus
  to: SellStatus
  by: 'seller' | 'staff' | 'shop'
  at: Date
}

/** A request as its seller sees it, and as staff begin from it. */
export type SellRequestView = {
  id: number
  number: string
  token: string
  locale: Locale
  status: SellStatus
  submittedAt: Date
  kind: SellKind
  details: SellDetails
  valuation: StoredValuation | null
  way: SellWay
  branchId: string | null
  /** `null` once forgotten. */
  contact: SellContact | null
  photos: StoredPhoto[]
  /** The one that stands, or stood last. */
  offer: SellOffer | null
  offers: SellOffer[]
  messages: SellMessage[]
  appointment: Appointment | null
  label: ParcelLabel | null
  parcelIn: Parcel | null
  parcelOut: Parcel | null
  /** Whether the goods are with us. */
  here: boolean
  /** When the present state ends by itself. */
  lapsesAt: Date | null
  history: SellHistoryEntry[]
  /** What the seller may do now. */
  allowed: SellEvent[]
  receipt: { number: string; paidAt: Date; totalCents: number; means: 'cash' | 'transfer' } | null
  forgottenAt: Date | null
}
