import { daysLater } from '#app/shop/buying/german-day.ts'
import { holdProducts, releaseHold } from '#app/shop/checkout/hold.ts'
import { cancelCounterSale } from '#app/shop/counter/cancel-counter-sale.ts'
import { holdAtCounter, releaseFromCounter } from '#app/shop/counter/counter-hold.ts'
import { type CounterMeans, sellAtCounter } from '#app/shop/counter/counter-sale.ts'
import { dayClose } from '#app/shop/counter/day-close.ts'
import { sellingSecret as secret } from '../selling.ts'
import {
  type BookCash,
  type BookLine,
  type BookOrder,
  type BookPiece,
  end,
  home,
  inTill,
  receive,
  sum,
  takeLineBack,
  tell,
} from './books.ts'
import { buyerOf, cashLaw, identityOf, type Regular, regulars } from './people.ts'
import { type Business, disagree } from './shop.ts'
import { reckon } from './taxes.ts'

const atHome = { address: null, area: 'home', ratePerMille: 190, vatId: null, payments: [] } as const
/** Up to here an invoice names nobody. */
const namelessUpTo = 25_000

type Agreed = BookPiece & { agreedCents: number }

/** Somebody buys one or two pieces in the branch, with a discount now and then, and pays at once. */
export async function sellOver(business: Business): Promise<string | null> {
  const { books, below, oneOf, random } = business
  const free = [...books.pieces.values()].filter(({ status }) => status === 'listed')
  const wanted = [...new Set(Array.from({ length: 1 + below(2) }, () => oneOf(free)))].filter(
    (piece) => piece !== undefined,
  )
  const pieces = wanted.map((piece): Agreed => {
    const agreedCents =
      random() < 0.3 ? Math.ceil(piece.listedCents * (0.8 + random() * 0.2)) : piece.listedCents
    return { ...piece, agreedCents: Math.min(agreedCents, piece.listedCents) }
  })
  if (pieces.length === 0) return null
  const sale = crypto.randomUUID()
  for (const { id } of pieces) {
    if (random() < 0.3) await afterAVisitor(business, sale, id)
    const held = await holdAtCounter(business.db, { sale, piece: id })
    if (!held.ok) disagree(`${id} cannot be had at the counter: ${held.reason}`)
  }
  return sellHeld(business, sale, pieces)
}

/** Somebody at the checkout has the piece and leaves, or comes when the counter has it already: who was first wins. */
async function afterAVisitor({ db, random, books }: Business, sale: string, piece: string): Promise<void> {
  const visitor = { holder: `visitor-${books.references++}-who-looks-around`, client: null }
  const isFirst = random() < 0.5
  const first = isFirst
    ? await holdProducts(db, { pieces: [piece], ...visitor })
    : await holdAtCounter(db, { sale, piece })
  if (!first.ok) disagree(`${piece} cannot be held: ${first.reason}`)
  if (!isFirst) {
    const late = await holdProducts(db, { pieces: [piece], ...visitor })
    if (late.ok) disagree(`${piece} was had online while it lay on the counter`)
    return
  }
  const late = await holdAtCounter(db, { sale, piece })
  if (late.ok || late.reason !== 'held-online') disagree(`${piece} was taken from a visitor`)
  await releaseHold(db, visitor)
}

/** Sells what the counter holds; a sale that must be refused is tried before. */
export async function sellHeld(business: Business, sale: string, pieces: readonly Agreed[]): Promise<string> {
  const { db, books, settings, random, oneOf, member } = business
  const cents = sum(pieces.map(({ agreedCents }) => agreedCents))
  const metalCents = sum(
    pieces.filter(({ taxMode }) => taxMode === 'investment_gold_25c').map(({ agreedCents }) => agreedCents),
  )
  const isNameless = cents <= namelessUpTo && random() < 0.5
  const person = isNameless ? null : (oneOf(regulars) as Regular)
  const law = cashLaw(books, person, { cents, metalCents })
  const wanted = oneOf(['cash', 'cash', 'card', 'bank-transfer'] as const) as CounterMeans
  const means = wanted === 'cash' && law.isDoubtful ? 'card' : wanted
  const isRepeated = means !== 'bank-transfer' && books.till.today.length > 0 && random() < 0.1
  const reference = isRepeated
    ? (oneOf(books.till.today) as string)
    : means === 'bank-transfer'
      ? `Echtzeit ${++books.references}`
      : String(++books.till.number)
  const input = {
    sale,
    branchId: 'koeln',
    locale: 'de' as const,
    lines: pieces.map(({ id, agreedCents, listedCents }) => ({
      ...{ piece: id, priceCents: agreedCents, seenCents: listedCents, reason: 'Kommt oft' },
    })),
    consents: [],
    buyer: person && buyerOf(person),
    email: random() < 0.5 ? `stamm${books.orders.length}@beispiel.example` : '',
    phone: '',
    means,
    reference,
    repeatConfirmed: false,
    identity: null as ReturnType<typeof identityOf> | null,
  }
  const counter = { by: member.name, secret, settings }
  const sell = () => sellAtCounter(db, input, counter)
  const refuse = async (reason: string) => {
    const refused = await sell()
    if (refused.ok || refused.reason !== reason)
      disagree(`a sale of ${cents} in ${means}: ${refused.ok ? 'ok' : refused.reason}, not ${reason}`)
  }
  if (isRepeated) await refuse('reference-repeated')
  input.repeatConfirmed = isRepeated
  if (means === 'cash' && law.isForbidden) {
    await refuse('cash-forbidden')
    input.means = 'card'
  } else if (means === 'cash' && law.isIdentified) {
    await refuse('identification-missing')
    input.identity = identityOf(person as Regular, { isComplete: true })
  }
  const sold = await sell()
  if (!sold.ok) disagree(`a sale of ${cents} in ${input.means} was refused: ${JSON.stringify(sold)}`)
  const again = await sell()
  if (!again.ok || !again.repeated || again.order.id !== sold.order.id) disagree('one sale became two')
  const cash: BookCash | null =
    input.means === 'cash' && person ? { person, cents, metalCents, day: books.day, isUndone: false } : null
  if (cash) books.cash.push(cash)
  if (input.means !== 'bank-transfer') books.till.today.push(reference)
  enter(business, { ...input, cash, pieces, order: sold.order })
  return `${sold.order.number}: ${pieces.length} over the counter for ${cents} in ${input.means}`
}

/** The sale in the books: an order that is paid and handed over in the same moment. */
function enter(
  { books }: Business,
  given: {
    means: CounterMeans
    reference: string
    email: string
    cash: BookCash | null
    pieces: readonly Agreed[]
    order: { id: number; number: string; token: string }
  },
): void {
  const { means, reference, email, cash, pieces, order } = given
  const charged = pieces.map((piece) => ({ ...piece, listedCents: piece.agreedCents }))
  const written: BookOrder = {
    ...reckon(books, charged, atHome),
    id: order.id,
    number: order.number,
    token: order.token,
    placedOn: books.day,
    payment: means,
    collected: true,
    status: 'awaiting_payment',
    invoiced: false,
    accepted: false,
    paidBy: null,
    endedAs: null,
    deliveredOn: books.day,
    payments: [],
    refunds: [],
    documents: { cents: 0, vatCents: 0 },
    mails: [],
    page: null,
    pending: false,
    counter: { reference, cash },
    isSilent: email === '',
  }
  books.orders.push(written)
  const payment = {
    channel: means,
    reference: `${reference} (${order.number})`,
    cents: written.totalCents,
    late: false,
  }
  receive(books, written, payment)
  written.status = 'completed'
  tell(written, 'branch-sale')
}

/** A sale over the counter is taken back, or a piece of it: what comes back is paid back the way it was paid. */
export async function takeBackSale(business: Business): Promise<string | null> {
  const { db, books, settings, member, oneOf, random } = business
  const order = oneOf(books.orders.filter(({ counter, status }) => counter && status === 'completed'))
  if (!order?.counter) return null
  const by = { by: member.name, settings }
  const without = await cancelCounterSale(db, order.id, ' ', by)
  if (without.ok || without.reason !== 'reason-missing') disagree('taken back without a reason', order)
  const kept = order.lines.filter(({ state }) => state === 'kept')
  if (kept.length > 1 && random() < 0.6) return takePieceBack(business, order, oneOf(kept) as BookLine)
  const result = await cancelCounterSale(db, order.id, 'Gefällt doch nicht', by)
  if (!result.ok) disagree(`cannot be taken back: ${result.reason}`, order)
  end(books, order, 'cancelled')
  if (order.counter.cash) order.counter.cash.isUndone = true
  return `${order.number}: taken back over the counter`
}

async function takePieceBack({ db, books, settings, member }: Business, order: BookOrder, line: BookLine) {
  const take = () =>
    cancelCounterSale(db, order.id, 'Passt nicht', {
      ...{ by: member.name, settings, pieces: [line.piece] },
    })
  const taken = await take()
  if (!taken.ok) disagree(`${line.piece} cannot be taken back: ${taken.reason}`, order)
  const twice = await take()
  if (twice.ok || twice.reason !== 'not-possible') disagree(`${line.piece} was taken back twice`, order)
  takeLineBack(books, order, line)
  const cash = order.counter?.cash
  if (cash) {
    cash.cents -= line.chargedCents
    if (line.taxMode === 'investment_gold_25c') cash.metalCents -= line.chargedCents
  }
  return `${order.number}: ${line.piece} taken back over the counter`
}

/** A sale comes to nothing before it is paid: the pieces are on sale again. */
export async function thinkBetter({ db, books, oneOf }: Business): Promise<string | null> {
  const piece = oneOf([...books.pieces.values()].filter(({ status }) => status === 'listed'))
  if (!piece) return null
  const sale = crypto.randomUUID()
  const held = await holdAtCounter(db, { sale, piece: piece.id })
  if (!held.ok) disagree(`${piece.id} cannot be had at the counter: ${held.reason}`)
  await releaseFromCounter(db, { sale })
  return `${piece.id}: looked at and given back`
}

/** What went through the till on a day, as the books have it. */
export function tillOn({ books }: Business, day: number) {
  const sales = books.orders.filter(({ counter, placedOn }) => counter && placedOn === day)
  const soldFor = (means: CounterMeans) =>
    sum(sales.filter(({ payment }) => payment === means).map(({ totalCents }) => totalCents))
  const payments = books.orders
    .filter(({ counter }) => counter === null)
    .flatMap((order) => order.payments)
    .filter(({ channel, on }) => inTill(channel) && on === day)
  const back = books.orders
    .flatMap(({ refunds }) => refunds)
    .filter(({ done, on, payment }) => done && on === day && inTill(payment.channel))
  /** What was taken back stays on its day, and its counter-entry stands on that of taking back. */
  const undone = (kind: 'in' | 'out', branch: string | null) => {
    const own = books.undone.filter((each) => each.kind === kind && each.branch === branch)
    const on = (of: 'on' | 'undoneOn') =>
      sum(own.filter((each) => each[of] === day).map((each) => each.cents))
    return on('on') - on('undoneOn')
  }
  const placed = <Row extends { branch?: string | null; cents: number }>(
    rows: readonly Row[],
    branch: string | null,
  ) => rows.filter((row) => (row.branch ?? null) === branch)
  const cashBack = back.filter(({ payment }) => payment.channel === 'cash')
  const bought = books.purchases.filter(({ means, paidOn }) => means === 'cash' && paidOn === day)
  const unbought = books.purchases.filter(({ means, cancelledOn }) => means === 'cash' && cancelledOn === day)
  const cents = (rows: readonly { cents: number }[]) => sum(rows.map((row) => row.cents))
  return {
    cash: soldFor('cash'),
    card: soldFor('card'),
    transfer: soldFor('bank-transfer'),
    sold: sum(sales.map(({ totalCents }) => totalCents)),
    collected: cents(placed(payments, home)) + undone('in', home),
    paidBack: cents(placed(back, home)) + undone('out', home),
    unplaced:
      cents(placed(payments, null)) + undone('in', null) - cents(placed(back, null)) - undone('out', null),
    bought: cents(bought) - cents(unbought),
    cashFlow: soldFor('cash') - cents(cashBack) - cents(bought) + cents(unbought),
  }
}

/** The day close of today, and of an earlier day, against the books. */
export async function tillDiffers(business: Business): Promise<string[]> {
  const { db, books, below } = business
  const wrong: string[] = []
  for (const ago of [0, 1 + below(20)]) {
    const day = daysLater(business.calendarDay, -ago)
    const { sums } = await dayClose(db, { branchId: 'koeln', day })
    const book = tillOn(business, books.day - ago)
    if (JSON.stringify(sums) !== JSON.stringify(book))
      wrong.push(`the till ${ago} days ago: ${JSON.stringify(sums)}, in the books ${JSON.stringify(book)}`)
  }
  return wrong
}
