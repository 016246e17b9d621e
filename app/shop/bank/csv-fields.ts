/** What a column of a bank's CSV file may hold. `out` and `in`: amounts in columns of their own; `sign`: S/H; `payee`: who is
 * paid, where `name` is who pays. */
export const csvFields = [
  'booked',
  'value',
  'amount',
  'out',
  'in',
  'sign',
  'currency',
  'name',
  'payee',
  'iban',
  'purpose',
  'endToEnd',
  'account',
] as const
export type CsvField = (typeof csvFields)[number]
/** By column, from the left. */
export type CsvMapping = readonly (CsvField | null)[]
