import type { Database } from '#app/platform/database/database.ts'
import { createLog } from '#app/platform/log.ts'
import { releaseMails, sendAgain, sentMails, unsentMails, withdrawnMails } from '#app/platform/mail-outbox.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { paymentsOf } from '#app/platform/stripe.ts'
import { acceptByStaff } from '#app/shop/checkout/accept-order.ts'
import { acceptWithdrawal, type WithdrawalAccepted } from '#app/shop/checkout/accept-withdrawal.ts'
import { cancelByStaff } from '#app/shop/checkout/cancel-unpaid.ts'
import { changeTracking, type Tracking } from '#app/shop/checkout/change-tracking.ts'
import { pageOfUnpaid } from '#app/shop/checkout/close-page.ts'
import { moneyEntries } from '#app/shop/checkout/correct-money.ts'
import { cancelPreview } from '#app/shop/checkout/end-order.ts'
import { liveHolds } from '#app/shop/checkout/hold.ts'
import { type OrderActor, staffNamed } from '#app/shop/checkout/order-actor.ts'
import { orderHistory } from '#app/shop/checkout/order-history.ts'
import { announceReady } from '#app/shop/checkout/order-ready.ts'
import { type OrderEvent, possibleOrderEvents } from '#app/shop/checkout/order-status.ts'
import type { OnlinePayment } from '#app/shop/checkout/payment-page.ts'
import { dueRefunds, isForStaff, recordRefund, refundsOf } from '#app/shop/checkout/refund.ts'
import { refundOfWithdrawn } from '#app/shop/checkout/refund-withdrawn.ts'
import { sendReturnLabel } from '#app/shop/checkout/return-label.ts'
import { shipOrder, takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import { findOrderByNumber, staffOrders } from '#app/shop/checkout/staff-orders.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import { answerWithdrawal, openWithdrawals } from '#app/shop/checkout/withdrawal.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { noteStaffAct } from '#app/shop/staff-acts.ts'
import { actingStaff } from './acting-staff.ts'
import { defineCommand } from './command.ts'
import { branchOf, correctEntry, countReported, toldLater } from './order-money.ts'
import {
  cancelWarning,
  deductionWarning,
  labelRefused,
  notClosed,
  pageLeft,
  underWay,
} from './order-refusals.ts'
import {
  declarationLines,
  holdLines,
  mailLines,
  orderLines,
  orderList,
  refundLines,
  time,
} from './order-report.ts'
import { actions, type OrderWish, options, readOrderWords, usage } from './order-words.ts'
import { onShop } from './shop.ts'

/** What staff do with orders, also while the shop runs. Without words it shows what waits. */
export const order = defineCommand({
  name: 'order',
  usage,
  options,
  actions,
  otherwise: 'list',
  read: readOrderWords,
  run: ({ by, wish }, { env: source, say }) =>
    onShop(source, async ({ db, env }) => {
      const payment = async () => ({
        db,
        payments: await paymentsOf(env),
        siteUrl: env.SITE_URL,
        log: createLog('silent'),
      })
      const { name } = await actingStaff(db, by, 'orders.see')
      const staff: Staff = {
        by: staffNamed(name),
        name,
        settings: await readSettings(db),
        siteUrl: env.SITE_URL,
        payment,
      }
      say(...(await carryOut(db, wish, staff)))
    }),
})

/** Who gives the command, and by what rules of the shop. */
type Staff = {
  by: OrderActor
  name: string
  settings: Settings
  siteUrl: string
  /** Opened by what asks the provider; the running shop logs what it says. */
  payment: () => Promise<OnlinePayment>
}

/** Does what staff want and says what came of it. @throws {StartFault} with the reason for a refusal */
async function carryOut(db: Database, wish: OrderWish, staff: Staff): Promise<string[]> {
  switch (wish.do) {
    case 'list':
      return wish.all ? orderList(await staffOrders(db, { all: true })) : whatWaits(db)
    case 'holds':
      return holdLines(await liveHolds(db))
    case 'withdrawals':
      return declarationLines(await openWithdrawals(db))
    case 'refunds':
      return refundLines(await dueRefunds(db))
    case 'refunded': {
      const due = (await dueRefunds(db)).find(({ id }) => id === wish.refund)
      const order = due && (await findOrderByNumber(db, due.orderNumber))
      const branchId = order ? branchOf(order, due.channel, wish.branch, staff.settings) : null
      const { mailDelayMinutes } = staff.settings.orders
      const result = await recordRefund(db, wish, staff.by, { mailDelayMinutes, branchId })
      if (!result.ok) throw new StartFault(`There is no refund ${wish.refund}.`)
      return [result.repeated ? 'That was recorded already.' : `Recorded. ${toldLater(result.order, staff)}`]
    }
    case 'correct': {
      const { order, said } = await correctEntry(wish, staff)
      return [...said, ...(await now(db, { number: order }))]
    }
    case 'mails':
      return mailLines(
        await unsentMails(db),
        wish.all
          ? { sent: await sentMails(db, { limit: 50 }), withdrawn: await withdrawnMails(db, { limit: 50 }) }
          : null,
      )
    case 'retry':
      if (!(await sendAgain(db, wish.mail))) throw new StartFault(`No mail ${wish.mail} waits to be sent.`)
      await noteStaffAct(db, { kind: 'mails', about: `mail ${wish.mail} tried again`, by: staff.name })
      return ['It is sent again at once by the running shop, or with its next start.']
    case 'withdrawal':
      return answer(db, wish, staff)
    default: {
      const order = await findOrderByNumber(db, wish.order)
      if (!order) throw new StartFault(`There is no order ${wish.order}.`)
      return withOrder(db, order, wish, staff)
    }
  }
}

type OrderWishes = Extract<OrderWish, { order: string }>

async function withOrder(
  db: Database,
  order: OrderView,
  wish: OrderWishes,
  { by, name, settings, siteUrl, payment }: Staff,
): Promise<string[]> {
  switch (wish.do) {
    case 'send-mails': {
      const count = await releaseMails(db, { order: order.id })
      const about = `${count} of ${order.number} sent without waiting`
      if (count > 0) await noteStaffAct(db, { kind: 'mails', about, by: name })
      return [
        count === 0
          ? 'No mail about it waits.'
          : `${count === 1 ? 'One mail goes' : `${count} mails go`} out now.`,
      ]
    }
    case 'show':
      return show(db, order, siteUrl)
    case 'accept': {
      const result = await acceptByStaff(db, order.id, settings, by)
      if (!result.ok) throw new StartFault(notPossible(order, 'be accepted'))
      break
    }
    case 'ready': {
      const result = await announceReady(db, order.id, settings, by)
      if (!result.ok) throw new StartFault(notPossible(order, 'lie ready in a branch'))
      if (result.repeated) return ['The buyer was told before.', ...(await now(db, order))]
      break
    }
    case 'cancel': {
      const preview = await cancelPreview(db, order)
      const shop = await payment()
      if (preview && !wish.isConfirmed) {
        const page = await pageOfUnpaid(shop, order)
        throw new StartFault(cancelWarning(order, { ...preview, page }, wish.reason))
      }
      const result = await cancelByStaff(shop, order, settings, { by, said: wish.reason })
      if (!result.ok) {
        if (result.reason === 'payment-under-way') throw new StartFault(underWay(order))
        if (result.reason === 'provider-unavailable')
          throw new StartFault('Its payment page is being made anew. Nothing was cancelled; try again.')
        throw new StartFault(notPossible(order, 'be cancelled'))
      }
      if (result.isPageOpen) return [...pageLeft('open'), ...(await now(db, order))]
      break
    }
    case 'money':
      return [...(await countReported(order, wish, { by, settings, payment })), ...(await now(db, order))]
    case 'ship': {
      // Shipped already: it travels under another number.
      if (order.status === 'shipped') return retrack(db, order, wish.tracking, by)
      taken(order, 'ship', await shipOrder(db, order, wish.tracking, settings, by))
      break
    }
    case 'tracking':
      return retrack(db, order, wish.tracking, by)
    case 'label': {
      const sent = await sendReturnLabel(db, order.id, wish.label, settings, by)
      if (!sent.ok) throw new StartFault(labelRefused(order, sent))
      const told = 'The buyer gets the label by mail.'
      return [sent.again ? `${told} It replaces the former.` : told, ...(await now(db, order))]
    }
    case 'refund': {
      const { deductionCents, reason } = wish
      const { goodsCents } = refundOfWithdrawn(order)
      const isPossible = order.status === 'inspected' && deductionCents <= goodsCents
      if (isPossible && deductionCents > 0 && !wish.isConfirmed) {
        throw new StartFault(deductionWarning(order, deductionCents, reason))
      }
      const step = { event: 'refund', deductionCents, reason } as const
      taken(order, 'refund', await takeOrderStep(db, order.id, step, settings, by))
      break
    }
    case 'deliver':
    case 'hand-over': {
      const step = { event: wish.do, on: wish.on }
      taken(order, wish.do, await takeOrderStep(db, order.id, step, settings, by))
      break
    }
    default: {
      const event = steps[wish.do]
      taken(order, event, await takeOrderStep(db, order.id, { event }, settings, by))
    }
  }
  return now(db, order)
}

/** Another number for what is on its way. @throws {StartFault} when nothing was shipped */
async function retrack(
  db: Database,
  order: OrderView,
  tracking: Tracking,
  by: OrderActor,
): Promise<string[]> {
  const changed = await changeTracking(db, order.id, tracking, by)
  if (!changed.ok) throw new StartFault(`${order.number} is ${order.status}: no parcel of it is on its way.`)
  const said = changed.repeated ? 'That is its number already.' : 'Changed. The buyer is told the new number.'
  return [said, ...(await now(db, order))]
}

const steps = {
  prepare: 'prepare',
  complete: 'complete',
  returned: 'receive-return',
  'no-return': 'waive-return',
  inspected: 'inspect',
} as const

/** @throws {StartFault} when the step was refused */
function taken(order: OrderView, event: OrderEvent, result: Awaited<ReturnType<typeof shipOrder>>): void {
  if (result.ok) return
  switch (result.reason) {
    case 'deduction-too-high':
      throw new StartFault('The deduction is higher than what the withdrawn pieces cost.')
    case 'still-withdrawable':
      throw new StartFault(
        `The buyer of ${order.number} may withdraw until ${time(result.until)}; it completes by itself after that.`,
      )
    case 'no-such-day':
      throw new StartFault(
        `--on is a day from ${result.from}, when ${order.number} ${event === 'deliver' ? 'was shipped' : 'was placed'}, to ${result.to}, which is today.`,
      )
    case 'is-collected':
      throw new StartFault(
        `${order.number} is collected in a branch: npm run order -- hand-over ${order.number}`,
      )
    default:
      throw new StartFault(notPossible(order, `take the step "${event}"`))
  }
}

function notPossible(order: OrderView, what: string): string {
  const possible = possibleOrderEvents(order.status, order.saleChannel)
  const rest = possible.length > 0 ? `from here: ${possible.join(', ')}` : 'nothing follows'
  return `${order.number} is ${order.status} and cannot ${what}; ${rest}.`
}

async function now(db: Database, { number }: Pick<OrderView, 'number'>): Promise<string[]> {
  const [order] = (await staffOrders(db, { all: true })).filter((each) => each.number === number)
  return order ? orderList([order]) : []
}

async function show(db: Database, order: OrderView, siteUrl: string): Promise<string[]> {
  const [history, refunds, entries] = await Promise.all([
    orderHistory(db, order.id),
    refundsOf(db, order.id),
    moneyEntries(db, order.id),
  ])
  return orderLines({ order, history, refunds, entries, siteUrl })
}

async function answer(
  db: Database,
  { number, decision, isConfirmed }: Extract<OrderWish, { do: 'withdrawal' }>,
  { by, settings, payment }: Staff,
): Promise<string[]> {
  if (decision.outcome !== 'accepted') {
    const result = await answerWithdrawal(await payment(), number, decision, settings, { by })
    if (!result.ok) throw new StartFault(unanswerable(number, { ...result, order: '' }))
    return ['Recorded. The customer is told, with the note.']
  }
  const rule = { whilePending: isConfirmed, unasked: isConfirmed }
  const accepted = await acceptWithdrawal(await payment(), number, decision, settings, { by, rule })
  if (!accepted.ok) throw new StartFault(unanswerable(number, accepted))
  const told = ['Accepted. The customer is told.', ...pageLeft(accepted.page)]
  return [...told, ...(await now(db, { number: accepted.order }))]
}

function unanswerable(number: number, refusal: Extract<WithdrawalAccepted, { ok: false }>): string {
  switch (refusal.reason) {
    case 'no-such-withdrawal':
      return `There is no declaration ${number}.`
    case 'answered':
      return `Declaration ${number} has been answered already.`
    case 'not-possible':
      return `Declaration ${number} cannot be accepted: nothing of this order is left to be withdrawn from.`
    case 'order-missing':
      return `Say which order it is about: npm run order -- withdrawal ${number} accept <order>`
    case 'no-such-order':
      return `There is no order ${refusal.order}.`
    case 'foreign-pieces':
      return `${refusal.order} has no piece ${refusal.pieces.join(', ')}.`
    case 'payment-under-way':
    case 'provider-unavailable':
      return notClosed(refusal.order, refusal, 'withdrawal')
  }
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
  const byStaff = refunds.filter(isForStaff)
  return [
    ...orderList(orders),
    ...(declared.length > 0 ? ['', ...declarationLines(declared)] : []),
    ...(byStaff.length > 0 ? ['', ...refundLines(byStaff)] : []),
    ...(mails.length > 0 ? ['', ...mailLines(mails, null)] : []),
    ...(holds.length > 0 ? ['', ...holdLines(holds)] : []),
  ]
}
