/** What became of a piece, as a filter of the ledger. */
export const ledgerStates = [
  'open',
  'sale',
  'return',
  'melt',
  'cancelled',
  'correction',
  'without-cost',
] as const
export type LedgerState = (typeof ledgerStates)[number]

export const ledgerTaxes = ['margin_25a', 'standard_19', 'investment_gold_25c'] as const
export type LedgerTax = (typeof ledgerTaxes)[number]

/** Which lines of the ledger: all that an address says. Days are those on which a line counts, both inclusive. */
export type LedgerQuestion = {
  words: string
  /** YYYY-MM-DD; null is open. */
  from: string | null
  to: string | null
  /** Ids of branches; `none`: those without one. */
  branches: readonly string[]
  states: readonly LedgerState[]
  taxes: readonly LedgerTax[]
}

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

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)
const isDay = (text: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T12:00:00Z`).toJSON()?.startsWith(text) === true

/**
 * Reads an address; what it does not understand is passed over. `month=2026-11`, or `from` and `to` as days; a ledger of
 * whose time nothing is said is whole.
 */
export function readLedgerQuestion(address: URLSearchParams): LedgerQuestion {
  const list = (name: string) => [
    ...new Set((address.get(name) ?? '').split(',').filter((word) => word !== '')),
  ]
  const among = <Word extends string>(name: string, words: readonly Word[]): Word[] =>
    list(name).filter((word): word is Word => (words as readonly string[]).includes(word))
  const month = address.get('month') ?? ''
  const day = (name: string) => {
    const given = address.get(name) ?? ''
    return isDay(given) ? given : null
  }
  return {
    words: (address.get('q') ?? '').trim().slice(0, 200),
    from: isMonth(month) ? `${month}-01` : day('from'),
    to: isMonth(month) ? lastDayOf(month) : day('to'),
    branches: list('branch').slice(0, 50),
    states: among('state', ledgerStates),
    taxes: among('tax', ledgerTaxes),
  }
}
