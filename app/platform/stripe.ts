import type Stripe from 'stripe'
import { z } from 'zod'
import {
  type PageState,
  type PaymentNotice,
  type PaymentPage,
  type Payments,
  PaymentsUnavailable,
} from './payments.ts'

/**
 * A signature proves who sent something, however old it is, and what is told twice changes nothing: so a notice may be
 * late by weeks. Seconds.
 */
const oldestNotice = 30 * 86_400

/** Stripe's hosted page: cards, wallets, PayPal, Klarna, whatever the account offers. */
export async function openStripe(options: {
  secretKey: string
  webhookSecret: string | undefined
  /** `https://api.stripe.com`, or a stand-in. */
  apiBase: string
}): Promise<Payments> {
  const { default: StripeClient } = await import('stripe')
  const base = new URL(options.apiBase)
  const stripe = new StripeClient(options.secretKey, {
    protocol: base.protocol === 'http:' ? 'http' : 'https',
    host: base.hostname,
    port: base.port === '' ? (base.protocol === 'http:' ? 80 : 443) : Number(base.port),
    maxNetworkRetries: 2,
    timeout: 10_000,
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
  const readPage = async (id: string) =>
    stateOf(sessionSchema.parse(await ask(() => stripe.checkout.sessions.retrieve(id))))
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
        return { ok: true, notice: noticeOf(event) }
      } catch {
        return { ok: false, reason: 'forged' }
      }
    },
  }
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

const sessionSchema = z.object({
  id: z.string().min(1),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.number().int().nullish(),
  currency: z.string().nullish(),
  payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  client_reference_id: z.string().nullish(),
})

type Session = z.infer<typeof sessionSchema>

function stateOf(session: Session): PageState {
  if (session.payment_status === 'paid') {
    const intent = session.payment_intent
    const payment = (typeof intent === 'string' ? intent : intent?.id) ?? session.id
    return { state: 'paid', payment, cents: session.amount_total ?? 0 }
  }
  if (session.status === 'complete') return { state: 'pending' }
  return session.status === 'expired' ? { state: 'closed' } : { state: 'open' }
}

const refundSchema = z.object({
  id: z.string(),
  status: z.string().nullish(),
  amount: z.number().int(),
  payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})

/** `null` for what does not concern us, or is not of the shape it should have: polling finds what it was about. */
function noticeOf(event: Stripe.Event): PaymentNotice | null {
  const object: unknown = event.data?.object
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = sessionSchema.safeParse(object)
      if (!session.success) return null
      const { id, metadata, currency } = session.data
      // Our pages are in euros; cents of anything else are not ours to count.
      if (currency && currency.toLowerCase() !== 'eur') return null
      const order = { id: Number(metadata?.order), number: metadata?.number ?? '' }
      const failed = event.type === 'checkout.session.async_payment_failed'
      return {
        about: 'page',
        page: id,
        order: Number.isSafeInteger(order.id) ? order : null,
        state: failed ? { state: 'closed' } : stateOf(session.data),
      }
    }
    case 'refund.created':
    case 'refund.updated': {
      const refund = refundSchema.safeParse(object)
      if (!refund.success || refund.data.status !== 'succeeded') return null
      const ours = Number(refund.data.metadata?.refund)
      if (!Number.isSafeInteger(ours)) return null
      const { id: reference, amount: cents, payment_intent: intent } = refund.data
      const payment = (typeof intent === 'string' ? intent : intent?.id) ?? null
      return { about: 'refund', refund: ours, reference, payment, cents }
    }
    default:
      return null
  }
}
