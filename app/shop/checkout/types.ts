import type { z } from 'zod'
import type { Bilingual, Locale } from '#app/language/locales.ts'
import type { PieceDescription } from '#app/shop/catalogue/piece-essentials.ts'
import type { PieceKind } from '#app/shop/catalogue/types.ts'
import type { viewOf } from './order.ts'
import type { delivery, orderVatId, postalAddress, shipping } from './stored-json.ts'
import type { Taxed } from './tax-treatment.ts'

/** How a piece's price is taxed; the same three as the catalogue's. */
export const taxModes = ['margin_25a', 'standard_19', 'investment_gold_25c'] as const
export type TaxMode = (typeof taxModes)[number]

/**
 * `online` is the payment provider's own page: cards, wallets, PayPal, Klarna. `in-branch`: on collection. `cash` and
 * `card` are those of sales over the counter, with the number of the certified till's receipt.
 */
export const paymentMethods = ['bank-transfer', 'in-branch', 'online', 'cash', 'card'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Where something was sold: in the shop's pages, or over the counter, which is no distance selling. */
export const saleChannels = ['online', 'branch'] as const
export type SaleChannel = (typeof saleChannels)[number]

export type PostalAddress = z.infer<typeof postalAddress>
export type Delivery = z.infer<typeof delivery>

/** What a buyer sends, parsed. Amounts are never among it. */
export type OrderRequest = {
  /** Made once per form (UUID): sent twice, it is one order. */
  submission: string
  locale: Locale
  pieces: string[]
  /** The total the buyer saw, in cents; another one now is told, not charged. */
  seenTotalCents: number
  /** Whether the buyer was told that duties at the border are theirs; undefined where nothing was said either way. */
  seenDuties?: boolean | undefined
  contact: { email: string; phone: string | null }
  /** A business buyer's VAT id, checked; a consumer has none. */
  vatId?: CheckedVatId | null
  invoiceAddress: PostalAddress
  delivery: Delivery
  payment: PaymentMethod
  /** Wrapped as a gift, without a price in the box. */
  giftWrap: boolean
  note: string
  /** Ticked boxes, as `deviationKey` writes them. */
  consents: string[]
}

/** A VAT id that is taken as valid, with how that was found out; kept with the order. */
export type CheckedVatId = z.infer<typeof orderVatId>

/** A deviation from the legal guarantee that a buyer must agree to by a box of its own (§ 476 BGB). */
export type Deviation = {
  piece: string
  kind: 'one-year-liability' | 'known-defect'
  text: Bilingual
  /** Changes whenever the text does; stored with the consent. */
  version: string
}

/** A line of the review, of an order, of an invoice. */
export type OrderLine = {
  piece: string
  kind: PieceKind
  brand: string | null
  name: Bilingual
  reference: string | null
  slug: Bilingual
  photoId: string | null
  priceCents: number
  taxMode: TaxMode
  deviations: Deviation[]
  /** As it was when it was ordered; orders of earlier releases have none. */
  description?: PieceDescription | null | undefined
}

/** A line as it is charged: `priceCents` is what is charged for the listed price. */
export type TaxedLine = OrderLine & { listedCents: number; tax: LineTax }

export type LineTax = Pick<Taxed, 'rule' | 'country' | 'ratePerMille' | 'vatCents'>

/** Everything the review says, computed on the server. Amounts in cents, working days after payment. */
export type Quote = {
  lines: TaxedLine[]
  goodsCents: number
  shippingCents: number
  totalCents: number
  /** VAT contained in the total that may be shown. */
  vatCents: number
  /** Shipping follows the goods: its parts with their tax. */
  shippingTaxes: Taxed[]
  /** What counts towards the threshold of distance sales, net. */
  distanceNetCents: number
  shipping: z.infer<typeof shipping>
}

/** Why a delivery or payment cannot be had for these pieces. */
export type QuoteRefusal =
  | { ok: false; reason: 'country-not-served' }
  | { ok: false; reason: 'value-too-high'; limitCents: number }
  /** Protected species do not leave the EU. */
  | { ok: false; reason: 'protected-species'; pieces: string[] }
  | { ok: false; reason: 'no-such-branch' }
  | { ok: false; reason: 'payment-not-offered' }

export type QuoteResult = { ok: true; quote: Quote } | QuoteRefusal

/** What a piece is to whoever asks with their holder token. `examined`: it was sold, came back, and waits for us. */
export type PieceState = 'available' | 'yours' | 'reserved' | 'sold' | 'examined' | 'gone'

export type TakenPiece = { piece: string; state: Exclude<PieceState, 'available' | 'yours'> }

export type Hold = {
  pieces: string[]
  /** By the database's clock, as `now` is: a countdown is `until - now`. */
  until: Date
  now: Date
}

export type HoldResult =
  | { ok: true; hold: Hold }
  | { ok: false; reason: 'nothing-to-hold' }
  | { ok: false; reason: 'taken'; pieces: TakenPiece[] }
  | TooOften

/**
 * A client that has held pieces for long without a pause, or let orders lapse; or, with `room`, one that keeps its
 * share of the stock already, at checkouts and in unpaid orders: only so many more may be. `retryAfter` in seconds.
 */
export type TooOften = { ok: false; reason: 'too-often'; retryAfter: number; room?: number }

export type PriceChange = { piece: string; beforeCents: number; nowCents: number }

export type PlacedOrder = {
  id: number
  /** As customers say it: `RG-2026-00042`. */
  number: string
  /** Opens the order page; nothing else does. */
  token: string
  payment: PaymentMethod
  totalCents: number
}

export type PlaceOrderResult =
  | { ok: true; order: PlacedOrder; repeated: boolean }
  | { ok: false; reason: 'taken'; pieces: TakenPiece[] }
  /** Prices or shipping changed since the review was shown. */
  | { ok: false; reason: 'total-changed'; totalCents: number }
  /** Duties at the border are the buyer's, and the review did not say so. */
  | { ok: false; reason: 'duties-unsaid' }
  | { ok: false; reason: 'consent-missing'; deviations: Deviation[] }
  | TooOften
  | QuoteRefusal

export type BankDetails = { holder: string; iban: string; bic: string; bank: string }

/** What an order page, a success page and the mails show. */
export type OrderView = ReturnType<typeof viewOf>

/** How to pay by transfer: amount still open, reference, and the EPC QR code for banking apps. */
export type TransferInstructions = BankDetails & {
  amountCents: number
  reference: string
  /** Payload of the code (EPC069-12, version 002). */
  code: string
  /** The code drawn: an SVG that scales, black on white with its quiet zone. */
  svg: string
}

export type StartPaymentResult =
  /** Send the buyer there (303). */
  | { ok: true; url: string }
  | { ok: false; reason: 'already-paid' | 'lapsed' | 'provider-unavailable' | 'not-online' }
