import { formatPrice } from '#app/language/formats.ts'
import { useLocale } from '../shell-data.ts'
import type { CheckoutView, QuotedChoice } from './checkout-view.ts'
import { useCheckoutWords } from './checkout-words.ts'
import type { StepName } from './use-steps.ts'

type Values = Readonly<Record<string, string>>

/** What was entered in each step, in lines; `now`: what stands in the fields by their names. */
export function useStepSummaries(
  { branches, collectionCents, countries }: Pick<CheckoutView, 'branches' | 'collectionCents' | 'countries'>,
  { courier }: QuotedChoice,
  now: Values = {},
): Record<StepName, string[]> {
  const t = useCheckoutWords()
  const locale = useLocale()
  const country = (code = '') =>
    [...countries.served, ...countries.others].find((each) => each.code === code)?.name ?? code
  const joined = (parts: readonly (string | undefined)[], by = ', ') => parts.filter(Boolean).join(by)
  const priced = (text: string, cents: number) =>
    joined([text, cents === 0 ? t('delivery.free') : formatPrice(cents, locale)], '\u00a0· ')
  const address = (prefix: '' | 'delivery') => {
    const part = (name: string) =>
      now[prefix === '' ? name : `delivery${name[0]?.toUpperCase()}${name.slice(1)}`] ?? ''
    return [
      joined([part('name'), part('company')]),
      joined([
        part('street'),
        part('extra'),
        joined([part('postalCode'), part('city')], ' '),
        country(part('country')),
      ]),
    ]
  }
  const branch = branches.find(({ id }) => now.delivery === `collection.${id}`)
  const isElsewhere = !branch && Boolean(now.elsewhere)
  const way = branch
    ? priced(t('delivery.collection', { city: branch.city }), collectionCents)
    : courier
      ? priced(
          t('delivery.courier', {
            method: courier.method === 'insured-parcel' ? 'parcel' : 'courier',
            country: country(isElsewhere ? now.deliveryCountry : now.country),
          }),
          courier.cents,
        )
      : ''
  const payment = (['bank-transfer', 'online', 'in-branch'] as const).find((each) => each === now.payment)
  return {
    address: [...address(''), joined([now.email, now.phone], '\u00a0· '), now.vatId ?? ''].filter(Boolean),
    delivery: [
      way,
      ...(isElsewhere ? address('delivery') : []),
      now.giftWrap ? t('delivery.giftWrap') : '',
      now.note ?? '',
    ].filter(Boolean),
    payment: payment ? [t(`payment.${payment}`)] : [],
  }
}
