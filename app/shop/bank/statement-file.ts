/** A bank's file that cannot be read, and where: nothing of it is kept. */
export class StatementFault extends Error {
  override name = 'StatementFault'
  readonly reason: StatementFaultReason
  /** From 1; null where the file as a whole is meant. */
  readonly line: number | null
  readonly column: number | null
  /** What stands there instead, shortened. */
  readonly found: string
  constructor(
    reason: StatementFaultReason,
    {
      line = null,
      column = null,
      found = '',
    }: { line?: number | null; column?: number | null; found?: string } = {},
  ) {
    super(`${reason} ${line ?? ''}`)
    this.reason = reason
    this.line = line
    this.column = column
    this.found = found.slice(0, 80)
  }
}

export const statementFaults = [
  'too-large',
  'empty',
  /** It is neither CAMT.053 nor a CSV file. */
  'unknown-format',
  'not-well-formed',
  /** Declarations of types and entities are not read. */
  'has-doctype',
  'element-missing',
  'account-missing',
  'foreign-currency',
  'not-an-amount',
  'not-a-day',
  /** The details of an entry of several do not add up to it. */
  'details-differ',
  'too-many-lines',
  'no-lines',
  'zip-damaged',
  'csv-damaged',
] as const
export type StatementFaultReason = (typeof statementFaults)[number]

/** Bytes of a file, also of what is packed in a ZIP file, and lines of all its statements. */
export const statementLimits = { bytes: 20_000_000, lines: 20_000 }

/** A line as a file has it. Amounts in cents: in above 0, out below 0. */
export type ReadLine = {
  /** Days as `2026-11-26`. */
  bookedOn: string
  valueOn: string | null
  amountCents: number
  name: string
  iban: string | null
  purpose: string
  endToEnd: string | null
  reversal: boolean
  reference: string | null
}

/** One statement of one account. */
export type ReadStatement = {
  format: 'camt' | 'csv'
  /** The IBAN, without spaces. */
  account: string
  number: string | null
  openingCents: number | null
  closingCents: number | null
  lines: ReadLine[]
}
