import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { extendHold, holdProducts, releaseExpiredHolds, releaseHold } from '#app/shop/checkout/hold.ts'
import { expireOrder, remindOfTransfers } from '#app/shop/checkout/lapse-unpaid.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
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
import type { Settings } from '#app/shop/settings/settings.ts'
import { cancelOrder } from './cancel-order.ts'
import { addRings, orderRequest, passMinutes } from './checkout.ts'
import type { FakeStripe, StripeEvent } from './fakes/stripe.ts'
import type { Turns } from './interleaved-connections.ts'

/** A stage on which buyers, clocks, the payment provider and staff meet. */
export type Stage = { shop: OnlinePayment; stripe: FakeStripe; settings: Settings; turns: Turns }

/** What was promised to somebody, to be compared with what is. */
export type Played = {
  pieces: string[]
  orders: PlacedOrder[]
  sessions: string[]
  told: string[]
  /** How often two or three things happened at the same moment. */
  meetings: number
}

/** Random numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Act = [weight: number, name: string, run: (shop: OnlinePayment) => Promise<unknown>]

/**
 * Plays one story by its seed: three buyers want the same three pieces, in `steps` steps of one to three things at the
 * same moment, whose statements alternate by lot. Only what the seed says happens, down to which transaction waits for
 * which, so a story that goes wrong can be told again.
 */
export async function playStory(stage: Stage, seed: number, steps: number): Promise<Played> {
  const { shop, stripe, settings } = stage
  const { db } = shop
  const random = randomOf(seed)
  const below = (count: number) => Math.floor(random() * count)
  const oneOf = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
  const pieces = [0, 1, 2].map((index) => String(1_000_000 + seed * 10 + index))
  const prices = new Map(pieces.map((piece) => [piece, 120_000]))
  const buyers = [0, 1, 2].map((index) => ({ holder: `buyer-${index}-of-${seed}`, client: null }))
  const played: Played = { pieces, orders: [], sessions: [], told: [], meetings: 0 }
  const requests: { request: OrderRequest; holder: string }[] = []
  const events: StripeEvent[] = []
  const transfers: { orderId: number; reference: string; amountCents: number }[] = []
  await addRings(db, pieces)

  const some = () => pieces.filter(() => random() < 0.5)
  const anOrder = () => oneOf(played.orders)
  const buyer = () => buyers[below(buyers.length)] as (typeof buyers)[number]
  /** Staff meet what others did meanwhile; the database refuses, and they look again. */
  const asStaff = (db: Database, statement: ReturnType<typeof sql>) =>
    statement.execute(db).catch((error: { code?: string }) => {
      if (error.code !== '23514') throw error
    })

  async function order({ db }: OnlinePayment, request: OrderRequest, holder: string) {
    const result = await placeOrder(db, request, { holder, client: null, settings, online: true })
    if (result.ok && !played.orders.some(({ id }) => id === result.order.id)) played.orders.push(result.order)
  }
  async function receive(shop: OnlinePayment, event: StripeEvent | undefined) {
    if (!event) return
    const body = JSON.stringify(event)
    const outcome = await receiveNotice(shop, { body, signature: stripe.sign(body) })
    if (outcome !== 'taken') throw new Error(`a notice was ${outcome}`)
  }

  // Each act draws its chances when it is chosen, not while it runs: what happens at the same moment may not change them.
  const acts: (() => Act)[] = [
    () => {
      const wanted = some()
      const { holder, client } = buyer()
      return [8, 'hold', ({ db }) => holdProducts(db, { pieces: wanted, holder, client })]
    },
    () => {
      const { holder } = buyer()
      return [2, 'release', ({ db }) => releaseHold(db, { holder })]
    },
    () => {
      const { holder } = buyer()
      return [1, 'extend', ({ db }) => extendHold(db, holder)]
    },
    () => {
      const wanted = some()
      const { holder } = buyer()
      const total = wanted.reduce((sum, piece) => sum + (prices.get(piece) ?? 0), 0)
      const request = orderRequest(wanted, total, {
        payment: oneOf(['bank-transfer', 'in-branch', 'online'] as const) ?? 'online',
        submission: uuidOf(random),
      })
      if (wanted.length > 0) requests.push({ request, holder })
      return [10, 'order', async (shop) => (wanted.length > 0 ? order(shop, request, holder) : null)]
    },
    () => {
      const again = oneOf(requests)
      return [3, 'order again', async (shop) => (again ? order(shop, again.request, again.holder) : null)]
    },
    () => {
      const given = anOrder()
      return [
        6,
        'go to the payment page',
        async (shop) => {
          const start = given && (await startPayment(shop, given.token))
          const session = start?.ok ? (start.url.split('/').at(-1) ?? '') : null
          if (session !== null && session !== undefined && !played.sessions.includes(session))
            played.sessions.push(session)
        },
      ]
    },
    () => {
      const session = oneOf(played.sessions)
      const delayed = random() < 0.2
      return [
        6,
        'pay on the page',
        async () => {
          const before = stripe.events.length
          if (session !== undefined) await stripe.pay(session, { delayed })
          events.push(...stripe.events.slice(before))
        },
      ]
    },
    () => {
      const session = oneOf(played.sessions)
      const arrives = random() < 0.6
      return [
        2,
        'finish a delayed payment',
        async () => {
          const state = session === undefined ? undefined : stripe.sessions.get(session)
          if (session === undefined || state?.status !== 'complete' || state.payment_status === 'paid') return
          const before = stripe.events.length
          await stripe.finish(session, arrives)
          events.push(...stripe.events.slice(before))
        },
      ]
    },
    () => {
      const event = oneOf(events)
      return [6, 'receive a notice', (shop) => receive(shop, event)]
    },
    () => {
      const given = anOrder()
      return [4, 'look at a payment', async (shop) => (given ? lookAtPayment(shop, given.id) : null)]
    },
    () => {
      const given = anOrder()
      const amountCents = [50_000, 120_000, 240_000, 360_000][below(4)] as number
      const reference = `transfer-${seed}-${below(1_000_000)}`
      if (given) transfers.push({ orderId: given.id, reference, amountCents })
      return [
        5,
        'transfer',
        async ({ db }) => {
          if (given && given.payment !== 'online') {
            await settlePayment(
              db,
              { orderId: given.id, channel: 'bank-transfer', reference, amountCents },
              settings,
            )
          }
        },
      ]
    },
    () => {
      const transfer = oneOf(transfers)
      return [
        2,
        'the same transfer again',
        async ({ db }) => {
          const known = played.orders.find(({ id }) => id === transfer?.orderId)
          if (transfer && known && known.payment !== 'online') {
            await settlePayment(db, { ...transfer, channel: 'bank-transfer' }, settings)
          }
        },
      ]
    },
    () => {
      const given = anOrder()
      return [4, 'lapse', async ({ db }) => (given ? expireOrder(db, given.id, settings) : null)]
    },
    () => [2, 'tidy', ({ db }) => releaseExpiredHolds(db)],
    () => [1, 'remind', ({ db }) => remindOfTransfers(db, settings)],
    () => {
      const given = anOrder()
      return [2, 'cancel', async ({ db }) => (given ? cancelOrder(db, given.id, settings) : null)]
    },
    () => {
      const given = anOrder()
      const step = oneOf([
        'prepare',
        'hand-over',
        'deliver',
        'complete',
        'receive-return',
        'waive-return',
        'inspect',
      ] as const)
      return [
        4,
        `staff: ${step}`,
        async ({ db }) => (given && step ? takeOrderStep(db, given.id, { event: step }, settings) : null),
      ]
    },
    () => {
      const given = anOrder()
      return [
        2,
        'staff: refund',
        async ({ db }) =>
          given ? takeOrderStep(db, given.id, { event: 'refund', deductionCents: 0 }, settings) : null,
      ]
    },
    () => {
      const given = anOrder()
      const submission = uuidOf(random)
      return [
        2,
        'withdraw',
        async ({ db }) => {
          if (!given) return
          const said = {
            name: 'C',
            contract: given.number,
            email: 'clara@beispiel.example',
            comment: '',
            submission,
          }
          await declareWithdrawal(db, { ...said, pieces: [], order: given.token }, 'de', settings)
        },
      ]
    },
    () => {
      const piece = oneOf(pieces) as string
      const cents = 110_000 + below(5) * 10_000
      return [
        1,
        'staff: change a price',
        async ({ db }) => {
          await asStaff(db, sql`update product set price_cents = ${cents} where id = ${piece}`)
          prices.set(piece, cents)
        },
      ]
    },
    () => {
      const piece = oneOf(pieces)
      return [
        1,
        'staff: take off sale',
        ({ db }) =>
          asStaff(db, sql`update product set status = 'preparing' where id = ${piece} and status = 'listed'`),
      ]
    },
    () => {
      const piece = oneOf(pieces)
      return [
        2,
        'staff: back on sale',
        async ({ db }) => {
          await asStaff(
            db,
            sql`update product set status = 'preparing' where id = ${piece} and status = 'intake'`,
          )
          await asStaff(
            db,
            sql`update product set status = 'listed' where id = ${piece} and status = 'preparing'`,
          )
        },
      ]
    },
    () => [2, 'send refunds', (shop) => sendRefunds(shop)],
  ]
  let all = 0
  const upTo = acts.map((act) => {
    all += act()[0]
    return all
  })
  requests.length = 0
  transfers.length = 0

  for (let step = 0; step < steps; step++) {
    if (random() < 0.12) {
      const minutes = [4, 16, 61, 3 * 24 * 60, 15 * 24 * 60][below(5)] as number
      played.told.push(`${minutes} minutes pass`)
      await passMinutes(db, minutes, pieces)
    }
    const together = Array.from({ length: 1 + below(3) }, () => {
      const point = random() * all
      return (acts[upTo.findIndex((sum) => point < sum)] as () => Act)()
    })
    if (together.length > 1) played.meetings += 1
    const names = together.map(([, name]) => name).join(' + ')
    const scenes = together.map(
      ([, , run]) =>
        (own: Database) =>
          run({ ...shop, db: own }),
    )
    const turns = await stage.turns.play(scenes, random).catch((cause: Error) => {
      const told = [...played.told, names].join('\n')
      throw new Error(`story ${seed} broke off (${cause.message}):\n${told}`, { cause })
    })
    played.told.push(`${names}: ${turns}`)
  }
  return played
}

/**
 * Lets a story come to rest: everything that was on its way arrives, every time is up, every refund is sent. Then
 * returns what does not add up between what was promised, what the provider took, and what the shop knows.
 */
export async function endStory(
  { shop, stripe, settings }: Stage,
  { pieces, orders, sessions }: Played,
): Promise<string[]> {
  const { db } = shop
  const wrong: string[] = []
  // Money on its way is waited for once it is known of; hence twice.
  for (const { id, payment } of orders) if (payment === 'online') await lookAtPayment(shop, id)
  await passMinutes(db, 30 * 24 * 60, pieces)
  for (const { id, number, payment } of orders) {
    if (payment === 'online') await lookAtPayment(shop, id)
    await expireOrder(db, id, settings)
    const order = await findOrderById(db, id)
    if (!order) wrong.push(`order ${number} was promised and is lost`)
    else if (order.status === 'awaiting_payment') wrong.push(`order ${number} waits for ever`)
  }
  while ((await sendRefunds(shop)) > 0);
  for (const refund of await dueRefunds(db)) {
    if (refund.channel !== 'online') await recordRefund(db, { refund: refund.id, reference: 'bank' })
    else if (orders.some(({ id }) => id === refund.orderId))
      wrong.push(`a refund of ${refund.orderNumber} is not sent`)
  }
  for (const id of sessions) {
    const session = stripe.sessions.get(id)
    if (session?.payment_status !== 'paid') continue
    const sent = stripe.refunds.filter((refund) => refund.payment_intent === session.payment_intent)
    const back = sent.reduce((sum, refund) => sum + refund.amount, 0)
    const order = await findOrderById(db, Number(session.client_reference_id))
    const isLive =
      order !== null &&
      !['awaiting_payment', 'expired', 'cancelled', 'conflict_refunded'].includes(order.status)
    if (order?.receivedCents !== session.amount_total)
      wrong.push(`${order?.number}: taken ${session.amount_total}, counted ${order?.receivedCents}`)
    if (order?.refundedCents !== back)
      wrong.push(`${order?.number}: sent back ${back}, counted ${order?.refundedCents}`)
    if (!isLive && back !== session.amount_total)
      wrong.push(`${order?.number} is ${order?.status} and keeps ${session.amount_total - back}`)
  }
  return wrong
}

function uuidOf(random: () => number): string {
  const hex = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`
}
