import { useMemo } from 'react'
import { readAmount } from '#app/shop/checkout/read-amount.ts'
import type { CounterMeans } from '#app/shop/counter/counter-sale.ts'
import type { Shown } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'

export type SaleLine = Shown<'counter-sale'>['lines'][number]

const nothing = {
  branch: '',
  locale: 'de',
  anonymous: '',
  name: '',
  company: '',
  street: '',
  postalCode: '',
  city: '',
  country: 'DE',
  email: '',
  phone: '',
  means: 'card',
  reference: '',
  /** JSON, by piece: what was typed for its price, and why. */
  prices: '{}',
  reasons: '{}',
  /** JSON: keys of boxes that are ticked. */
  consents: '[]',
}

const recordIn = (text: string) => JSON.parse(text) as Record<string, string>

/** Everything that is typed into a sale, kept by this browser until it is sold. */
export function useSale(sale: string, lines: readonly SaleLine[]) {
  const { texts, put, putAll, done } = useKeptText(`counter-sale:${sale}`, nothing)
  const prices = useMemo(() => recordIn(texts.prices), [texts.prices])
  const reasons = useMemo(() => recordIn(texts.reasons), [texts.reasons])
  const consents = useMemo(() => JSON.parse(texts.consents) as string[], [texts.consents])
  const charged = lines.map((line) => {
    const typed = prices[line.piece]
    const priceCents = typed === undefined ? line.priceCents : readAmount(typed)
    return { line, typed, priceCents, reason: reasons[line.piece] ?? '' }
  })
  const totalCents = charged.reduce((sum, { priceCents, line }) => sum + (priceCents ?? line.priceCents), 0)
  const labelCents = charged.reduce((sum, { line }) => sum + line.priceCents, 0)
  return {
    texts,
    put,
    putAll,
    done,
    charged,
    consents,
    totalCents,
    labelCents,
    means: texts.means as CounterMeans,
    putPrice: (piece: string, text: string) => put('prices', JSON.stringify({ ...prices, [piece]: text })),
    putReason: (piece: string, text: string) => put('reasons', JSON.stringify({ ...reasons, [piece]: text })),
    tick: (key: string, ticked: boolean) => {
      const others = consents.filter((each) => each !== key)
      put('consents', JSON.stringify(ticked ? [...others, key] : others))
    },
  }
}

export type Sale = ReturnType<typeof useSale>
