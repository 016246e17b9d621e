/** What the ledger is booked on, by what an account is for. */
export const datevAccounts = [
  'goods',
  'otherGoods',
  'payables',
  'receivables',
  'marginTaxed',
  'marginUntaxed',
  'domestic',
  'export',
  'intraCommunity',
  'gold',
  'distance',
  'melting',
  'byHand',
] as const
export type DatevAccount = (typeof datevAccounts)[number]
