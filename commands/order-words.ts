import { z } from 'zod'
import { cleanText } from '#app/language/clean-text.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { readTracking, type Tracking } from '#app/shop/checkout/change-tracking.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import type { sendReturnLabel } from '#app/shop/checkout/return-label.ts'
import type { PaymentMethod } from '#app/shop/checkout/types.ts'
import { labelSchema } from '#app/shop/parcel-label.ts'
import { readReason } from '#app/shop/reason.ts'
import { type GivenBy, givenBy } from './acting-staff.ts'
import { refuse, required, type Values } from './command.ts'
import { labelFileOf } from './label-file.ts'

/** What staff want done. Amounts in cents. */
export type OrderWish =
  | { do: 'holds' | 'withdrawals' | 'refunds' }
  | { do: 'list' | 'mails'; all: boolean }
  | { do: (typeof plain)[number]; order: string }
  | { do: 'deliver' | 'hand-over'; order: string; on: string | null }
  | {
      do: 'money'
      order: string
      cents: number
      reference: string
      channel: PaymentMethod | null
      /** Where it was taken, unless that is where the order is collected. */
      branch: string | null
      surplus: boolean
      isConfirmed: boolean
    }
  | { do: 'ship' | 'tracking'; order: string; tracking: Tracking }
  | { do: 'label'; order: string; label: Parameters<typeof sendReturnLabel>[2] }
  | { do: 'refund'; order: string; deductionCents: number; reason: string; isConfirmed: boolean }
  | { do: 'cancel'; order: string; reason: string; isConfirmed: boolean }
  | { do: 'refunded'; refund: number; reference: string; branch: string | null }
  | { do: 'correct'; entry: number; reason: string; isConfirmed: boolean }
  | { do: 'retry'; mail: number }
  | { do: 'send-mails'; order: string }
  | {
      do: 'withdrawal'
      number: number
      isConfirmed: boolean
      decision:
        | { outcome: 'accepted'; order: string | null; pieces: string[] }
        | { outcome: 'refused' | 'no-contract'; note: string }
    }

export const usage = `npm run order                                 what waits
npm run order -- list --all                   every order, newest first
npm run order -- show RG-2026-00042           one order with everything
npm run order -- accept <order>               where orders are accepted by staff
npm run order -- money <order> 1.290,00 --reference "statement 214, line 3" [--channel bank|branch] [--branch <branch>] [--surplus] [--confirm]
npm run order -- prepare <order>
npm run order -- ship <order> --courier "Wertkurier Nord" --code WK-77 [--url https://…]
npm run order -- tracking <order> --courier … --code … [--url …]     another number; the buyer is told
npm run order -- ready <order>                lies in its branch; the buyer is told
npm run order -- hand-over <order> [--on 2026-11-20]   collected in the branch, that day or today
npm run order -- deliver <order> [--on 2026-11-20]     the time to withdraw runs from that day; may be said anew
npm run order -- complete <order>             when the time to withdraw is over; the shop does it by itself then
npm run order -- cancel <order> --reason "…" --confirm    the buyer reads the reason
npm run order -- withdrawals                  declarations that wait for an answer
npm run order -- withdrawal <number> accept [<order>] [--pieces 10482,10483] [--confirm]
npm run order -- withdrawal <number> refuse|no-contract --note "…"   the customer reads it
npm run order -- label <order> --courier … --label-file label.pdf|--url https://…|--code … [--method insured-parcel|value-courier]
                                              the label of the return; the buyer gets it by mail
npm run order -- returned <order>             the return is here
npm run order -- no-return <order>            nothing needs to come back
npm run order -- inspected <order>
npm run order -- refund <order> [--deduct 50,00 --reason "…" --confirm]
npm run order -- refunds                      money that staff have to send back
npm run order -- refunded <number> --reference "transfer 17" [--branch <branch>]
npm run order -- correct <entry> --reason "…" [--confirm]   money booked wrongly; "show" numbers the entries
npm run order -- holds                        pieces somebody is at the checkout with
npm run order -- mails [--all]                what was not sent; with --all also what was sent
npm run order -- mails send <order>           what waits for its minutes goes at once
npm run order -- mails retry <number>
Everything takes --by <name>: the member of staff who does it, by name or address; else your account of the machine.`

export const options = {
  all: { type: 'boolean' },
  surplus: { type: 'boolean' },
  reference: { type: 'string' },
  channel: { type: 'string' },
  branch: { type: 'string' },
  by: { type: 'string' },
  courier: { type: 'string' },
  code: { type: 'string' },
  url: { type: 'string' },
  method: { type: 'string' },
  'label-file': { type: 'string' },
  on: { type: 'string' },
  deduct: { type: 'string' },
  pieces: { type: 'string' },
  note: { type: 'string' },
  reason: { type: 'string' },
  confirm: { type: 'boolean' },
} as const

type OrderValues = Values<typeof options>

/** What needs the number of an order and nothing else. */
const plain = [
  'show',
  'accept',
  'prepare',
  'ready',
  'complete',
  'returned',
  'no-return',
  'inspected',
] as const
const lists = ['holds', 'withdrawals', 'refunds'] as const

const ownOptions: Readonly<Record<string, readonly (keyof typeof options)[]>> = {
  ...Object.fromEntries([...plain, ...lists].map((name) => [name, []])),
  list: ['all'],
  mails: ['all'],
  money: ['reference', 'channel', 'branch', 'surplus', 'confirm'],
  ship: ['courier', 'code', 'url'],
  tracking: ['courier', 'code', 'url'],
  label: ['courier', 'code', 'url', 'method', 'label-file'],
  cancel: ['reason', 'confirm'],
  deliver: ['on'],
  'hand-over': ['on'],
  refund: ['deduct', 'reason', 'confirm'],
  refunded: ['reference', 'branch'],
  correct: ['reason', 'confirm'],
  withdrawal: ['pieces', 'note', 'confirm'],
}

export const actions = Object.fromEntries(
  Object.entries(ownOptions).map(([name, own]) => [name, [...own, 'by' as const]]),
)

/** What staff want done, and who wants it. */
export type OrderWords = { by: GivenBy; wish: OrderWish }

/** What the words ask for; `null` when they are not understood. @throws {WordsFault} saying what is wrong with them */
export function readOrderWords(words: readonly string[], values: OrderValues): OrderWords | null {
  if (words[0] === 'money' && (values.by === 'bank' || values.by === 'branch')) {
    refuse(`How the money came is --channel ${values.by}; --by says who counts it`)
  }
  const wish = wishOf(words, values)
  return wish && { by: givenBy(values), wish }
}

function wishOf(words: readonly string[], values: OrderValues): OrderWish | null {
  const [name = 'list', ...rest] = words
  const [first = '', second = '', third] = rest
  const list = lists.find((each) => each === name)
  if (list) return rest.length === 0 ? { do: list } : null
  if (name === 'list') return rest.length === 0 ? { do: name, all: values.all === true } : null
  if (name === 'mails') {
    if (rest.length === 0) return { do: name, all: values.all === true }
    if (first === 'send' && rest.length === 2) return { do: 'send-mails', order: orderOf(second) }
    return first === 'retry' && rest.length === 2 ? { do: 'retry', mail: numberOf(second) } : null
  }
  if (name === 'refunded' && rest.length === 1) {
    const { branch = null } = values
    return { do: name, refund: numberOf(first), reference: required(values, 'reference'), branch }
  }
  if (name === 'correct' && rest.length === 1) {
    const reason = reasonOf(values)
    return { do: name, entry: numberOf(first), reason, isConfirmed: values.confirm === true }
  }
  if (name === 'withdrawal') {
    return rest.length >= 2 && rest.length <= 3 ? withdrawalOf(first, second, third, values) : null
  }
  if (name === 'money' && rest.length === 2) {
    return {
      do: name,
      order: orderOf(first),
      cents: amountOf(second),
      reference: required(values, 'reference'),
      channel: channelOf(values.channel),
      branch: values.branch ?? null,
      surplus: values.surplus === true,
      isConfirmed: values.confirm === true,
    }
  }
  if (rest.length !== 1) return null
  if (name === 'ship' || name === 'tracking') {
    const { url = null } = values
    if (url !== null && !/^https:\/\/[^\s]+$/.test(url)) refuse(`--url must begin with https://: "${url}"`)
    const tracking = { carrier: required(values, 'courier'), code: required(values, 'code'), url }
    const read =
      readTracking(tracking) ?? refuse('--courier and --code have 60 characters at most, --url 500')
    return { do: name, order: orderOf(first), tracking: read }
  }
  if (name === 'label') return { do: name, order: orderOf(first), label: labelOf(values) }
  if (name === 'refund') {
    const deductionCents = values.deduct === undefined ? 0 : amountOf(values.deduct)
    if (deductionCents === 0 && values.reason !== undefined) refuse('--reason goes with --deduct')
    const reason = deductionCents === 0 ? '' : reasonOf(values)
    return { do: name, order: orderOf(first), deductionCents, reason, isConfirmed: values.confirm === true }
  }
  if (name === 'deliver' || name === 'hand-over') {
    return { do: name, order: orderOf(first), on: values.on === undefined ? null : dayOf(values.on) }
  }
  if (name === 'cancel') {
    return { do: name, order: orderOf(first), reason: reasonOf(values), isConfirmed: values.confirm === true }
  }
  const step = plain.find((each) => each === name)
  return step ? { do: step, order: orderOf(first) } : null
}

/** The label of a return. */
function labelOf(values: OrderValues): Extract<OrderWish, { do: 'label' }>['label'] {
  const { code = null, url = null } = values
  const given = { carrier: required(values, 'courier'), code, url, method: values.method }
  const label = labelSchema.omit({ declaredCents: true }).safeParse(given)
  if (!label.success) throw new StartFault(z.prettifyError(label.error))
  const file = labelFileOf(values['label-file'])
  if (!code?.trim() && !url && !file)
    refuse('A label needs --label-file, --url, where the buyer prints it, or --code for the counter')
  return { label: label.data, file }
}

function withdrawalOf(
  number: string,
  answer: string,
  order: string | undefined,
  values: OrderValues,
): OrderWish | null {
  if (answer === 'accept') {
    const pieces = values.pieces?.split(',').map((id) => id.trim()) ?? []
    const decision = { outcome: 'accepted' as const, order: order ? orderOf(order) : null, pieces }
    return { do: 'withdrawal', number: numberOf(number), isConfirmed: values.confirm === true, decision }
  }
  const outcome = answer === 'refuse' ? 'refused' : answer === 'no-contract' ? answer : null
  if (outcome === null || order !== undefined) return null
  return {
    do: 'withdrawal',
    number: numberOf(number),
    isConfirmed: false,
    decision: { outcome, note: noteOf(values) },
  }
}

/** The number of an order, as it may be typed. @throws {WordsFault} */
export function orderOf(text: string): string {
  if (!/^[A-Z]{1,6}-\d{4}-\d{5,}$/i.test(text)) {
    refuse(`"${text}" is not an order number; they look like RG-2026-00042`)
  }
  return text.toUpperCase()
}

/** What the customer reads as the answer to a declaration. */
function noteOf(values: OrderValues): string {
  const note = cleanText(required(values, 'note')).trim()
  return note.length >= 3 && note.length <= 2000
    ? note
    : refuse('--note has 3 to 2000 characters; the customer reads it')
}

/** What the buyer reads. */
function reasonOf(values: OrderValues): string {
  const reason = readReason(required(values, 'reason'))
  return reason ?? refuse('--reason has 3 to 500 characters; the buyer reads it')
}

function amountOf(text: string): number {
  const cents = readAmount(text)
  if (cents === null) refuse(`"${text}" is not an amount; write 1.290,00 or 1,290.00`)
  if (cents === 0) refuse('an amount of nothing is no amount')
  return cents
}

/** A day of the calendar, as 2026-11-20 or 20.11.2026. */
function dayOf(text: string): string {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim())
  const [, day = '', month = '', year = ''] = german ?? []
  const iso = german ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim()
  return z.iso.date().safeParse(iso).success
    ? iso
    : refuse(`"${text}" is not a day; write 2026-11-20 or 20.11.2026`)
}

function numberOf(text: string): number {
  if (!/^\d{1,9}$/.test(text)) refuse(`"${text}" is not a number`)
  return Number(text)
}

function channelOf(channel: string | undefined): PaymentMethod | null {
  if (channel === undefined) return null
  if (channel === 'bank') return 'bank-transfer'
  return channel === 'branch' ? 'in-branch' : refuse(`--channel is bank or branch, not "${channel}"`)
}
