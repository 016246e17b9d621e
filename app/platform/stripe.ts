import type Stripe from 'stripe'
import { z } from 'zod'
import { boundedText } from './bounded-answer.ts'
import type { Env } from './env.ts'
import {
  type PageState,
  type PaymentPage,
  type Payments,
  PaymentsUnavailable,
  type ReadNotice,
} from './payments.ts'

/**
 * A signature proves who sent something, however old it is, and what is told twice changes nothing: so a notice may be
 * late by weeks. Seconds.
 */
const oldestNotice = 30 * 86_400

/**
 * How long one try may take to the end of its answer, and how often a call is tried again: buyers wait for it, and it
 * is asked again with the same key. Milliseconds; an answer in bytes.
 */
const limits = { timeout: 5_000, retries: 1, largestAnswer: 1_000_000 }

/** The provider that the environment names, null where it names none. */
export async function paymentsOf(
  env: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE'>,
) {
  if (env.STRIPE_SECRET_KEY === undefined) return null
  return openStripe({
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET,
    apiBase: env.STRIPE_API_BASE,
  })
}

/** Stripe's hosted page: cards, wallets, PayPal, Klarna, whatever the account offers. */
export async function openStripe(options: {
  secretKey: string
  webhookSecret: string | undefined
  /** `https://api.stripe.com`, or a stand-in. */
  apiBase: string
  limits?: { timeout: number; retries: number }
}): Promise<Payments> {
  const { default: StripeClient } = await import('stripe')
  const base = new URL(options.apiBase)
  const stripe = new StripeClient(options.secretKey, {
    protocol: base.protocol === 'http:' ? 'http' : 'https',
    host: base.hostname,
    port: base.port === '' ? (base.protocol === 'http:' ? 80 : 443) : Number(base.port),
    maxNetworkRetries: options.limits?.retries ?? limits.retries,
    timeout: options.limits?.timeout ?? limits.timeout,
    httpClient: StripeClient.createFetchHttpClient(wholeAnswer),
    telemetry: false,
  })
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof StripeClient.errors.StripeError)) throw error
      const final = ['StripeInvalidRequestError', 'StripeIdempotencyError', 'StripeCardError'].includes(
        error.type,
      )
      throw new PaymentsUnavailable(error, !final)
    }
  }
  const readPage = async (id: string): Promise<PageState> => {
    const session = sessionSchema.safeParse(await ask(() => stripe.checkout.sessions.retrieve(id)))
    if (!session.success)
      return { state: 'wrong', what: `the answer about its page is none: ${session.error.message}` }
    return stateOf(session.data)
  }
  return {
    async openPage(page) {
      const session = await ask(() =>
        stripe.checkout.sessions.create(sessionParams(page), {
          idempotencyKey: `order-${page.orderId}-page`,
        }),
      )
      if (!session.url) throw new PaymentsUnavailable(new Error('a page without an address'), false)
      return { id: session.id, url: session.url }
    },
    readPage,
    async closePage(id) {
      const state = await readPage(id)
      if (state.state !== 'open') return state
      try {
        await ask(() => stripe.checkout.sessions.expire(id))
        return { state: 'closed' }
      } catch (error) {
        // Paid in this very moment: then it cannot be closed, and says so when it is looked at again.
        if (error instanceof PaymentsUnavailable && !error.passing) return readPage(id)
        throw error
      }
    },
    async refund({ id, payment, cents }) {
      const metadata = { refund: String(id) }
      const made = await ask(() =>
        stripe.refunds.create(
          { payment_intent: payment, amount: cents, metadata },
          { idempotencyKey: `refund-${id}` },
        ),
      )
      if (made.status === 'failed' || made.status === 'canceled') {
        throw new PaymentsUnavailable(new Error(`refund ${made.id} is ${made.status}`), false)
      }
      return made.id
    },
    async readNotice(body, signature) {
      if (!options.webhookSecret) return { ok: false, reason: 'not-set-up' }
      try {
        const event = stripe.webhooks.constructEvent(
          body,
          signature ?? '',
          options.webhookSecret,
          oldestNotice,
        )
        return noticeOf(event)
      } catch {
        return { ok: false, reason: 'forged' }
      }
    },
  }
}

/**
 * A request with the end of its answer: the client's own limits of time hold for its beginning, or for a pause between two
 * bytes of it, and an answer that trickles would keep a buyer waiting for ever.
 */
async function wholeAnswer(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(address, init)
  const text = await boundedText(response, limits.largestAnswer)
  const { status, statusText, headers } = response
  return new Response(status === 204 ? null : text, { status, statusText, headers })
}

function sessionParams(page: PaymentPage): Stripe.Checkout.SessionCreateParams {
  const metadata = { order: String(page.orderId), number: page.orderNumber }
  return {
    mode: 'payment',
    client_reference_id: String(page.orderId),
    customer_email: page.email,
    locale: page.locale === 'en' ? 'en-GB' : page.locale,
    line_items: page.items.map(({ name, cents }) => ({
      quantity: 1,
      price_data: { currency: 'eur', unit_amount: cents, product_data: { name: name.slice(0, 250) } },
    })),
    metadata,
    payment_intent_data: { metadata, description: page.orderNumber },
    expires_at: Math.floor(page.expiresAt.getTime() / 1000),
    success_url: page.successUrl,
    cancel_url: page.cancelUrl,
  }
}

/** The most an amount may be, in cents: what the database holds. */
const mostCents = 2_147_483_647
/** Numbers of the provider's, and ours that it gives back: printable and short, or they are not of either. */
const reference = z.string().regex(/^[\x21-\x7e]{1,255}$/)
const ownId = /^[1-9]\d{0,14}$/
const intent = z.union([reference, z.object({ id: reference })]).nullish()
const metadata = z.record(z.string(), z.unknown()).nullish()

/** Amounts and currency are judged by `stateOf`: a page that says something strange of them is still one of ours. */
const sessionSchema = z.object({
  id: reference,
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.unknown().optional(),
  currency: z.unknown().optional(),
  payment_intent: intent,
  metadata,
})

type Session = z.infer<typeof sessionSchema>

function stateOf(session: Session): PageState {
  const { amount_total: cents, currency } = session
  if (!isAmount(cents)) return { state: 'wrong', what: `its amount is ${shown(cents)}` }
  // Our pages are in euros; cents of anything else are not ours to count.
  if (!isEuro(currency)) return { state: 'wrong', what: `its currency is ${shown(currency)}` }
  // What costs nothing is none of our pages.
  if (session.payment_status === 'no_payment_required')
    return { state: 'wrong', what: 'it says that nothing was to be paid' }
  if (session.payment_status === 'paid') {
    const intent = session.payment_intent
    const payment = (typeof intent === 'string' ? intent : intent?.id) ?? session.id
    return { state: 'paid', payment, cents }
  }
  if (session.status === 'complete') return { state: 'pending' }
  return session.status === 'expired' ? { state: 'closed' } : { state: 'open' }
}

function isAmount(cents: unknown): cents is number {
  return Number.isInteger(cents) && (cents as number) > 0 && (cents as number) <= mostCents
}

const isEuro = (currency: unknown) => typeof currency === 'string' && currency.toLowerCase() === 'eur'

/** For the log, whatever it is. */
const shown = (value: unknown) => (JSON.stringify(value) ?? 'missing').slice(0, 60)

const refundSchema = z.object({
  id: reference,
  status: z.string().nullish(),
  amount: z.unknown().optional(),
  currency: z.unknown().optional(),
  payment_intent: intent,
  metadata,
})

/** A notice of `null` does not concern us, or is not of the shape it should have: polling finds what it was about. */
function noticeOf(event: Stripe.Event): ReadNotice {
  const object: unknown = event.data?.object
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = sessionSchema.safeParse(object)
      if (!session.success) return { ok: true, notice: null }
      const { id, metadata } = session.data
      const failed = event.type === 'checkout.session.async_payment_failed'
      const state = stateOf(session.data)
      // A page in a currency of this world is somebody else's of the same account; anything else is nobody's.
      const isForeign =
        isAmount(session.data.amount_total) && /^[a-z]{3}$/i.test(String(session.data.currency))
      if (state.state === 'wrong' && !isForeign)
        return { ok: false, reason: 'wrong', what: `${event.type} of ${id}: ${state.what}` }
      const [order, number] = [metadata?.order, metadata?.number]
      const known = typeof order === 'string' && ownId.test(order) && typeof number === 'string'
      return {
        ok: true,
        notice: {
          about: 'page',
          page: id,
          order: known && reference.safeParse(number).success ? { id: Number(order), number } : null,
          state: failed && state.state !== 'wrong' ? { state: 'closed' } : state,
        },
      }
    }
    case 'refund.created':
    case 'refund.updated': {
      const refund = refundSchema.safeParse(object)
      if (!refund.success || refund.data.status !== 'succeeded') return { ok: true, notice: null }
      const { id, amount: cents, currency, payment_intent: intent, metadata } = refund.data
      const ours = metadata?.refund
      if (typeof ours !== 'string' || !ownId.test(ours)) return { ok: true, notice: null }
      if (!isAmount(cents))
        return { ok: false, reason: 'wrong', what: `${event.type} of ${id}: its amount is ${shown(cents)}` }
      if (currency !== undefined && !isEuro(currency))
        return {
          ok: false,
          reason: 'wrong',
          what: `${event.type} of ${id}: its currency is ${shown(currency)}`,
        }
      const payment = (typeof intent === 'string' ? intent : intent?.id) ?? null
      return { ok: true, notice: { about: 'refund', refund: Number(ours), reference: id, payment, cents } }
    }
    default:
      return { ok: true, notice: null }
  }
}
