/**
 * A process that takes a piece through a whole story with the shop, and is killed in the middle of it. Reads one line
 * of JSON, the `Orders`; writes one for each thing that somebody was told (`Said`), and one when it is about to die.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { type Database, openDatabase } from '#app/platform/database/database.ts'
import { createLog } from '#app/platform/log.ts'
import { openMailTransport } from '#app/platform/mail.ts'
import { sendDueMails } from '#app/platform/mail-outbox.ts'
import { openStripe } from '#app/platform/stripe.ts'
import { extendHold, holdProducts } from '#app/shop/checkout/hold.ts'
import { expireOrder } from '#app/shop/checkout/lapse-unpaid.ts'
import {
  lookAtPayment,
  type OnlinePayment,
  receiveNotice,
  sendRefunds,
  startPayment,
} from '#app/shop/checkout/payment-page.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { dueRefunds, recordRefund } from '#app/shop/checkout/refund.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import type { OrderRequest, PlacedOrder } from '#app/shop/checkout/types.ts'
import { declareWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { passMinutes } from '#tests/checkout.ts'

/** How a story goes. `late`: the money comes when somebody else has the piece. */
export type Journey = 'online' | 'transfer' | 'late'
/** `before` a statement is sent, when it is `sent` and not answered, or `after` its answer. */
export type Moment = 'before' | 'sent' | 'after'
export type Orders = {
  connectionString: string
  stripe: { secretKey: string; webhookSecret: string; apiBase: string }
  smtpUrl: string
  journey: Journey
  request: OrderRequest
  /** Of somebody else, in a `late` story. */
  rival: OrderRequest
  holder: string
  /** The number of the statement, from 1; 0 for a story without an end. */
  at: number
  moment: Moment
}
export type Said =
  | { order: PlacedOrder }
  | { rival: PlacedOrder }
  | { page: string }
  /** A step that staff or the provider were told has been taken. */
  | { done: string }
  | { died: string }
  | { statements: number }

const say = (said: Said) => writeSync(1, `${JSON.stringify(said)}\n`)
const [line] = await once(createInterface({ input: process.stdin }), 'line')
const { connectionString, journey, request, rival, holder, at, moment, ...orders } = JSON.parse(
  String(line),
) as Orders

let statements = 0
const send = pg.Client.prototype.query as (...words: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...words: unknown[]) {
  statements += 1
  if (statements !== at) return send.apply(this, words)
  const text = typeof words[0] === 'string' ? words[0] : (words[0] as { text: string }).text
  const die = () => {
    say({ died: text.trim().replaceAll(/\s+/g, ' ').slice(0, 100) })
    process.kill(process.pid, 'SIGKILL')
  }
  if (moment === 'before') die()
  const answer = send.apply(this, words) as Promise<unknown>
  // The statement is written to the socket at the end of this turn.
  if (moment === 'sent') process.nextTick(() => process.nextTick(die))
  return answer.finally(die)
} as typeof pg.Client.prototype.query

const db: Database = openDatabase(connectionString, { maxConnections: 2 })
const log = createLog('silent')
const shop: OnlinePayment = {
  db,
  payments: await openStripe(orders.stripe),
  siteUrl: 'http://shop.test',
  log,
}
const settings = await readSettings(db)
const post = await openMailTransport({ smtpUrl: orders.smtpUrl, directory: '', host: 'shop.test' })
const mails = () =>
  sendDueMails(db, {
    transport: post,
    log,
    from: async () => 'shop@rheingold.example',
    write: async ({ id, kind }) => ({
      subject: kind,
      html: `<p>${id}</p>`,
      plain: String(id),
      attachments: [],
    }),
  })

async function place(form: OrderRequest, as: string): Promise<PlacedOrder> {
  const result = await placeOrder(db, form, { holder: as, client: null, settings, online: true })
  if (!result.ok) throw new Error(`the order was not taken: ${result.reason}`)
  return result.order
}

async function step(order: PlacedOrder, event: Parameters<typeof takeOrderStep>[2]): Promise<void> {
  const result = await takeOrderStep(db, order.id, event, settings)
  if (!result.ok) throw new Error(`${event.event} is ${result.reason}`)
  say({ done: result.status })
}

/** The buyer pays on the provider's page, which tells the shop. */
async function pay(order: PlacedOrder): Promise<{ notice: () => Promise<void> }> {
  const start = await startPayment(shop, order.token)
  if (!start.ok) throw new Error(`the page is ${start.reason}`)
  const page = start.url.split('/').at(-1) ?? ''
  say({ page })
  const notice = async () => {
    await fetch(start.url, { method: 'POST', redirect: 'manual' })
    const { apiBase, secretKey, webhookSecret } = orders.stripe
    const session = await fetch(`${apiBase}/v1/checkout/sessions/${page}`, {
      headers: { authorization: `Bearer ${secretKey}` },
    })
    const object = await session.json()
    const body = JSON.stringify({ id: `evt_${page}`, type: 'checkout.session.completed', data: { object } })
    const now = Math.floor(Date.now() / 1000)
    const v1 = createHmac('sha256', webhookSecret).update(`${now}.${body}`).digest('hex')
    const taken = await receiveNotice(shop, { body, signature: `t=${now},v1=${v1}` })
    if (taken !== 'taken') throw new Error(`the notice is ${taken}`)
    say({ done: 'notice' })
  }
  return { notice }
}

async function withdraw(order: PlacedOrder): Promise<void> {
  const { name } = request.invoiceAddress
  const said = { name, contract: order.number, email: request.contact.email, comment: '' }
  const declaration = { ...said, submission: crypto.randomUUID(), pieces: [], order: order.token }
  await declareWithdrawal(db, declaration, 'de', settings)
  say({ done: 'withdrawal_requested' })
}

const journeys: Record<Journey, () => Promise<void>> = {
  async online() {
    await holdProducts(db, { pieces: request.pieces, holder, client: 'somewhere' })
    await extendHold(db, holder)
    const order = await place(request, holder)
    say({ order })
    const { notice } = await pay(order)
    await notice()
    await lookAtPayment(shop, order.id)
    await mails()
    await step(order, { event: 'prepare' })
    await step(order, { event: 'ship', tracking: { carrier: 'Bote', code: '1', url: null } })
    await step(order, { event: 'deliver' })
    await withdraw(order)
    await step(order, { event: 'receive-return' })
    await step(order, { event: 'inspect' })
    await step(order, { event: 'refund', deductionCents: 1_000, reason: 'Kratzer' })
    await sendRefunds(shop)
    await mails()
  },
  async transfer() {
    await holdProducts(db, { pieces: request.pieces, holder, client: 'somewhere' })
    const order = await place(request, holder)
    say({ order })
    await mails()
    for (const amountCents of [order.totalCents - 50_000, 60_000]) {
      const money = {
        orderId: order.id,
        channel: 'bank-transfer',
        reference: `${order.id} ${amountCents}`,
      } as const
      await settlePayment(db, { ...money, amountCents }, settings)
      say({ done: 'money' })
    }
    await step(order, { event: 'hand-over' })
    await withdraw(order)
    await step(order, { event: 'waive-return' })
    await step(order, { event: 'refund', deductionCents: 0 })
    for (const refund of await dueRefunds(db)) {
      if (refund.orderId === order.id) await recordRefund(db, { refund: refund.id, reference: 'bank' })
    }
    await mails()
  },
  async late() {
    await holdProducts(db, { pieces: request.pieces, holder, client: 'somewhere' })
    const order = await place(request, holder)
    say({ order })
    const { notice } = await pay(order)
    await passMinutes(db, 61, request.pieces)
    await expireOrder(db, order.id, settings)
    say({ rival: await place(rival, `rival of ${holder}`) })
    await notice()
    await sendRefunds(shop)
    await mails()
  },
}
await journeys[journey]()
say({ statements })
process.exit(0)
