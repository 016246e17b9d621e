import type { Problem } from './checkout-action.ts'

/** The fields that decide where a piece goes: another way or another country may be served. */
const destination = ['delivery', 'country', 'elsewhere', 'deliveryCountry']

/** By another value of which fields a problem may be mended; none, where only sending the form again tells. */
export function fieldsMending({ at, reason }: Problem): string[] {
  if (at === 'form' || at === 'submission') return []
  if (/^(country-not-served|protected-species|value-too-high)$/.test(reason)) return destination
  if (at === 'branch') return ['delivery']
  if (at === 'postalCode') return [at, 'country']
  if (at === 'payment' && reason === 'payment-not-offered') return [at, 'delivery']
  if (!/^delivery./.test(at)) return [at]
  // Nobody need give an address that nothing is sent to.
  const own = at === 'deliveryPostalCode' ? [at, 'deliveryCountry'] : [at]
  return [...own, 'delivery', 'elsewhere']
}
