import { int4, int8, nullable, query, text } from '#app/platform/database/statement.ts'
import { type BookingWish, bookLine, setAside, unbookLine } from '#app/shop/bank/book-line.ts'
import { candidatesFor, possibleOrder } from '#app/shop/bank/candidates.ts'
import { findLine, linesOfStatement } from '#app/shop/bank/list-lines.ts'
import { matchLine } from '#app/shop/bank/match-line.ts'
import { readStatements } from '#app/shop/bank/read-statements.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import { dueRefunds, refundsOf } from '#app/shop/checkout/refund.ts'
import { camtFile, csvFile, type FileLine, ownAccount } from '../bank-files.ts'
import {
  type BookLineOfBank,
  type BookOrder,
  isCorrectable,
  type MeantFor,
  type Payment,
  receive,
  receivedOf,
  sent,
  sum,
  tell,
  unreceive,
  unsend,
} from './books.ts'
import { tellOfPayment } from './orders.ts'
import { type Business, disagree } from './shop.ts'

const openStates: readonly string[] = ['awaiting_payment']
const endedStates: readonly string[] = ['expired', 'cancelled', 'conflict_refunded']

/** What moved at the bank on a day: buyers pay, sellers and buyers are paid, and something that is no business of ours. */
function movements({ books, random, below, oneOf }: Business): { cents: number; meant: MeantFor | null }[] {
  const byTransfer = books.orders.filter(({ counter, payment }) => counter === null && payment !== 'online')
  const of = (states: readonly string[]) => byTransfer.filter(({ status }) => states.includes(status))
  const paying = [
    oneOf(of(openStates)),
    oneOf(of(openStates)),
    random() < 0.4 ? oneOf(of(endedStates)) : undefined,
  ]
  const payments = [...new Set(paying)].flatMap((order) => {
    if (!order) return []
    const open = Math.max(1, order.totalCents - receivedOf(order))
    const lot = random()
    const cents = lot < 0.7 ? open : lot < 0.85 ? 1 + below(open) : open + 1 + below(5_000)
    return [{ cents, meant: { kind: 'payment', order } as const }]
  })
  const known = new Set(payments.map(({ meant }) => meant.order))
  const noted = books.bank.flatMap(({ meant }) => (meant ? [meant] : []))
  const byHand = byTransfer
    .filter((order) => !known.has(order))
    .flatMap((order) => order.payments.map((payment) => ({ order, payment })))
    .filter(({ payment }) => payment.channel === 'bank-transfer' && payment.on === books.day)
    .filter(({ payment }) => !noted.some((each) => 'payment' in each && each.payment === payment))
  const counted = [oneOf(byHand)].flatMap((found) =>
    found ? [{ cents: found.payment.cents, meant: { kind: 'counted', ...found } as const }] : [],
  )
  const due = byTransfer
    .flatMap((order) => order.refunds.map((refund) => ({ order, refund })))
    .filter(({ refund }) => !refund.done && refund.payment.channel === 'bank-transfer')
    .filter(({ refund }) => !noted.some((each) => 'refund' in each && each.refund === refund))
  const refunds = [oneOf(due)].flatMap((found) =>
    found ? [{ cents: -found.refund.cents, meant: { kind: 'refund', ...found } as const }] : [],
  )
  const left = books.purchases
    .filter(({ means, cancelled }) => means === 'transfer' && !cancelled)
    .filter((purchase) => !noted.some((each) => 'purchase' in each && each.purchase === purchase))
  const payouts = [oneOf(left)].flatMap((purchase) =>
    purchase ? [{ cents: -purchase.cents, meant: { kind: 'payout', purchase } as const }] : [],
  )
  const others = random() < 0.3 ? [{ cents: random() < 0.5 ? -120_000 : 4_711, meant: null }] : []
  return [...payments, ...counted, ...refunds, ...payouts, ...others]
}

/** As the bank's file has it. */
function fileLine(
  { books, random }: Business,
  { cents, meant }: ReturnType<typeof movements>[number],
): FileLine {
  const nth = ++books.references
  const number = meant ? ('order' in meant ? meant.order.number : meant.purchase.number) : 'Miete'
  const written = random() < 0.3 && cents > 0 ? number.replaceAll('-', ' ') : number
  const euros = `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
  return {
    day: germanDay(new Date()),
    amount: euros,
    name: meant && 'order' in meant ? 'Clara Beispiel' : 'Haus und Hof GmbH',
    purpose: `${written} Vorgang V${nth}`,
    reference: `REF${nth}`,
  }
}

/** The day's statement is read, often a second time, and its lines are booked. */
export async function readStatement(business: Business): Promise<string | null> {
  const { db, books, member, random } = business
  const moved = movements(business)
  if (moved.length === 0) return null
  const lines = moved.map((each) => fileLine(business, each))
  const files = {
    camt: () =>
      Buffer.from(camtFile(lines, { version: random() < 0.5 ? '02' : '08', opening: '1000000.00' })),
    csv: () => csvFile(lines),
  }
  const read = (format: keyof typeof files) =>
    readStatements(db, member, {
      ...{ bytes: files[format](), fileName: `auszug.${format}`, mapping: null, account: ownAccount },
    })
  // A bank sends one kind of file; now and then somebody downloads the other as well.
  const [usual, other] = books.day % 2 === 0 ? (['camt', 'csv'] as const) : (['csv', 'camt'] as const)
  const first = await read(usual)
  const [stored] = first.ok ? first.statements : []
  if (!stored || stored.newLines !== lines.length || stored.balances === false)
    disagree(`${lines.length} lines of a ${usual} file: ${JSON.stringify(first)}`)
  for (const again of [random() < 0.4 ? usual : null, random() < 0.2 ? other : null]) {
    if (again === null) continue
    const second = await read(again)
    const [repeated] = second.ok ? second.statements : []
    if (repeated?.newLines !== 0 || repeated.knownLines !== lines.length)
      disagree(`the same ${lines.length} lines again, as ${again}: ${JSON.stringify(second)}`)
  }
  const kept = await linesOfStatement(db, stored.id)
  const told: string[] = []
  for (const [at, { cents, meant }] of moved.entries()) {
    const line = kept[at]
    if (line?.amountCents !== cents) disagree(`line ${at} is ${line?.amountCents}, not ${cents}`)
    const written: BookLineOfBank = { id: line.id, cents, meant, isAside: false, isNoted: false }
    books.bank.push(written)
    if (random() < 0.85) told.push(await book(business, written))
  }
  return `statement of ${lines.length}: ${told.join('; ')}`
}

/** A line that lay open is booked at last; what it was meant for may be gone by then. */
export async function bookOpenLine(business: Business): Promise<string | null> {
  const line = business.oneOf(business.books.bank.filter((each) => stateOf(each) === 'open'))
  return line ? book(business, line) : null
}

/** What became of a line, by what stands in the books. */
function stateOf({ meant, isAside, isNoted }: BookLineOfBank): 'open' | 'booked' | 'aside' {
  if (isAside) return 'aside'
  if (!isNoted || !meant) return 'open'
  // A payment that was taken back otherwise leaves its line open.
  if (meant.kind === 'payment' || meant.kind === 'counted')
    return meant.payment && meant.order.payments.includes(meant.payment) ? 'booked' : 'open'
  return 'booked'
}

async function book(business: Business, line: BookLineOfBank): Promise<string> {
  const { db, member } = business
  const { meant } = line
  const isGone =
    meant === null ||
    (meant.kind === 'counted' &&
      // What was entered long ago is not suggested for a line any more.
      (!meant.order.payments.includes(meant.payment) || business.books.day - (meant.payment.on ?? 0) > 50)) ||
    (meant.kind === 'refund' && (meant.refund.done || !meant.order.refunds.includes(meant.refund))) ||
    (meant.kind === 'payment' && ![...openStates, ...endedStates].includes(meant.order.status)) ||
    (meant.kind === 'payout' && meant.purchase.cancelled)
  if (isGone || !meant) {
    const aside = await setAside(db, member, { line: line.id, reason: 'Gehört nicht hierher' })
    if (!aside.ok) disagree(`line ${line.id} cannot be set aside: ${aside.reason}`)
    line.isAside = true
    return `${line.cents} set aside`
  }
  if (meant.kind === 'payment') return bookPayment(business, line, meant)
  const wish = await wishOf(business, line, meant)
  await bookOnce(business, line, wish)
  line.isNoted = true
  if (meant.kind === 'refund') {
    sent(business.books, meant.order, meant.refund)
    tell(meant.order, `refund-sent ${meant.refund.cents}`, meant.refund)
  }
  return `${line.cents} ${meant.kind}`
}

/** What is suggested for a line and was meant by it. */
async function wishOf(
  { db }: Business,
  line: BookLineOfBank,
  meant: Exclude<MeantFor, { kind: 'payment' }>,
): Promise<BookingWish> {
  const shown = (await findLine(db, line.id)) ?? disagree(`line ${line.id} is lost`)
  const suggestions = matchLine(shown, await candidatesFor(db, [shown]))
  if (meant.kind === 'refund') {
    const { id } =
      (await refundsOf(db, meant.order.id))[meant.order.refunds.indexOf(meant.refund)] ??
      disagree('a refund is lost', meant.order)
    if (!(await dueRefunds(db)).some((due) => due.id === id)) disagree('a refund is not due', meant.order)
    if (!suggestions.some((each) => each.kind === 'refund' && each.refund.order === meant.order.number))
      disagree(`its refund is not suggested: ${JSON.stringify(suggestions)}`, meant.order)
    return { kind: 'refund', refund: id }
  }
  if (meant.kind === 'payout') {
    const payout = suggestions.find(
      (each) => each.kind === 'payout' && each.payout.number === meant.purchase.number,
    )
    if (payout?.kind !== 'payout' || payout.confidence !== 'sure')
      disagree(`${meant.purchase.number} is not suggested: ${JSON.stringify(suggestions)}`)
    return { kind: 'payout', purchase: payout.payout.purchase }
  }
  const [row] = await query(db, { id: int8 })`
    select id from money where reference = ${meant.payment.reference} and channel = 'bank-transfer' and direction = 'in'
      and corrected_at is null and corrects is null`
  const isSuggested = suggestions.some(
    (each) => each.kind === 'counted' && each.money.order === meant.order.number,
  )
  if (!row || !isSuggested)
    disagree(`what was entered before is not suggested: ${JSON.stringify(suggestions)}`, meant.order)
  return { kind: 'counted', money: row.id }
}

/** Booked, and a second time to no effect. */
async function bookOnce(
  { db, shop, member, settings }: Business,
  line: BookLineOfBank,
  wish: BookingWish,
): Promise<void> {
  const booked = await bookLine({ ...shop, db }, member, { line: line.id, wish }, settings)
  if (!booked.ok) disagree(`line ${line.id} of ${line.cents} as ${wish.kind}: ${booked.reason}`)
  const twice = await bookLine({ ...shop, db }, member, { line: line.id, wish }, settings)
  if (twice.ok || twice.reason !== 'changed-meanwhile') disagree(`line ${line.id} was booked twice`)
}

async function bookPayment(
  business: Business,
  line: BookLineOfBank,
  meant: Extract<MeantFor, { kind: 'payment' }>,
): Promise<string> {
  const { db, shop, member, books, settings } = business
  const { order } = meant
  const shown = (await findLine(db, line.id)) ?? disagree(`line ${line.id} is lost`)
  const suggestions = matchLine(shown, await candidatesFor(db, [shown]))
  if (!suggestions.some((each) => each.kind === 'payment' && each.order.number === order.number))
    disagree(`is not suggested: ${JSON.stringify(suggestions)}`, order)
  const openCents = order.totalCents - receivedOf(order)
  const now = await possibleOrder(db, order.number)
  if (now?.status !== order.status || now.openCents !== openCents)
    disagree(`the bank is told ${now?.status}, ${now?.openCents} open, not ${openCents}`, order)
  const wish = (confirmed: boolean): BookingWish => ({
    ...{ kind: 'payment', order: order.number, seen: { status: order.status, openCents }, confirmed },
  })
  if (line.cents > Math.max(0, openCents)) {
    const refused = await bookLine(shop, member, { line: line.id, wish: wish(false) }, settings)
    if (refused.ok || refused.reason !== 'more-than-open') disagree('more than is open was booked', order)
  }
  const before = { status: order.status, wasAccepted: order.accepted }
  await bookOnce(business, line, wish(line.cents > Math.max(0, openCents)))
  const payment: Payment = {
    ...{
      channel: 'bank-transfer',
      reference: `${shown.bookedOn} #${line.id}`,
      cents: line.cents,
      late: false,
    },
  }
  receive(books, order, payment)
  tellOfPayment(order, payment, before)
  meant.payment = payment
  line.isNoted = true
  return `${line.cents} for ${order.number}, now ${order.status}`
}

const correctable: readonly BookOrder['status'][] = [
  ...['awaiting_payment', 'paid', 'preparing', 'expired', 'cancelled', 'conflict_refunded'],
] as BookOrder['status'][]

/** A line was booked by mistake: it is open again. */
export async function unbook({ db, shop, books, member, settings, oneOf }: Business): Promise<string | null> {
  const line = oneOf(
    books.bank.filter((each) => {
      const { meant } = each
      if (stateOf(each) !== 'booked') return false
      return meant?.kind !== 'payment' || correctable.includes(meant.order.status)
    }),
  )
  if (!line?.meant) return null
  const { meant } = line
  const { booking } = (await findLine(db, line.id)) ?? {}
  const said = { line: line.id, booking: booking ?? 0, reason: 'Falsch zugeordnet', isConfirmed: false }
  const undone = await unbookLine(shop, member, said, settings)
  const mayBe = meant.kind !== 'payment' || !meant.payment || isCorrectable(meant.order, meant.payment)
  if (undone.ok !== mayBe) disagree(`taking back line ${line.id}: ${JSON.stringify(undone)}`)
  if (!undone.ok) return `line ${line.id} cannot be taken back`
  line.isNoted = false
  if (meant.kind === 'payment' && meant.payment) unreceive(books, meant.order, meant.payment)
  if (meant.kind === 'refund') unsend(books, meant.order, meant.refund)
  return `line ${line.id} of ${line.cents} taken back`
}

/** Each line of the bank with what became of it. */
export async function bankDiffers({ db, books }: Business): Promise<string[]> {
  const rows = await query(db, { id: int4, cents: int8, state: text, kind: nullable(text) })`
    select l.id, l.amount_cents as cents, b.kind,
      case when b.id is not null then 'booked' when l.aside_at is not null then 'aside' else 'open' end as state
    from bank_line l left join bank_booking b on b.id = standing_booking(l.id) order by l.id`
  const wrong = books.bank.flatMap((line) => {
    const row = rows.find(({ id }) => id === line.id)
    const state = stateOf(line)
    const book = `${line.cents} ${state} ${state === 'booked' ? line.meant?.kind : null}`
    const shown = `${row?.cents} ${row?.state} ${row?.kind}`
    return book === shown ? [] : [`line ${line.id} is ${shown}, in the books ${book}`]
  })
  const [total, shown] = [sum(books.bank.map(({ cents }) => cents)), sum(rows.map(({ cents }) => cents))]
  return total === shown ? wrong : [...wrong, `the bank has ${shown}, in the books ${total}`]
}
