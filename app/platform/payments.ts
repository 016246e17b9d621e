/** What the provider's page of an order is about. Amounts in cents. */
export type PaymentPage = {
  orderId: number
  orderNumber: string
  email: string
  locale: 'de' | 'en'
  items: { name: string; cents: number }[]
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

/** What the provider says about a page; `payment` is its number of the money. */
export type PageState =
  | { state: 'open' }
  /** The buyer is done, the money is on its way. */
  | { state: 'pending' }
  | { state: 'paid'; payment: string; cents: number }
  | { state: 'closed' }
  /** What it says cannot be: an amount that is none, another currency. Nothing follows from it; staff look into it. */
  | { state: 'wrong'; what: string }

/** Something the provider tells by itself. Everything else it tells is of no concern. */
export type PaymentNotice =
  | { about: 'page'; page: string; order: { id: number; number: string } | null; state: PageState }
  | { about: 'refund'; refund: number; reference: string; payment: string | null; cents: number }

export type ReadNotice =
  | { ok: true; notice: PaymentNotice | null }
  | { ok: false; reason: 'forged' | 'not-set-up' }
  /** Signed, and yet it says what cannot be; `what` for the log. */
  | { ok: false; reason: 'wrong'; what: string }

/**
 * The payment provider. Every call that changes something carries a key, so that asking again asks for the same.
 * Calls throw `PaymentsUnavailable` when the provider does not answer or refuses for the moment.
 */
export type Payments = {
  /** Makes the page of an order, or gives the one made before: one key an order. */
  openPage(page: PaymentPage): Promise<{ id: string; url: string }>
  readPage(id: string): Promise<PageState>
  /** Closes a page nobody may pay on any more. Says what it was just before. */
  closePage(id: string): Promise<PageState>
  /** Sends an amount of a payment back. Returns the provider's number of it. */
  refund(refund: { id: number; payment: string; cents: number }): Promise<string>
  /** Reads what the provider posted; nothing that is not signed is believed. */
  readNotice(body: string, signature: string | null): Promise<ReadNotice>
}

export class PaymentsUnavailable extends Error {
  /** Whether asking again may help. */
  readonly passing: boolean
  constructor(cause: unknown, passing: boolean) {
    super(`the payment provider failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'PaymentsUnavailable'
    this.passing = passing
  }
}
