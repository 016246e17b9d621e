import type { OrderStatus } from '#app/shop/checkout/order-status.ts'

/** What of a line of the bank is looked at. Cents: in above 0, out below 0. */
export type SaidLine = {
  bookedOn: string
  amountCents: number
  name: string
  iban: string | null
  purpose: string
  endToEnd: string | null
  reversal: boolean
}

/** An order that money may be meant for. `openCents`: still to be paid; below 0: more has come than is due. */
export type PossibleOrder = {
  number: string
  buyer: string
  status: OrderStatus
  isAccepted: boolean
  placedOn: string
  totalCents: number
  openCents: number
  /** Whether all its pieces are free again; of one that has lapsed. */
  piecesFree: boolean
  isOnline: boolean
}

/** Money that was entered by hand and no line was taken for. */
export type EnteredMoney = {
  id: number
  order: string
  buyer: string
  amountCents: number
  direction: 'in' | 'out'
  on: string
}
export type DueTransfer = { refund: number; order: string; buyer: string; amountCents: number; dueOn: string }
/** A purchase that was paid by transfer, of which no line says yet that it left. */
export type SentPayout = {
  purchase: number
  number: string
  request: string
  reference: string
  amountCents: number
  on: string
}

/** How sure a suggestion is, most first. */
export const confidences = ['sure', 'likely', 'possible'] as const
export type Confidence = (typeof confidences)[number]

/** Why something is suggested. */
export const suggestionReasons = [
  'number',
  'number-mistyped',
  'number-without-prefix',
  'amount',
  'amount-differs',
  'name',
  'only-one',
  'reference',
] as const
export type SuggestionReason = (typeof suggestionReasons)[number]

/** What follows when a payment is booked. */
export const paymentOutcomes = [
  'pays',
  'part',
  'surplus',
  'revives',
  'goes-back',
  'makes-good',
  'accepts-and-pays',
] as const
export type PaymentOutcome = (typeof paymentOutcomes)[number]

export type Suggestion = { confidence: Confidence; reasons: SuggestionReason[] } & (
  | { kind: 'payment'; order: PossibleOrder; outcome: PaymentOutcome; restCents: number }
  | { kind: 'counted'; money: EnteredMoney }
  | { kind: 'refund'; refund: DueTransfer }
  | { kind: 'payout'; payout: SentPayout }
)

export type Candidates = {
  orders: readonly PossibleOrder[]
  entered: readonly EnteredMoney[]
  refunds: readonly DueTransfer[]
  payouts: readonly SentPayout[]
}

const most = 4

/**
 * Matches a line of a bank statement to an order, a refund, a payout or money entered by hand: what it may be, the
 * surest first; nothing for what takes an earlier line back. Of several like ones of an order (parts of one amount, say)
 * the nearest in time stands for all: the others come after what is something else.
 */
export function matchLine(line: SaidLine, candidates: Candidates): Suggestion[] {
  if (line.reversal) return []
  const found = line.amountCents > 0 ? forMoneyIn(line, candidates) : forMoneyOut(line, candidates)
  const likeOnes = Map.groupBy(found, (each) => `${each.kind} ${each.reasons} ${subjectOf(each)}`)
  const places = new Map(
    [...likeOnes.values()].flatMap((group) =>
      group.toSorted((a, b) => daysApart(line, a) - daysApart(line, b)).map((each, place) => [each, place]),
    ),
  )
  return found
    .toSorted(
      (a, b) =>
        confidences.indexOf(a.confidence) - confidences.indexOf(b.confidence) ||
        b.reasons.length - a.reasons.length ||
        (places.get(a) ?? 0) - (places.get(b) ?? 0),
    )
    .slice(0, most)
}

/** The order or purchase that something is suggested of. */
function subjectOf(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'payment':
      return suggestion.order.number
    case 'counted':
      return suggestion.money.order
    case 'refund':
      return suggestion.refund.order
    case 'payout':
      return suggestion.payout.number
  }
}

/** Days between a line and what was entered or left before it; 0 for what is still to come. */
function daysApart(line: SaidLine, suggestion: Suggestion): number {
  if (suggestion.kind === 'counted') return Math.abs(daysBetween(line.bookedOn, suggestion.money.on))
  if (suggestion.kind === 'payout') return Math.abs(daysBetween(line.bookedOn, suggestion.payout.on))
  return 0
}

function forMoneyIn(line: SaidLine, { orders, entered }: Candidates): Suggestion[] {
  const text = `${line.purpose} ${line.endToEnd ?? ''}`
  const ofAmount = orders.filter(({ openCents }) => openCents === line.amountCents)
  const payments = orders.flatMap((order): Suggestion[] => {
    const number = numberIn(text, order.number)
    const isAmount = order.openCents === line.amountCents
    const isName = isSameName(line.name, order.buyer)
    const reasons: SuggestionReason[] = []
    if (number) reasons.push(number)
    if (isAmount) reasons.push('amount')
    else if (number) reasons.push('amount-differs')
    if (isName) reasons.push('name')
    if (isAmount && !number && ofAmount.length === 1) reasons.push('only-one')
    if (!number && !isAmount) return []
    const waits = order.status === 'awaiting_payment' && order.isAccepted
    const confidence: Confidence =
      number === 'number' && isAmount && waits
        ? 'sure'
        : number === 'number' || (number !== null && (isAmount || isName)) || (isAmount && isName)
          ? 'likely'
          : 'possible'
    return [{ kind: 'payment', confidence, reasons, order, ...outcomeOf(order, line.amountCents) }]
  })
  const counted = entered.flatMap((money) => enteredBefore(line, text, money))
  // What was entered by hand already is no second payment of its order.
  const known = new Set(counted.map((each) => (each.kind === 'counted' ? each.money.order : '')))
  const others = payments.map(
    (each): Suggestion =>
      each.kind === 'payment' && known.has(each.order.number) && each.confidence === 'sure'
        ? { ...each, confidence: 'likely' }
        : each,
  )
  const sure = others.filter(({ confidence }) => confidence === 'sure')
  // Two orders that a line surely pays: people decide.
  const judged = sure.length > 1 ? others.map((each) => ({ ...each, confidence: 'likely' as const })) : others
  return [...counted, ...judged]
}

function forMoneyOut(line: SaidLine, { entered, refunds, payouts }: Candidates): Suggestion[] {
  const text = `${line.purpose} ${line.endToEnd ?? ''}`
  const cents = -line.amountCents
  const due = refunds
    .filter(({ amountCents }) => amountCents === cents)
    .map((refund, _, all): Suggestion => {
      const number = numberIn(text, refund.order)
      const isName = isSameName(line.name, refund.buyer)
      const reasons: SuggestionReason[] = [...(number ? [number] : []), 'amount']
      if (isName) reasons.push('name')
      if (!number && all.length === 1) reasons.push('only-one')
      // Of one order several of an amount may be due, and either may be meant.
      const isOnly = all.filter(({ order }) => order === refund.order).length === 1
      const confidence = number === 'number' && isOnly ? 'sure' : number || isName ? 'likely' : 'possible'
      return { kind: 'refund', confidence, reasons, refund }
    })
  const left = payouts
    .filter(({ amountCents }) => amountCents === cents)
    .map((payout, _, all): Suggestion => {
      const isReference =
        numberIn(text, payout.number) === 'number' ||
        numberIn(text, payout.request) === 'number' ||
        (payout.reference.length >= 5 && compact(text).includes(compact(payout.reference)))
      const reasons: SuggestionReason[] = [...(isReference ? (['reference'] as const) : []), 'amount']
      if (all.length === 1) reasons.push('only-one')
      return {
        kind: 'payout',
        confidence: isReference ? 'sure' : all.length === 1 ? 'likely' : 'possible',
        reasons,
        payout,
      }
    })
  return [...entered.flatMap((money) => enteredBefore(line, text, money)), ...due, ...left]
}

/** Staff may have entered the money of a line before it was read. */
function enteredBefore(line: SaidLine, text: string, money: EnteredMoney): Suggestion[] {
  const cents = money.direction === 'in' ? line.amountCents : -line.amountCents
  if (money.amountCents !== cents || Math.abs(daysBetween(line.bookedOn, money.on)) > 14) return []
  const number = numberIn(text, money.order)
  const isName = isSameName(line.name, money.buyer)
  if (!number && !isName) return []
  const reasons: SuggestionReason[] = [
    ...(number ? [number] : []),
    'amount',
    ...(isName ? (['name'] as const) : []),
  ]
  return [{ kind: 'counted', confidence: 'likely', reasons, money }]
}

const daysBetween = (one: string, other: string) => (Date.parse(one) - Date.parse(other)) / 86_400_000

/** What booking an amount for an order does, and what is missing or too much afterwards (cents). */
export function outcomeOf(
  order: Pick<PossibleOrder, 'status' | 'openCents' | 'piecesFree' | 'isAccepted'>,
  cents: number,
): { outcome: PaymentOutcome; restCents: number } {
  const rest = order.openCents - cents
  switch (order.status) {
    case 'awaiting_payment':
      if (rest > 0) return { outcome: 'part', restCents: rest }
      if (rest < 0) return { outcome: 'surplus', restCents: -rest }
      return { outcome: order.isAccepted ? 'pays' : 'accepts-and-pays', restCents: 0 }
    case 'expired':
      return rest <= 0 && order.piecesFree
        ? { outcome: 'revives', restCents: Math.max(0, -rest) }
        : { outcome: 'goes-back', restCents: cents }
    case 'cancelled':
    case 'conflict_refunded':
      return { outcome: 'goes-back', restCents: cents }
    default:
      return rest >= 0
        ? { outcome: 'makes-good', restCents: rest }
        : { outcome: 'surplus', restCents: Math.min(cents, -rest) }
  }
}

const compact = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Letters that people type for figures. */
const asFigures = (text: string) => text.replace(/[OQ]/g, '0').replace(/[IL|]/g, '1').replace(/S/g, '5')
const figure = '[0-9OQIL|S]'
const between = '[\\s\\-–—_/.,:#]*'

/**
 * Whether a text names a number such as `RG-2026-00042`, also with spaces, without signs, with O for 0, without the
 * noughts; null where it does not.
 */
export function numberIn(
  text: string,
  number: string,
): 'number' | 'number-mistyped' | 'number-without-prefix' | null {
  const [, prefix = '', year = '', digits = ''] = /^([A-Z]+)-(\d{4})-(\d+)$/.exec(number) ?? []
  if (prefix === '') return null
  const upper = text.toUpperCase()
  const letters = [...prefix].join('\\s*')
  const named = [
    ...upper.matchAll(
      new RegExp(
        `(?<![A-Z])${letters}${between}(${spaced(figure, 4)})${between}(${figure}(?:\\s?${figure}){0,7})`,
        'g',
      ),
    ),
  ]
  let best: 'number-mistyped' | null = null
  for (const [, givenYear = '', given = ''] of named) {
    const [y, d] = [givenYear, given].map((part) => asFigures(part.replace(/\s/g, ''))) as [string, string]
    if (y !== year) continue
    // A day or an amount may follow after a space.
    if (d === digits || (d.startsWith(digits) && /\s/.test(given))) return 'number'
    if (Number(d) === Number(digits) || isOneSlip(d, digits)) best = 'number-mistyped'
  }
  if (best) return best
  const bare = new RegExp(`(?<![\\dA-Z])${year}${between}0*${String(Number(digits))}(?!\\d)`)
  if (bare.test(upper)) return 'number-without-prefix'
  return compact(upper).includes(`${prefix}${year}${digits}`) ? 'number-mistyped' : null
}

const spaced = (sign: string, count: number) => Array.from({ length: count }, () => sign).join('\\s?')

/** One figure is another one, is missing, is too much, or two neighbours are exchanged. */
function isOneSlip(given: string, meant: string): boolean {
  if (given === meant) return false
  if (given.length === meant.length) {
    const differ = [...meant].flatMap((sign, at) => (sign === given[at] ? [] : [at]))
    const [first = 0, second = 0] = differ
    return (
      differ.length === 2 &&
      second === first + 1 &&
      given[first] === meant[second] &&
      given[second] === meant[first]
    )
  }
  const [short, long] = given.length < meant.length ? [given, meant] : [meant, given]
  return (
    long.length === short.length + 1 &&
    [...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short)
  )
}

const titles = new Set(['HERR', 'FRAU', 'DR', 'PROF', 'UND', 'VON', 'GMBH', 'MR', 'MRS'])
const plainWords = (name: string) =>
  name
    .toUpperCase()
    .replace(/Ä/g, 'AE')
    .replace(/Ö/g, 'OE')
    .replace(/Ü/g, 'UE')
    .replace(/ß|ẞ/g, 'SS')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Z]+/)
    .filter((word) => word.length > 1 && !titles.has(word))

/** Two words of a name in common, or its only one. */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [new Set(plainWords(one)), new Set(plainWords(other))]
  const shared = [...a].filter((word) => b.has(word)).length
  return shared >= 2 || (shared === 1 && Math.min(a.size, b.size) === 1)
}
