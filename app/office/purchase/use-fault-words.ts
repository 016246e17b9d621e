import { useTranslations } from 'use-intl'

const known = [
  ...['missing', 'too-long', 'invalid', 'empty', 'not-a-number', 'too-precise', 'ambiguous', 'too-small'],
  ...['too-large', 'whole-pieces', 'unknown-item', 'plated', 'melt-analysis', 'no-price', 'amount-missing'],
  ...['no-such-amount', 'not-exact', 'why-missing', 'test-missing', 'register-hit', 'no-such-branch'],
  ...['expired', 'under-age', 'iban-invalid', 'not-own-account', 'changed-meanwhile', 'not-possible'],
  ...['cash-forbidden', 'identification-incomplete', 'receipt-missing', 'receipt-changed'],
  ...['declaration-missing', 'too-short', 'not-found', 'erased', 'not-allowed', 'offer-changed'],
  ...['identification-changed', 'means-changed', 'account-changed', 'no-such-request', 'price-changed'],
  ...['no-such-identity', 'address-differs', 'prove-identity', 'failed'],
] as const

type Fault = Parameters<ReturnType<typeof useTranslations<'office.purchase.faults'>>>[0]

/** Why something cannot be done or used, and what would be right. */
export function useFaultWords(): (reason: string) => string {
  const t = useTranslations('office.purchase.faults')
  return (reason) => t((known.includes(reason as never) ? reason : 'failed') as Fault)
}
