import { cancelByStaff } from '#app/shop/checkout/cancel-unpaid.ts'
import { changeTracking } from '#app/shop/checkout/change-tracking.ts'
import { correctMoney, moneyEntries } from '#app/shop/checkout/correct-money.ts'
import { countMoney } from '#app/shop/checkout/count-money.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { announceReady } from '#app/shop/checkout/order-ready.ts'
import { lookAtPayment, receiveNotice, startPayment } from '#app/shop/checkout/payment-page.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { dueRefunds, recordRefund, refundsOf } from '#app/shop/checkout/refund.ts'
import { type StaffStep, takeOrderStep } from '#app/shop/checkout/staff-order-steps.ts'
import type { OrderView, PaymentMethod } from '#app/shop/checkout/types.ts'
import { orderRequest } from '../checkout.ts'
import {
  accept,
  type BookOrder,
  end,
  home,
  isCorrectable,
  type Payment,
  receive,
  receivedOf,
  sent,
  sum,
  tell,
  unreceive,
  unsend,
} from './books.ts'
import { correctAddress } from './correct-address.ts'
import { type Business, disagree } from './shop.ts'
import { type Buyer, buyers, reckon } from './taxes.ts'

/** Somebody orders one to three pieces, and was told beforehand to the cent what it comes to. */
export async function order(business: Business): Promise<string | null> {
  const { db, books, settings, random, below, oneOf } = business
  const free = [...books.pieces.values()].filter(({ status }) => status === 'listed')
  const wanted = Array.from({ length: 1 + below(3) }, () => oneOf(free)).filter(
    (piece) => piece !== undefined,
  )
  const pieces = [...new Set(wanted)]
  if (pieces.length === 0) return null
  const buyer = oneOf(buyers) as Buyer
  const payment = oneOf(buyer.payments) as PaymentMethod
  const reckoned = reckon(books, pieces, buyer)
  const { address } = buyer
  const request = orderRequest(
    pieces.map(({ id }) => id),
    reckoned.totalCents,
    {
      locale: random() < 0.5 ? 'de' : 'en',
      contact: { email: `clara${books.orders.length}@beispiel.example`, phone: null },
      vatId: buyer.vatId,
      delivery: address ? { kind: 'courier', address } : { kind: 'collection', branchId: 'koeln' },
      payment,
    },
  )
  const holder = `holder-${books.orders.length}`
  const result = await placeOrder(db, request, { holder, client: null, settings, online: true })
  if (!result.ok) disagree(`an order of ${reckoned.totalCents} was refused: ${JSON.stringify(result)}`)
  const { id, number, token } = result.order
  const written: BookOrder = {
    ...reckoned,
    id,
    number,
    token,
    placedOn: books.day,
    payment,
    collected: address === null,
    status: 'awaiting_payment',
    invoiced: false,
    accepted: false,
    paidBy: null,
    endedAs: null,
    deliveredOn: null,
    payments: [],
    refunds: [],
    documents: { cents: 0, vatCents: 0 },
    mails: [],
    page: null,
    pending: false,
    counter: null,
    isSilent: false,
  }
  books.orders.push(written)
  for (const piece of pieces) piece.status = 'reserved'
  tell(written, 'acknowledgement')
  if (payment !== 'online') {
    accept(written)
    tell(written, 'confirmation')
  }
  return `${number}: ${pieces.length} for ${reckoned.totalCents} by ${payment}`
}

/** An order in one of some states, by lot. */
function anOrder(
  { books, oneOf }: Business,
  statuses: readonly BookOrder['status'][],
  fits: (order: BookOrder) => boolean = () => true,
): BookOrder | undefined {
  // What was sold over the counter is over and done with.
  const ordered = books.orders.filter(({ counter }) => counter === null)
  return oneOf(ordered.filter((order) => statuses.includes(order.status) && fits(order)))
}

async function view({ db }: Business, { id }: BookOrder): Promise<OrderView> {
  return (await findOrderById(db, id)) ?? disagree(`order ${id} is lost`)
}

/** Books what arrived, as staff do; more than is open only when they say so. */
async function book(business: Business, order: BookOrder, payment: Payment): Promise<void> {
  const { shop, settings, books, staff } = business
  const { cents, reference, channel, branch = null } = payment
  const said = { cents, reference, channel, branchId: branch }
  const open = Math.max(0, order.totalCents - receivedOf(order))
  const known = await view(business, order)
  if (cents > open) {
    const refused = await countMoney(shop, known, { ...said, surplus: false }, settings, {
      by: staff,
      rule: {},
    })
    if (refused.ok || refused.reason !== 'more-than-open') disagree('more than is open was taken', order)
  }
  const counted = await countMoney(shop, known, { ...said, surplus: true }, settings, { by: staff, rule: {} })
  if (!counted.ok) disagree(`${cents} was refused: ${counted.reason}`, order)
  const before = { status: order.status, wasAccepted: order.accepted }
  receive(books, order, payment)
  tellOfPayment(order, payment, before)
}

/** What a buyer hears of money that makes an order paid. */
export function tellOfPayment(
  order: BookOrder,
  payment: Payment,
  { status, wasAccepted }: { status: BookOrder['status']; wasAccepted: boolean },
): void {
  if (order.status !== 'paid' || (status !== 'awaiting_payment' && status !== 'expired')) return
  const isConfirmed = !wasAccepted || status === 'expired'
  const isKnown = order.mails.some((mail) => mail.text === 'confirmation')
  // One confirmation for one contract, and one more for each time that an order is brought back.
  if (isConfirmed && (status === 'expired' || !isKnown)) tell(order, 'confirmation', payment)
  if (!isConfirmed) tell(order, 'payment-received', payment)
}

const openStates = ['awaiting_payment'] as const
const endedStates = ['expired', 'cancelled', 'conflict_refunded'] as const
const paidStates = ['paid', 'preparing', 'shipped', 'delivered', 'completed'] as const

/** Money comes in at the bank or the till: the whole, a part, the rest, or too much. */
export async function pay(business: Business): Promise<string | null> {
  const { random, below } = business
  const order = anOrder(
    business,
    openStates,
    ({ payment, pending }) => payment !== 'online' || (!pending && random() < 0.2),
  )
  if (!order) return null
  const open = order.totalCents - receivedOf(order)
  const lot = random()
  const cents = lot < 0.6 ? open : lot < 0.85 ? Math.max(1, below(open)) : open + 1 + below(9_000)
  const other = order.payment === 'bank-transfer' ? 'in-branch' : 'bank-transfer'
  const channel = order.payment === 'online' || random() < 0.1 ? other : order.payment
  // For an order that is sent, not everybody says in which branch.
  const branch = channel === 'in-branch' && random() < 0.6 ? home : null
  const payment = { channel, reference: `P-${++business.books.references}`, cents, late: false, branch }
  await book(business, order, payment)
  return `${order.number}: ${cents} of ${open} by ${channel}`
}

/** The same money is booked a second time: nothing changes, nobody is told. */
export async function payTwice(business: Business): Promise<string | null> {
  const { shop, settings, staff, oneOf } = business
  const order = oneOf(
    business.books.orders.filter(
      ({ counter, payments }) => counter === null && payments.some((each) => each.channel !== 'online'),
    ),
  )
  const payment = order && oneOf(order.payments.filter(({ channel }) => channel !== 'online'))
  if (!order || !payment) return null
  const said = {
    cents: payment.cents,
    reference: payment.reference,
    channel: payment.channel,
    surplus: false,
  }
  const again = await countMoney(shop, await view(business, order), said, settings, { by: staff, rule: {} })
  if (!again.ok || again.outcome !== 'known') disagree('the same money counted twice', order)
  const other = oneOf(business.books.orders.filter((each) => each !== order && each.counter === null))
  if (other) {
    const elsewhere = await countMoney(shop, await view(business, other), said, settings, {
      by: staff,
      rule: {},
    })
    if (elsewhere.ok || elsewhere.reason !== 'counted-for-another')
      disagree('money of another order counted', other)
  }
  return `${order.number}: ${payment.reference} again`
}

/** Money comes for an order that has it already, or that is no more. */
export async function payLate(business: Business): Promise<string | null> {
  const { random, below } = business
  const states = random() < 0.7 ? endedStates : [...paidStates, 'refunded' as const]
  const order = anOrder(business, states, ({ payment }) => payment !== 'online')
  if (!order) return null
  const cents = random() < 0.7 ? order.totalCents : 1 + below(order.totalCents)
  const was = order.status
  await book(business, order, {
    channel: 'bank-transfer',
    reference: `L-${++business.books.references}`,
    cents,
    late: false,
  })
  return `${order.number}, ${was}: ${cents} late, now ${order.status}`
}

/** A buyer pays on the provider's page, at once or by a method that takes days. */
export async function payOnline(business: Business): Promise<string | null> {
  const { shop, stripe, random } = business
  const order = anOrder(business, openStates, ({ payment, pending }) => payment === 'online' && !pending)
  if (!order) return null
  const start = await startPayment(shop, order.token)
  if (!start.ok) disagree(`its page does not open: ${start.reason}`, order)
  order.page = start.url.split('/').at(-1) as string
  if (random() < 0.15) return `${order.number}: page opened`
  const delayed = random() < (business.books.acts.has(finishOnline.name) ? 0.2 : 0.6)
  if (!(await stripe.pay(order.page, { delayed }))) disagree('its page cannot be paid on', order)
  await lookAtPayment(shop, order.id)
  order.pending = delayed
  if (!delayed) arrivedOnline(business, order)
  return `${order.number}: paid online${delayed ? ', on its way' : ''}`
}

function arrivedOnline({ books, stripe }: Business, order: BookOrder): void {
  const { payment_intent: reference, amount_total: cents } = stripe.sessions.get(order.page ?? '') ?? {}
  if (cents !== order.totalCents) disagree(`its page asks for ${cents}`, order)
  const payment: Payment = { channel: 'online', reference: reference ?? '', cents, late: false }
  const before = { status: order.status, wasAccepted: order.accepted }
  receive(books, order, payment)
  tellOfPayment(order, payment, before)
}

/** What was on its way at the provider arrives, or does not. */
export async function finishOnline(business: Business): Promise<string | null> {
  const { shop, stripe, random, books } = business
  const order = anOrder(business, openStates, ({ pending }) => pending)
  if (!order?.page) return null
  const arrives = random() < 0.7
  await stripe.finish(order.page, arrives)
  const notice = JSON.stringify(stripe.events.at(-1))
  const taken = await receiveNotice(shop, { body: notice, signature: stripe.sign(notice) })
  if (taken !== 'taken') disagree(`the provider's notice was ${taken}`, order)
  order.pending = false
  if (arrives) arrivedOnline(business, order)
  else end(books, order, 'expired')
  return `${order.number}: ${arrives ? 'arrived' : 'did not arrive'}`
}

/** Staff booked money on the wrong order, see it, and take it back; the right one gets it. */
export async function bookWrongly(business: Business): Promise<string | null> {
  const { random, below } = business
  const order = anOrder(
    business,
    ['awaiting_payment', 'paid', 'expired', 'cancelled'],
    ({ payment }) => payment !== 'online',
  )
  if (!order) return null
  const cents = random() < 0.5 ? order.totalCents : 1 + below(2 * order.totalCents)
  await book(business, order, {
    channel: 'bank-transfer',
    reference: `W-${++business.books.references}`,
    cents,
    late: false,
  })
  return `${order.number}: ${cents} booked wrongly, now ${order.status}`
}

/** A booking is taken back, on the same day or later, by a counter-entry with its reason. */
export async function correct(business: Business): Promise<string | null> {
  const { db, shop, books, settings, staff, oneOf } = business
  const all = books.orders
    .filter(
      ({ status, counter }) =>
        counter === null &&
        ['awaiting_payment', 'paid', 'preparing', 'expired', 'cancelled', 'conflict_refunded'].includes(
          status,
        ),
    )
    .flatMap((order) => order.payments.map((payment) => ({ order, payment })))
  const found = oneOf(all.filter(({ payment }) => payment.channel !== 'online'))
  if (!found) return null
  const { order, payment } = found
  const entry = (await moneyEntries(db, order.id)).find(
    (row) => row.reference === payment.reference && row.direction === 'in' && row.corrected_at === null,
  )
  if (!entry) disagree(`${payment.reference} is not booked`, order)
  const said = { entry: entry.id, reason: 'Gehört zu einer anderen Bestellung', isConfirmed: false }
  const result = await correctMoney(shop, said, settings, staff)
  if (result.ok !== isCorrectable(order, payment))
    disagree(`correcting ${payment.reference}: ${JSON.stringify(result)}`, order)
  if (!result.ok) return `${order.number}: ${payment.reference} cannot be taken back`
  unreceive(books, order, payment)
  return `${order.number}: ${payment.reference} taken back, now ${order.status}`
}

/** Staff cancel an order before it leaves, and say why. */
export async function cancel(business: Business): Promise<string | null> {
  const { shop, books, settings, staff } = business
  const order = anOrder(business, ['awaiting_payment', 'paid', 'preparing'], ({ pending }) => !pending)
  if (!order) return null
  const without = await cancelByStaff(shop, order, settings, { by: staff, said: ' ' })
  if (without.ok || without.reason !== 'reason-missing') disagree('cancelled without a reason', order)
  const result = await cancelByStaff(shop, order, settings, { by: staff, said: 'Beim Prüfen beschädigt' })
  if (!result.ok) disagree(`cannot be cancelled: ${result.reason}`, order)
  const was = order.status
  end(books, order, 'cancelled')
  return `${order.number}: cancelled when ${was}`
}

const nextSteps: Partial<Record<BookOrder['status'], 'prepare' | 'ship' | 'deliver'>> = {
  paid: 'prepare',
  preparing: 'ship',
  shipped: 'deliver',
}

/** An order goes one step on: packed, sent, delivered, or handed over in the branch. */
export async function goOn(business: Business): Promise<string | null> {
  const { db, settings, staff, books, random } = business
  const order = anOrder(business, ['paid', 'preparing', 'shipped'])
  if (!order) return null
  if (order.collected && random() < 0.5) await announceReady(db, order.id, settings, staff)
  const event = order.collected ? 'hand-over' : (nextSteps[order.status] as 'prepare')
  if (!order.collected && random() < 0.1) await correctAddress(business, order)
  const tracking = { carrier: 'Nord', code: `N-${order.id}`, url: null }
  const step = (event as string) === 'ship' ? { event: 'ship', tracking } : { event }
  const result = await takeOrderStep(db, order.id, step as StaffStep, settings, staff)
  if (!result.ok) disagree(`cannot ${event}: ${result.reason}`, order)
  order.status = result.status
  if (result.status === 'delivered') order.deliveredOn = books.day
  if (result.status === 'shipped' && random() < 0.3) {
    const south = { carrier: 'Süd', code: `S-${order.id}`, url: null }
    const changed = await changeTracking(db, order.id, south, staff)
    if (!changed.ok) disagree('its tracking code cannot be changed', order)
  }
  return `${order.number}: ${event}`
}

/** The bank sent what was due back; sometimes it turns out that it had not. */
export async function sendRefund(business: Business): Promise<string | null> {
  const { db, shop, books, settings, staff, oneOf, random } = business
  const due = oneOf((await dueRefunds(db)).filter(({ channel }) => channel !== 'online'))
  if (!due) return null
  const order =
    books.orders.find(({ id }) => id === due.orderId) ?? disagree(`a refund of nobody's: ${due.orderNumber}`)
  const at = (await refundsOf(db, order.id)).findIndex(({ id }) => id === due.id)
  const refund = order.refunds[at]
  if (refund?.cents !== due.amountCents || refund.done)
    disagree(`${due.amountCents} is to go back that is not owed`, order)
  const done = await recordRefund(
    db,
    { refund: due.id, reference: `B-${++business.books.references}` },
    staff,
    {
      mailDelayMinutes: settings.orders.mailDelayMinutes,
      branchId: refund.payment.branch ?? null,
    },
  )
  if (!done.ok) disagree('a refund cannot be recorded', order)
  sent(books, order, refund)
  tell(order, `refund-sent ${refund.cents}`, refund)
  if (random() > 0.2) return `${order.number}: ${refund.cents} sent back`
  const entry = (await moneyEntries(db, order.id)).findLast((row) => row.reference === `refund:${due.id}`)
  const said = { entry: entry?.id ?? 0, reason: 'Überweisung kam zurück', isConfirmed: false }
  const result = await correctMoney(shop, said, settings, staff)
  if (!result.ok) disagree(`a refund cannot be taken back: ${result.reason}`, order)
  unsend(books, order, refund)
  return `${order.number}: ${refund.cents} sent back by mistake`
}

/** What an account statement must come to, by channel. */
export function balances({ books }: Business): Record<PaymentMethod, number> {
  const of = (channel: PaymentMethod) =>
    sum(
      books.orders.map(
        ({ payments, refunds }) =>
          sum(payments.filter((each) => each.channel === channel).map(({ cents }) => cents)) -
          sum(
            refunds.filter((each) => each.done && each.payment.channel === channel).map(({ cents }) => cents),
          ),
      ),
    )
  return {
    'bank-transfer': of('bank-transfer'),
    'in-branch': of('in-branch'),
    online: of('online'),
    cash: of('cash'),
    card: of('card'),
  }
}
