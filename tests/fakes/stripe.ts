import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Session = {
  id: string
  object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  payment_intent: string | null
  amount_total: number
  currency: string
  customer_email: string
  client_reference_id: string
  metadata: Record<string, string>
  expires_at: number
  success_url: string
  cancel_url: string
  url: string | null
}
type Refund = {
  id: string
  object: 'refund'
  payment_intent: string
  amount: number
  status: 'succeeded'
  metadata: Record<string, string>
}
export type StripeEvent = {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: unknown }
}

export type FakeStripe = {
  /** For `STRIPE_API_BASE`. */
  apiBase: string
  secretKey: string
  webhookSecret: string
  sessions: Map<string, Session>
  refunds: Refund[]
  /** Every event so far, sent or not. */
  events: StripeEvent[]
  /** How often money was taken. */
  captures: number
  /** Where events are posted; null: nowhere, as if all were lost. */
  webhookUrl: string | null
  /** Answers every call with 500 or breaks the connection while set. */
  failWith(fault: 'broken' | 'closed' | null): void
  /** The buyer pays on the page. `delayed`: by a method that takes days. Returns false when the page is closed. */
  pay(session: string, options?: { delayed?: boolean }): Promise<boolean>
  /** Delayed money arrives, or does not. */
  finish(session: string, arrives: boolean): Promise<void>
  /** The page's time is up. */
  lapse(session: string): Promise<void>
  /** `Stripe-Signature` for a body, made at a time (seconds) with a secret. */
  sign(body: string, options?: { secret?: string; at?: number }): string
  /** Posts an event again; resolves with the status of the answer. */
  send(event: StripeEvent, options?: { url?: string; signature?: string }): Promise<number>
  stop(): Promise<void>
}

/**
 * Stripe as far as the shop uses it, over real HTTP: payment pages made, read and closed, refunds, signed events. Its
 * pages can be opened in a browser. Sentinels: a buyer `delayed@…` pays by a method that takes days, of `lost@…` no
 * event is ever sent.
 */
export async function startFakeStripe(
  options: { port?: number; webhookUrl?: string } = {},
): Promise<FakeStripe> {
  const secretKey = 'sk_test_of_the_fake'
  const webhookSecret = 'whsec_of_the_fake'
  const answers = new Map<string, { body: string; answer: { status: number; json: unknown } }>()
  let fault: 'broken' | 'closed' | null = null
  let origin = ''

  const fake: FakeStripe = {
    get apiBase() {
      return origin
    },
    secretKey,
    webhookSecret,
    sessions: new Map(),
    refunds: [],
    events: [],
    captures: 0,
    webhookUrl: options.webhookUrl ?? null,
    failWith(next) {
      fault = next
    },
    async pay(id, { delayed = false } = {}) {
      const session = fake.sessions.get(id)
      if (session?.status !== 'open') return false
      session.status = 'complete'
      session.url = null
      session.payment_intent = `pi_${id.slice(3)}`
      if (!delayed) {
        session.payment_status = 'paid'
        fake.captures += 1
      }
      await tell('checkout.session.completed', session)
      return true
    },
    async finish(id, arrives) {
      const session = fake.sessions.get(id)
      if (!session) throw new Error(`no session ${id}`)
      if (arrives) {
        session.payment_status = 'paid'
        fake.captures += 1
      }
      await tell(`checkout.session.async_payment_${arrives ? 'succeeded' : 'failed'}`, session)
    },
    async lapse(id) {
      const session = fake.sessions.get(id)
      if (session?.status !== 'open') return
      session.status = 'expired'
      session.url = null
      await tell('checkout.session.expired', session)
    },
    sign(body, { secret = webhookSecret, at = Math.floor(Date.now() / 1000) } = {}) {
      return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
    },
    async send(event, { url = fake.webhookUrl ?? '', signature } = {}) {
      const body = JSON.stringify(event)
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature ?? fake.sign(body) }
      const response = await fetch(url, { method: 'POST', headers, body })
      await response.arrayBuffer()
      return response.status
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }

  async function tell(type: string, session: Session): Promise<void> {
    const event: StripeEvent = {
      id: `evt_${randomBytes(8).toString('hex')}`,
      object: 'event',
      type,
      created: Math.floor(Date.now() / 1000),
      data: { object: structuredClone(session) },
    }
    fake.events.push(event)
    if (fake.webhookUrl === null || session.customer_email.startsWith('lost@')) return
    // As Stripe does: what cannot be delivered is no fault of the page's.
    await fake.send(event).catch(() => undefined)
  }

  function api(method: string, path: string, form: URLSearchParams): { status: number; json: unknown } {
    if (method === 'POST' && path === '/v1/checkout/sessions') return makeSession(form)
    const [, id = '', action] = /^\/v1\/checkout\/sessions\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const session = fake.sessions.get(id)
    if (session && method === 'GET' && action === undefined) return { status: 200, json: session }
    if (session && method === 'POST' && action === 'expire') {
      if (session.status !== 'open')
        return invalid('Only Checkout Sessions with a status in ["open"] can be expired.')
      session.status = 'expired'
      session.url = null
      return { status: 200, json: session }
    }
    if (method === 'GET' && path === '/v1/checkout/sessions')
      return { status: 200, json: { object: 'list', data: [...fake.sessions.values()].slice(0, 1) } }
    if (method === 'POST' && path === '/v1/refunds') return makeRefund(form)
    return {
      status: 404,
      json: { error: { type: 'invalid_request_error', message: `No such thing: ${path}` } },
    }
  }

  function makeSession(form: URLSearchParams) {
    const expires = Number(form.get('expires_at'))
    const minutes = (expires - Date.now() / 1000) / 60
    if (!(minutes >= 29.9 && minutes <= 24 * 60)) {
      return invalid(
        'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from now.',
      )
    }
    const id = `cs_${randomBytes(12).toString('hex')}`
    const amounts = [...form].filter(([key]) => key.endsWith('[price_data][unit_amount]'))
    const metadata = [...form].flatMap(([key, value]) => {
      const name = /^metadata\[(\w+)\]$/.exec(key)?.[1]
      return name ? [[name, value] as const] : []
    })
    const session: Session = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: amounts.reduce((sum, [, value]) => sum + Number(value), 0),
      currency: 'eur',
      customer_email: form.get('customer_email') ?? '',
      client_reference_id: form.get('client_reference_id') ?? '',
      metadata: Object.fromEntries(metadata),
      expires_at: expires,
      success_url: form.get('success_url') ?? '',
      cancel_url: form.get('cancel_url') ?? '',
      url: `${origin}/pay/${id}`,
    }
    fake.sessions.set(id, session)
    return { status: 200, json: session }
  }

  function makeRefund(form: URLSearchParams) {
    const intent = form.get('payment_intent') ?? ''
    const paid = [...fake.sessions.values()].find((session) => session.payment_intent === intent)
    const before = fake.refunds.reduce(
      (sum, refund) => (refund.payment_intent === intent ? sum + refund.amount : sum),
      0,
    )
    const amount = Number(form.get('amount'))
    if (!paid || !(amount > 0) || before + amount > paid.amount_total) {
      return invalid('Refund amount is greater than unrefunded amount on charge.')
    }
    const metadata = { refund: form.get('metadata[refund]') ?? '' }
    const id = `re_${randomBytes(8).toString('hex')}`
    const refund: Refund = {
      id,
      object: 'refund',
      payment_intent: intent,
      amount,
      status: 'succeeded',
      metadata,
    }
    fake.refunds.push(refund)
    return { status: 200, json: refund }
  }

  const server = createServer(async (request, response) => {
    const body = await read(request)
    const path = (request.url ?? '/').replace(/\?.*$/, '')
    if (path === '/favicon.ico') return void response.writeHead(204).end()
    if (path.startsWith('/pay/')) return showPage(request, response, path.slice(5))
    if (fault === 'closed') return void response.destroy()
    if (fault === 'broken') return json(response, 500, { error: { type: 'api_error', message: 'down' } })
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return json(response, 401, {
        error: { type: 'invalid_request_error', message: 'Invalid API Key provided' },
      })
    }
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? answers.get(key) : undefined
    if (known && known.body !== body) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      return json(response, 400, { error: { type: 'idempotency_error', message } })
    }
    const answer = known?.answer ?? api(request.method ?? 'GET', path, new URLSearchParams(body))
    // Stripe keeps what was carried out, not what it refused to begin with.
    if (typeof key === 'string' && answer.status < 400)
      answers.set(key, { body, answer: structuredClone(answer) })
    json(response, answer.status, answer.json)
  })

  async function showPage(request: IncomingMessage, response: ServerResponse, id: string) {
    const session = fake.sessions.get(id)
    if (!session) return json(response, 404, {})
    if (request.method === 'POST') {
      await fake.pay(id, { delayed: session.customer_email.startsWith('delayed@') })
      return void response.writeHead(303, { location: session.success_url }).end()
    }
    const amount = (session.amount_total / 100).toFixed(2)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="en"><title>Test payment</title><h1>Test payment of EUR ${amount}</h1>` +
          `<form method="post"><button>Pay</button></form><a href="${session.cancel_url.replaceAll('&', '&amp;')}">Back</a>`,
      )
  }

  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

function invalid(message: string) {
  return { status: 400, json: { error: { type: 'invalid_request_error', message } } }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
