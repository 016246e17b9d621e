import type { Database } from '#app/platform/database/database.ts'
import { sendAgain, sentMails, unsentMails } from '#app/platform/mail-outbox.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { acceptByStaff } from '#app/shop/checkout/accept-order.ts'
import { cancelOrder } from '#app/shop/checkout/end-order.ts'
import { liveHolds } from '#app/shop/checkout/hold.ts'
import { orderHistory } from '#app/shop/checkout/order-history.ts'
import { announceReady } from '#app/shop/checkout/order-ready.ts'
import { possibleOrderEvents } from '#app/shop/checkout/order-status.ts'
import { type StaffStep, takeOrderStep } from '#app/shop/checkout/order-steps.ts'
import { dueRefunds, recordRefund, refundsOf } from '#app/shop/checkout/refund.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { findOrderByNumber, orderOfPayment, staffOrders } from '#app/shop/checkout/staff-orders.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import { answerWithdrawal, openWithdrawals } from '#app/shop/checkout/withdrawal.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import {
  declarationLines,
  euros,
  holdLines,
  mailLines,
  orderLines,
  orderList,
  refundLines,
} from './order-report.ts'
import { type OrderWish, usage } from './order-words.ts'

/** Does what staff want and says what came of it. @throws {StartFault} with the reason for a refusal */
export async function runOrderCommand(
  db: Database,
  wish: OrderWish,
  { siteUrl }: { siteUrl: string },
): Promise<string[]> {
  switch (wish.do) {
    case 'help':
      return [usage]
    case 'list':
      return wish.all ? orderList(await staffOrders(db, { all: true })) : whatWaits(db)
    case 'holds':
      return holdLines(await liveHolds(db))
    case 'withdrawals':
      return declarationLines(await openWithdrawals(db))
    case 'refunds':
      return refundLines(await dueRefunds(db))
    case 'refunded': {
      const result = await recordRefund(db, wish)
      if (!result.ok) throw new StartFault(`There is no refund ${wish.refund}.`)
      return [result.repeated ? 'That was recorded already.' : 'Recorded. The buyer is told.']
    }
    case 'mails':
      return mailLines(await unsentMails(db), wish.all ? await sentMails(db, { limit: 50 }) : null)
    case 'retry':
      if (!(await sendAgain(db, wish.mail))) throw new StartFault(`No mail ${wish.mail} waits to be sent.`)
      return ['It is sent again at once by the running shop, or with its next start.']
    case 'withdrawal':
      return answer(db, wish, await readSettings(db))
    default: {
      const order = await findOrderByNumber(db, wish.order)
      if (!order) throw new StartFault(`There is no order ${wish.order}.`)
      return withOrder(db, order, wish, siteUrl)
    }
  }
}

type OrderWishes = Extract<OrderWish, { order: string }>

async function withOrder(
  db: Database,
  order: OrderView,
  wish: OrderWishes,
  siteUrl: string,
): Promise<string[]> {
  const settings = await readSettings(db)
  switch (wish.do) {
    case 'show':
      return show(db, order, siteUrl)
    case 'accept': {
      const result = await acceptByStaff(db, order.id, settings)
      if (!result.ok) throw new StartFault(notPossible(order, 'be accepted'))
      break
    }
    case 'ready': {
      const result = await announceReady(db, order.id, settings)
      if (!result.ok) throw new StartFault(notPossible(order, 'lie ready in a branch'))
      if (result.repeated) return ['The buyer was told before.', ...(await now(db, order))]
      break
    }
    case 'cancel': {
      const result = await cancelOrder(db, order.id, settings)
      if (!result.ok) throw new StartFault(notPossible(order, 'be cancelled'))
      break
    }
    case 'money':
      return [await countMoney(db, order, wish, settings), ...(await now(db, order))]
    case 'ship': {
      if (order.delivery.kind === 'collection') {
        throw new StartFault(
          `${order.number} is collected in a branch: npm run order -- hand-over ${order.number}`,
        )
      }
      const { carrier, code, url } = wish
      await step(db, order, { event: 'ship', tracking: { carrier, code, url } }, settings)
      break
    }
    case 'refund':
      await step(db, order, { event: 'refund', deductionCents: wish.deductionCents }, settings)
      break
    default:
      await step(db, order, { event: steps[wish.do] }, settings)
  }
  return now(db, order)
}

const steps = {
  prepare: 'prepare',
  'hand-over': 'hand-over',
  deliver: 'deliver',
  complete: 'complete',
  returned: 'receive-return',
  'no-return': 'waive-return',
  inspected: 'inspect',
} as const

async function step(db: Database, order: OrderView, taken: StaffStep, settings: Settings): Promise<void> {
  const result = await takeOrderStep(db, order.id, taken, settings)
  if (result.ok) return
  throw new StartFault(
    result.reason === 'deduction-too-high'
      ? 'The deduction is higher than what the withdrawn pieces cost.'
      : notPossible(order, `take the step "${taken.event}"`),
  )
}

function notPossible(order: OrderView, what: string): string {
  const possible = possibleOrderEvents(order.status)
  const rest = possible.length > 0 ? `from here: ${possible.join(', ')}` : 'nothing follows'
  return `${order.number} is ${order.status} and cannot ${what}; ${rest}.`
}

async function countMoney(
  db: Database,
  order: OrderView,
  { cents, reference, channel: named, surplus }: Extract<OrderWish, { do: 'money' }>,
  settings: Settings,
): Promise<string> {
  if (order.payment === 'online' && named === null) {
    throw new StartFault(
      `${order.number} is paid through the payment provider, which reports by itself. If money came another way, say how: --by bank|branch`,
    )
  }
  const channel = named ?? order.payment
  const counted = await orderOfPayment(db, { channel, reference })
  if (counted !== null && counted !== order.number) {
    throw new StartFault(
      `"${reference}" was counted for ${counted} already. Give this payment a reference of its own.`,
    )
  }
  const open = order.totalCents - order.receivedCents
  if (counted === null && cents > open && !surplus) {
    throw new StartFault(
      `${euros(cents)} is more than is open (${euros(Math.max(0, open))}). If so much did arrive, say --surplus: what is too much is sent back.`,
    )
  }
  const result = await settlePayment(
    db,
    { orderId: order.id, channel, reference, amountCents: cents },
    settings,
  )
  if (!result.ok) throw new StartFault(`There is no order ${order.number}.`)
  return {
    paid: `${euros(cents)} counted: the order is paid. The buyer is told.`,
    part: `${euros(cents)} counted: ${euros(open - cents)} still open. The buyer is told.`,
    revived: `${euros(cents)} counted: the order had lapsed, its pieces were free, it is valid again.`,
    'sent-back': `${euros(cents)} counted, and goes back: see "npm run order -- refunds".`,
    known: 'That payment was counted already; nothing was changed.',
  }[result.outcome]
}

async function now(db: Database, { number }: OrderView): Promise<string[]> {
  const [order] = (await staffOrders(db, { all: true })).filter((each) => each.number === number)
  return order ? orderList([order]) : []
}

async function show(db: Database, order: OrderView, siteUrl: string): Promise<string[]> {
  const [history, refunds] = await Promise.all([orderHistory(db, order.id), refundsOf(db, order.id)])
  return orderLines({ order, history, refunds, siteUrl })
}

async function answer(
  db: Database,
  { number, decision }: Extract<OrderWish, { do: 'withdrawal' }>,
  settings: Settings,
): Promise<string[]> {
  if (decision.outcome !== 'accepted') {
    const result = await answerWithdrawal(db, number, decision, settings)
    if (!result.ok) throw new StartFault(unanswerable(number, result.reason))
    return ['Recorded. The customer is told, with the note.']
  }
  const declared = (await openWithdrawals(db)).find(({ id }) => id === number)
  const named = decision.order ?? declared?.order_number ?? null
  if (named === null && declared) {
    throw new StartFault(`Say which order it is about: npm run order -- withdrawal ${number} accept <order>`)
  }
  const order = named === null ? null : await findOrderByNumber(db, named)
  if (named !== null && !order) throw new StartFault(`There is no order ${named}.`)
  const pieces = decision.pieces.length > 0 ? decision.pieces : (declared?.pieces ?? [])
  const foreign = pieces.filter((piece) => !order?.lines.some((line) => line.piece === piece))
  if (order && foreign.length > 0) {
    throw new StartFault(`${order.number} has no piece ${foreign.join(', ')}.`)
  }
  const accepted = { outcome: 'accepted' as const, order: order?.id ?? 0, pieces }
  const result = await answerWithdrawal(db, number, accepted, settings)
  if (!result.ok) throw new StartFault(unanswerable(number, result.reason))
  return ['Accepted. The customer is told.', ...(order ? await now(db, order) : [])]
}

function unanswerable(number: number, reason: 'no-such-withdrawal' | 'answered' | 'not-possible'): string {
  if (reason === 'no-such-withdrawal') return `There is no declaration ${number}.`
  if (reason === 'answered') return `Declaration ${number} has been answered already.`
  return `Declaration ${number} cannot be accepted: nothing of this order is left to be withdrawn from.`
}

/** Everything that waits for staff. */
async function whatWaits(db: Database): Promise<string[]> {
  const [orders, declared, refunds, mails, holds] = await Promise.all([
    staffOrders(db, { all: false }),
    openWithdrawals(db),
    dueRefunds(db),
    unsentMails(db),
    liveHolds(db),
  ])
  const byStaff = refunds.filter(({ channel, lastError }) => channel !== 'online' || lastError !== null)
  return [
    ...orderList(orders),
    ...(declared.length > 0 ? ['', ...declarationLines(declared)] : []),
    ...(byStaff.length > 0 ? ['', ...refundLines(byStaff)] : []),
    ...(mails.length > 0 ? ['', ...mailLines(mails, null)] : []),
    ...(holds.length > 0 ? ['', ...holdLines(holds)] : []),
  ]
}
