import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { cleanTexts } from '#app/language/clean-text.ts'
import { StartFault } from '#app/platform/start-fault.ts'
import { identitySchema } from '#app/shop/buying/identification.ts'
import { payoutSchema } from '#app/shop/buying/purchase.ts'
import { receiptSchema } from '#app/shop/buying/purchase-receipt.ts'
import { type SellStatus, sellStatuses } from '#app/shop/buying/sell-request-status.ts'
import { type CounterStep, inspectionSchema } from '#app/shop/buying/staff-steps.ts'
import { linesSchema } from '#app/shop/buying/valued-line.ts'
import { readTracking } from '#app/shop/checkout/change-tracking.ts'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import type { LabelFile } from '#app/shop/label-file.ts'
import { labelSchema } from '#app/shop/parcel-label.ts'
import { readReason } from '#app/shop/reason.ts'
import { type GivenBy, givenBy } from './acting-staff.ts'
import { refuse, required, type Values } from './command.ts'
import { labelFileOf } from './label-file.ts'

export const usage = `npm run purchase -- <what> …
  list [<status>]                          what waits, oldest first
  show <number>                            one request and what may be done with it
  ask <number> <text>                      a question or an answer to the seller
  estimate <number> <lines.yaml> [--note]  an estimate; offer <number> <lines.yaml>: the final offer
  label <number> --carrier --value <EUR> --label-file|--url|--code [--method insured-parcel|value-courier]
                                           a PDF or PNG that goes with the mail, where the seller prints it, or the
                                           code for the counter; again: replaces it
  receive <number> <branch> | miss <number>
  inspect <number> <findings.yaml>         [{ title, findings?, serial?, register?: { name, result } }]
  agree <number> | refuse <number>         what the seller says at the counter
  identify <number> <identity.yaml>        "-" instead of a file reads from the terminal
  receipt <number> cash|transfer [--iban --holder]
                                           the receipt that the seller signs before being paid: where it is printed
  pay <number> [cash|transfer] --reference [--iban --holder] --declared
                                           what stands on the signed receipt was paid; asks for the password of
                                           whom --by names
  cancel <number> <reason> --confirm       takes back a payment recorded by mistake, or a receipt that is not paid;
                                           the seller reads the reason
  stock <number> [--melt 2,3]              opens drafts; scrap and the lines named go to be melted
  melt <ledger number> <EUR> --document
  turn-down <number> <reason> [--tell "…"]  the reason stays with us; the seller reads what --tell says
  hold|reopen|resume|surrender <number> <reason>
  return <number> [--carrier --code]       again with another code: it replaces the former, the seller is told
  reveal <number> identity | serial <line> --why --by
                                           asks for the password of whom --by names
Everything takes --by <name>. Lines: [{ title, kind, item: gold-585, amount: 12.4 }] at the prices that hold now,
or with euros (or from and to) instead; testMethod, brand, model, reference, stones besides.`

const text = { type: 'string' } as const
export const options = {
  by: text,
  note: text,
  carrier: text,
  code: text,
  url: text,
  value: text,
  method: text,
  'label-file': text,
  reference: text,
  iban: text,
  holder: text,
  declared: { type: 'boolean' },
  melt: text,
  document: text,
  why: text,
  tell: text,
  confirm: { type: 'boolean' },
} as const

export const actions: Readonly<Record<string, readonly (keyof typeof options)[]>> = {
  list: ['by'],
  show: ['by'],
  ask: ['by'],
  estimate: ['by', 'note'],
  offer: ['by', 'note'],
  label: ['by', 'carrier', 'value', 'code', 'url', 'method', 'label-file'],
  receive: ['by'],
  miss: ['by'],
  inspect: ['by'],
  agree: ['by'],
  refuse: ['by'],
  identify: ['by'],
  receipt: ['by', 'iban', 'holder'],
  pay: ['by', 'reference', 'iban', 'holder', 'declared'],
  cancel: ['by', 'confirm'],
  stock: ['by', 'melt'],
  melt: ['by', 'document'],
  'turn-down': ['by', 'tell'],
  hold: ['by'],
  reopen: ['by'],
  resume: ['by'],
  surrender: ['by'],
  return: ['by', 'carrier', 'code'],
  reveal: ['by', 'why'],
}

/** What staff do about a sell request. Amounts in cents, lines counted from 0. */
export type PurchaseTask =
  | { do: 'list'; status: SellStatus | null }
  | { do: 'show' }
  | { do: 'agree' | 'refuse' }
  | { do: 'ask'; text: string }
  | { do: 'estimate' | 'offer'; lines: z.infer<typeof linesSchema>; note: string }
  | { do: 'label'; label: z.infer<typeof labelSchema>; file: LabelFile | null }
  | { do: 'inspect'; inspection: z.infer<typeof inspectionSchema> }
  | { do: 'identify'; identity: z.infer<typeof identitySchema> }
  | { do: 'receipt'; wish: z.infer<typeof receiptSchema> }
  | { do: 'pay'; payout: z.infer<typeof payoutSchema> }
  | { do: 'cancel'; reason: string; isConfirmed: boolean }
  | { do: 'stock'; melt: number[] }
  | { do: 'melt'; ledger: number; proceedsCents: number; document: string }
  | { do: 'reveal-identity'; why: string }
  | { do: 'reveal-serial'; position: number; why: string }
  | { do: 'step'; step: CounterStep }

export type PurchaseWish = {
  /** The first two words as they were typed, for what is said about them. */
  words: string
  /** The number of a request; empty in a list. */
  number: string
  by: GivenBy
  task: PurchaseTask
}

type PurchaseValues = Values<typeof options>

/**
 * What the words ask for, with the files they name; `null` when they are not understood.
 * @throws {WordsFault} saying what is wrong with them
 * @throws {StartFault} saying what is wrong with a file
 */
export function readPurchaseWords(words: readonly string[], values: PurchaseValues): PurchaseWish | null {
  const [what = 'list', subject = '', ...rest] = words
  const task =
    what === 'list' ? listOf(subject, rest) : subject === '' ? null : taskOf(what, subject, rest, values)
  return task && { words: `${what} ${subject}`, number: subject.toUpperCase(), by: givenBy(values), task }
}

function listOf(name: string, rest: readonly string[]): PurchaseTask | null {
  if (rest.length > 0) return null
  if (name === '') return { do: 'list', status: null }
  const status = sellStatuses.find((known) => known === name)
  return status ? { do: 'list', status } : refuse(`There is no state „${name}“: ${sellStatuses.join(', ')}`)
}

function taskOf(
  what: string,
  subject: string,
  rest: readonly string[],
  values: PurchaseValues,
): PurchaseTask | null {
  const [argument = ''] = rest
  const sentence = rest.join(' ')
  switch (what) {
    case 'ask':
      return { do: what, text: sentence }
    case 'cancel':
      return { do: what, reason: sentence, isConfirmed: values.confirm === true }
    case 'turn-down': {
      if (argument === '') refuse(`Say why: npm run purchase -- ${what} ${subject} <reason>`)
      return { do: 'step', step: { event: what, reason: sentence, tell: toldOf(values.tell) } }
    }
    case 'hold':
    case 'reopen':
    case 'resume':
    case 'surrender':
      if (argument === '') refuse(`Say why: npm run purchase -- ${what} ${subject} <reason>`)
      return { do: 'step', step: { event: what, reason: sentence } }
    case 'reveal':
      return revealOf(rest, values)
  }
  if (rest.length === 0) return taskAlone(what, values)
  if (rest.length > 1) return null
  switch (what) {
    case 'estimate':
    case 'offer':
      return { do: what, lines: parsed(linesSchema, contentOf(argument)), note: values.note ?? '' }
    case 'inspect':
      return { do: what, inspection: parsed(inspectionSchema, { lines: contentOf(argument) }) }
    case 'identify':
      return { do: what, identity: parsed(identitySchema, contentOf(argument)) }
    case 'receipt':
      return { do: what, wish: wishOf(argument, values) }
    case 'pay':
      return { do: what, payout: payoutOf(argument, values) }
    case 'melt':
      return {
        do: what,
        ledger: numberOf(subject),
        proceedsCents: centsOf(argument),
        document: required(values, 'document'),
      }
    case 'receive':
      return { do: 'step', step: { event: what, branchId: argument } }
    default:
      return null
  }
}

/** What the seller reads of why we do not buy. */
function toldOf(said: string | undefined): string | null {
  if (said === undefined) return null
  return readReason(said) ?? refuse('--tell has 3 to 500 characters; the seller reads it')
}

/** What needs nothing but the number of a request. */
function taskAlone(what: string, values: PurchaseValues): PurchaseTask | null {
  switch (what) {
    case 'show':
    case 'agree':
    case 'refuse':
      return { do: what }
    case 'label': {
      const { code = null, url = null, method } = values
      const given = { carrier: required(values, 'carrier'), code, url, method }
      const file = labelFileOf(values['label-file'])
      if (!code?.trim() && !url && !file)
        refuse('A label needs --label-file, --url, where the seller prints it, or --code for the counter')
      return {
        do: what,
        file,
        label: parsed(labelSchema, { ...given, declaredCents: centsOf(required(values, 'value')) }),
      }
    }
    case 'pay':
      return { do: what, payout: payoutOf(undefined, values) }
    case 'stock':
      return {
        do: what,
        melt: (values.melt ?? '')
          .split(',')
          .filter(Boolean)
          .map((line) => numberOf(line) - 1),
      }
    case 'miss':
      return { do: 'step', step: { event: what } }
    case 'return': {
      const { carrier } = values
      const parcel = carrier
        ? (readTracking({ carrier, code: required(values, 'code'), url: null }) ??
          refuse('--carrier and --code have 60 characters at most'))
        : null
      const out = parcel && { carrier: parcel.carrier, code: parcel.code }
      return { do: 'step', step: { event: what, parcel: out } }
    }
    default:
      return null
  }
}

function revealOf([kind = 'identity', line = '1', ...more]: readonly string[], values: PurchaseValues) {
  if (more.length > 0) return null
  const why = required(values, 'why')
  if (kind === 'serial') return { do: 'reveal-serial' as const, position: numberOf(line) - 1, why }
  return kind === 'identity' ? { do: 'reveal-identity' as const, why } : null
}

function meansOf(said: string) {
  return said === 'cash' || said === 'transfer' ? said : refuse('Pay how: cash or transfer?')
}

function wishOf(said: string, values: PurchaseValues) {
  const means = meansOf(said)
  return parsed(
    receiptSchema,
    means === 'cash'
      ? { means }
      : { means, iban: required(values, 'iban'), holder: required(values, 'holder') },
  )
}

function payoutOf(said: string | undefined, values: PurchaseValues) {
  const { declared = false, iban, holder } = values
  const means = said === undefined ? undefined : meansOf(said)
  return parsed(payoutSchema, { means, reference: required(values, 'reference'), declared, iban, holder })
}

/** A file in YAML, or the terminal's input. */
function contentOf(file: string): unknown {
  try {
    return cleanTexts(parse(readFileSync(file === '-' ? 0 : file, 'utf8')))
  } catch (error) {
    throw new StartFault(`${file}: ${(error as Error).message}`)
  }
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw new StartFault(z.prettifyError(result.error))
  return result.data
}

function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : refuse(`"${text}" is not a number`)
}

/** Euros as people write them, into cents. */
function centsOf(text: string): number {
  return readAmount(text) || refuse(`„${text}“ is no amount in euros; write 1.290,00 or 1,290.00`)
}
