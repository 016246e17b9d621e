import type { OrderStatus } from '#app/shop/checkout/order-status.ts'
import type { PaymentMethod, TaxMode } from '#app/shop/checkout/types.ts'
import type { Cash, Regular } from './people.ts'

/**
 * The books that somebody keeps beside the shop, by hand and in whole cents: from what was agreed, handed over and sent
 * back they say what the shop has to know in the evening. Nothing in here asks the shop's own code or its database.
 */
export type Books = {
  day: number
  pieces: Map<string, BookPiece>
  orders: BookOrder[]
  purchases: BookPurchase[]
  tax: { oneStop: boolean }
  /** Deals in cash over the counter with somebody who comes again, both ways. */
  cash: BookCash[]
  /** The number of the till's last receipt, and those of today. */
  till: { number: number; today: string[] }
  /** Deals at the counter that are looked into, and those that are paid and not in stock yet. */
  held: BookDeal[]
  unstocked: (BookDeal & { purchase: BookPurchase; cash: BookCash | null })[]
  reservations: BookReservation[]
  bank: BookLineOfBank[]
  /** What was bought to be melted, by its row in the ledger: the lot in which it went, what it brought. */
  scrap: { ledger: number; hundredths: number; lot: number | null; meltedCents: number | null }[]
  costs: { id: number; piece: string; netCents: number; isUndone: boolean }[]
  /** The month that was closed, with its file. */
  closed: { month: string; csv: string } | null
  /** How often each act happened. */
  acts: Map<string, number>
  /** Payments so far: each has a reference of its own. */
  references: number
  /** What was booked through the till and taken back by a counter-entry. */
  undone: { kind: 'in' | 'out'; cents: number; branch: string | null; on: number; undoneOn: number }[]
}

export type BookCash = Cash & { person: Regular; day: number; isUndone: boolean }

export type BookPiece = {
  id: string
  listedCents: number
  taxMode: TaxMode
  /** What we paid for it; null: nobody knows. */
  costCents: number | null
  /** `kept`: for somebody who called. */
  status: 'draft' | 'listed' | 'kept' | 'reserved' | 'sold' | 'returned' | 'intake' | 'melted'
  /** Its buyer was told to keep it. */
  keptAway: boolean
  /** It came by one of the purchases in here. */
  isBought?: true
}

export type BookLine = {
  piece: string
  taxMode: TaxMode
  rule: string
  ratePerMille: number
  chargedCents: number
  vatCents: number
  /** Its part, not rounded, of what was kept back for a loss of value. */
  deductedCents: number
  state: 'kept' | 'withdrawn' | 'refunded'
}

export type Payment = {
  channel: PaymentMethod
  reference: string
  cents: number
  /** It came when the order had ended. */
  late: boolean
  /** The day on which it came. */
  on?: number
  /** The branch in which it was taken; null: by no till, or nobody said in which. */
  branch?: string | null
}

export type Refund = {
  reason: 'conflict' | 'surplus' | 'cancellation' | 'withdrawal' | 'taken-back'
  payment: Payment
  cents: number
  done: boolean
  /** The day on which it went. */
  on?: number
  branch?: string | null
}

/** A mail with the amounts it names; `cause`: the payment or refund that it tells of. */
export type BookMail = { text: string; cause: Payment | Refund | null; sent: boolean }

export type BookOrder = {
  id: number
  number: string
  token: string
  placedOn: number
  payment: PaymentMethod
  collected: boolean
  status: OrderStatus
  lines: BookLine[]
  shippingCents: number
  shippingVatCents: number
  totalCents: number
  distanceNetCents: number
  /** Whether an invoice stands, and whether one ever did. */
  invoiced: boolean
  accepted: boolean
  /** How its money came last; null: never. */
  paidBy: 'pay' | 'revive' | null
  endedAs: 'expired' | 'cancelled' | null
  deliveredOn: number | null
  payments: Payment[]
  refunds: Refund[]
  /** Its invoices less what cancels them. */
  documents: { cents: number; vatCents: number }
  mails: BookMail[]
  /** The buyer's page at the provider. */
  page: string | null
  pending: boolean
  /** Sold over the counter, with the number of the till's receipt; null: ordered. */
  counter: { reference: string; cash: BookCash | null } | null
  /** Nobody left an address to write to. */
  isSilent: boolean
}

export type BookPurchase = {
  number: string
  means: 'cash' | 'transfer'
  cents: number
  paidOn: number
  cancelled: boolean
  /** The day on which it was taken back. */
  cancelledOn?: number
  /** Of the request that it came of. */
  request: string
}

/** A thing that was bought. */
export type Bought = {
  kind: 'watch' | 'jewellery' | 'bullion' | 'scrap'
  cents: number
  /** Of gold of 585 to be melted: its weight in hundredths of a gram. */
  hundredths?: number
}

/** What somebody who comes again sells at the counter. */
export type BookDeal = { request: string; person: Regular; bought: readonly Bought[] }

/** What somebody at the bank had in mind; `payment` once it is booked. */
export type MeantFor =
  | { kind: 'payment'; order: BookOrder; payment?: Payment }
  | { kind: 'counted'; order: BookOrder; payment: Payment }
  | { kind: 'refund'; order: BookOrder; refund: Refund }
  | { kind: 'payout'; purchase: BookPurchase }

/** A line of a statement; `isNoted`: it was booked and that was not taken back with the line itself. */
export type BookLineOfBank = {
  id: number
  cents: number
  meant: MeantFor | null
  isNoted: boolean
  isAside: boolean
}

export type BookReservation = {
  id: number
  piece: string
  /** The day on which it ends. */
  until: number
  outcome: 'lapsed' | 'released' | 'sold' | null
  order: number | null
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
export const receivedOf = ({ payments }: BookOrder) => sum(payments.map(({ cents }) => cents))
export const plannedOf = ({ refunds }: BookOrder) => sum(refunds.map(({ cents }) => cents))
/** What goes back for pieces that came back is no room for other money. */
const isForPieces = ({ reason }: Refund) => reason === 'withdrawal' || reason === 'taken-back'
const withdrawnOf = ({ refunds }: BookOrder) => sum(refunds.filter(isForPieces).map(({ cents }) => cents))

/** The tax that an amount contains, to the nearest cent: cents times rate over a thousand and the rate. */
export function taxWithin(cents: number, ratePerMille: number): number {
  return Math.round((cents * ratePerMille) / (1000 + ratePerMille))
}

/** Sends an amount back, from the newest payment first, none more than it was. Returns how much there was. */
export function sendBack(order: BookOrder, cents: number, reason: Refund['reason']): number {
  let left = cents
  for (const payment of order.payments.toReversed()) {
    const used = sum(order.refunds.filter((refund) => refund.payment === payment).map((each) => each.cents))
    const part = Math.min(left, payment.cents - used)
    if (part <= 0) continue
    order.refunds.push({ reason, payment, cents: part, done: false })
    left -= part
  }
  return Math.max(0, cents) - Math.max(0, left)
}

export function tell(order: BookOrder, text: string, cause: BookMail['cause'] = null): void {
  if (!order.isSilent) order.mails.push({ text, cause, sent: false })
}

function invoice(order: BookOrder, sign: 1 | -1): void {
  order.invoiced = sign === 1
  // What takes an invoice back takes back what is left of it.
  order.documents =
    sign === 1
      ? {
          cents: order.totalCents,
          vatCents: sum(order.lines.map(({ vatCents }) => vatCents)) + order.shippingVatCents,
        }
      : { cents: 0, vatCents: 0 }
}

/** The shop accepts: from now on there is an invoice. */
export function accept(order: BookOrder): void {
  order.accepted = true
  invoice(order, 1)
}

function each(books: Books, order: BookOrder, status: BookPiece['status']): void {
  for (const { piece } of order.lines) (books.pieces.get(piece) as BookPiece).status = status
}

/** The branch in which orders are collected. */
export const home = 'koeln'
const tills: readonly PaymentMethod[] = ['in-branch', 'cash', 'card']
export const inTill = (channel: PaymentMethod): boolean => tills.includes(channel)

/** Money that was due back has left: from the till of a branch, or not. */
export function sent(books: Books, order: BookOrder, refund: Refund): void {
  refund.done = true
  refund.on = books.day
  refund.branch = !inTill(refund.payment.channel)
    ? null
    : order.collected
      ? home
      : (refund.payment.branch ?? null)
}

/** Money arrived: what it means for the order, and what is told of it. */
export function receive(books: Books, order: BookOrder, payment: Payment): void {
  order.payments.push(payment)
  payment.on = books.day
  payment.branch ??= order.collected && inTill(payment.channel) ? home : null
  const kept = receivedOf(order) - plannedOf(order)
  const tellSurplus = (cents: number) => {
    if (cents <= 0) return
    tell(order, `surplus-refunded ${sendBack(order, cents, 'surplus')}`, payment)
  }
  const pay = (how: 'pay' | 'revive') => {
    each(books, order, 'sold')
    order.status = 'paid'
    order.paidBy = how
    if (!order.accepted || how === 'revive') accept(order)
    tellSurplus(kept - order.totalCents)
  }
  if (order.status === 'awaiting_payment') {
    if (kept >= order.totalCents) pay('pay')
    else tell(order, `payment-part ${payment.cents} ${order.totalCents - kept}`, payment)
  } else if (order.endedAs === null) {
    tellSurplus(kept + withdrawnOf(order) - order.totalCents)
  } else if (order.status === 'expired' && kept >= order.totalCents && areFree(books, order)) {
    order.endedAs = null
    pay('revive')
  } else {
    payment.late = true
    order.status = 'conflict_refunded'
    tell(order, `conflict-refunded ${sendBack(order, kept, 'conflict')}`, payment)
  }
}

function areFree(books: Books, { lines }: BookOrder): boolean {
  return lines.every(({ piece }) => books.pieces.get(piece)?.status === 'listed')
}

/** The order comes to nothing: what had arrived goes back. */
export function end(books: Books, order: BookOrder, as: 'expired' | 'cancelled'): void {
  const still = { ...order, lines: order.lines.filter(({ state }) => state !== 'refunded') }
  each(books, still, order.status === 'awaiting_payment' ? 'listed' : 'intake')
  order.status = as
  order.endedAs = as
  if (order.invoiced) invoice(order, -1)
  tell(order, `order-${as} ${sendBack(order, receivedOf(order), 'cancellation')}`)
}

/** Whether a payment may be taken back as booked by mistake: not once money has gone back because of it. */
export function isCorrectable(order: BookOrder, payment: Payment): boolean {
  const { refunds } = order
  return (
    payment.channel !== 'online' &&
    !refunds.some(
      (refund) =>
        (refund.done || refund.payment.channel === 'online') &&
        (!isForPieces(refund) || refund.payment === payment),
    )
  )
}

function undo(books: Books, kind: 'in' | 'out', of: Payment | Refund, { channel }: Payment): void {
  const { cents, branch = null, on = books.day } = of
  if (inTill(channel)) books.undone.push({ kind, cents, branch, on, undoneOn: books.day })
}

/** It was booked by mistake: as if it had never come, but for the till, which had it on its day. */
export function unreceive(books: Books, order: BookOrder, payment: Payment): void {
  undo(books, 'in', payment, payment)
  order.payments = order.payments.filter((each) => each !== payment)
  order.refunds = order.refunds.filter(
    (refund) => refund.done || (refund.reason !== 'surplus' && refund.payment !== payment),
  )
  const received = receivedOf(order)
  const kept = received - plannedOf(order) + withdrawnOf(order)
  if (order.status === 'conflict_refunded' && !order.payments.some(({ late }) => late))
    order.status = order.endedAs as OrderStatus
  if (['paid', 'preparing'].includes(order.status) && kept < order.totalCents) {
    if (order.payment !== 'online' && order.paidBy !== 'revive') {
      order.status = 'awaiting_payment'
      each(books, order, 'reserved')
    } else {
      order.status = 'expired'
      order.endedAs = 'expired'
      each(books, order, 'listed')
      invoice(order, -1)
      sendBack(order, kept, 'cancellation')
    }
  } else if (order.endedAs === null) sendBack(order, kept - order.totalCents, 'surplus')
  else sendBack(order, kept, 'cancellation')
  const mine = order.mails.filter(({ cause }) => cause === payment)
  const isKept = ({ text }: BookMail) => text === 'confirmation' && order.status !== 'expired'
  order.mails = order.mails.filter((mail) => mail.cause !== payment || mail.sent || isKept(mail))
  if (mine.some(({ sent }) => sent)) tell(order, `payment-corrected ${payment.cents}`)
}

/** It had not been sent back: it is still due, and whoever read of it is told. */
export function unsend(books: Books, order: BookOrder, refund: Refund): void {
  undo(books, 'out', refund, refund.payment)
  refund.done = false
  const own = order.mails.filter((mail) => mail.cause === refund)
  // What was to be said this evening is not said at all; of an earlier time it was taken back already.
  const isKnown = own.length > 0 && own.every(({ sent }) => sent)
  order.mails = order.mails.filter((mail) => mail.cause !== refund || mail.sent)
  if (isKnown) tell(order, `refund-corrected ${refund.cents}`)
}

/** What has come back is paid back, less what its buyer has worn off; with the last piece also the way there. */
export function refundWithdrawn(order: BookOrder, deductionCents: number): void {
  const back = order.lines.filter(({ state }) => state === 'withdrawn')
  const worth = sum(back.map(({ chargedCents }) => chargedCents))
  for (const line of back) {
    line.state = 'refunded'
    line.deductedCents = (deductionCents * line.chargedCents) / worth
  }
  const isLast = order.lines.every(({ state }) => state === 'refunded')
  const cents = worth + (isLast ? order.shippingCents : 0) - deductionCents
  sendBack(order, cents, 'withdrawal')
  order.status = 'refunded'
  order.documents.cents -= cents
  order.documents.vatCents -=
    sum(back.map(({ vatCents }) => vatCents)) + (isLast ? order.shippingVatCents : 0)
  tell(order, `refund-planned ${cents} ${deductionCents}`)
}

/** A piece of a sale over the counter comes back, and the others stay sold. */
export function takeLineBack(books: Books, order: BookOrder, line: BookLine): void {
  const { chargedCents, vatCents } = line
  line.state = 'refunded'
  ;(books.pieces.get(line.piece) as BookPiece).status = 'intake'
  sendBack(order, chargedCents, 'taken-back')
  order.documents.cents -= chargedCents
  order.documents.vatCents -= vatCents
  tell(order, `refund-planned ${chargedCents} 0`)
}
