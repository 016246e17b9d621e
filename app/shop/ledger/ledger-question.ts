import { taxModes } from '#app/shop/checkout/types.ts'
import { type Asked, type DateSpan, listShape } from '#app/shop/lists/list-shape.ts'

/** What became of a piece, as a filter of the ledger. */
export const ledgerStates = [
  'open',
  'gone',
  'sale',
  'return',
  'melt',
  'cancelled',
  'correction',
  'without-cost',
] as const
export type LedgerState = (typeof ledgerStates)[number]
export type LedgerTax = (typeof taxModes)[number]

/** What the list of the ledger can be asked; `day`: on which a line counts. */
export const ledgerShape = listShape({
  filters: {
    day: { kind: 'dates' },
    branch: { kind: 'known' },
    state: { kind: 'choice', values: ledgerStates },
    tax: { kind: 'choice', values: taxModes },
  },
  sorts: { number: true, booked: true, purchase: true, proceeds: true, margin: true },
  views: {
    all: '',
    open: 'state=open',
    sold: 'state=sale',
    melted: 'state=melt',
    'without-cost': 'state=without-cost',
  },
})
export type LedgerAsked = Asked<typeof ledgerShape>

/** Which lines of the ledger. */
export type LedgerQuestion = {
  words: string
  day: DateSpan
  /** Ids of branches; `none`: those without one. */
  branches: readonly string[]
  states: readonly LedgerState[]
  taxes: readonly LedgerTax[]
}

export const questionOf = ({ words, chosen, dates }: LedgerAsked): LedgerQuestion => ({
  words,
  day: dates.day ?? { from: null, to: null },
  branches: chosen.branch,
  states: chosen.state,
  taxes: chosen.tax,
})

/** Whether every line is asked for, of whatever time. */
export const isEverything = ({ words, day, branches, states, taxes }: LedgerQuestion): boolean =>
  words === '' && day.from === null && day.to === null && branches.length + states.length + taxes.length === 0

/** Every line of a time, days YYYY-MM-DD. */
export const wholeTime = (from: string | null, to: string | null): LedgerQuestion => ({
  words: '',
  day: { from, to },
  branches: [],
  states: [],
  taxes: [],
})

/** The last day of a month, `2026-02` or a day of it. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** So many months later, `2026-02`. */
export function monthsLater(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}
