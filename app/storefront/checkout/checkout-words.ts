import { useTranslations } from 'use-intl'
import { formatPrice } from '#app/language/formats.ts'
import { languageTags } from '#app/language/locales.ts'
import type { Messages } from '#app/language/messages/load.ts'
import type { OrderLine } from '#app/shop/checkout/types.ts'
import { useLocale, useShell } from '../shell-data.ts'
import type { Problem } from './checkout-action.ts'

type CheckoutWords = ReturnType<typeof useCheckoutWords>

export function useCheckoutWords() {
  return useTranslations('checkout')
}

/** Puts a problem into one sentence. */
export function useProblemText(lines: readonly OrderLine[]): (problem: Problem) => string {
  const t = useCheckoutWords()
  const locale = useLocale()
  const { contact } = useShell()
  const price = (cents: number | undefined) => formatPrice(cents ?? 0, locale)
  const names = (ids: readonly string[]) =>
    new Intl.ListFormat(languageTags[locale]).format(
      ids.map((id) => {
        const line = lines.find(({ piece }) => piece === id)
        return line ? [line.brand, line.name[locale]].filter(Boolean).join(' ') : t('missing.unnamed', { id })
      }),
    )
  return (problem) => {
    const { reason, at, pieces = [], minutes = 0 } = problem
    switch (reason) {
      case 'missing':
        return t(`problems.missing.${isNamed(at) ? at : 'other'}`)
      case 'too-long':
        return t('problems.too-long', { field: fieldLabel(t, at) })
      case 'no-choice':
        return t('problems.no-choice', { field: at })
      case 'protected-species':
        return t('problems.protected-species', { pieces: names(pieces) })
      case 'value-too-high':
        return t('problems.value-too-high', { limit: price(problem.nowCents) })
      case 'total-changed':
        return t('problems.total-changed', {
          before: price(problem.beforeCents),
          now: price(problem.nowCents),
        })
      case 'taken':
        return t('problems.taken', { count: pieces.length, pieces: names(pieces) })
      case 'too-often':
        return t('problems.too-often', { minutes, phone: contact.phone })
      default:
        return t(`problems.${reason}`)
    }
  }
}

const labels: Partial<Record<Problem['at'], keyof Messages['checkout']['address']>> = {
  name: 'name',
  company: 'company',
  street: 'street',
  extra: 'extra',
  postalCode: 'postalCode',
  city: 'city',
  country: 'country',
  deliveryName: 'name',
  deliveryCompany: 'company',
  deliveryStreet: 'street',
  deliveryExtra: 'extra',
  deliveryPostalCode: 'postalCode',
  deliveryCity: 'city',
  deliveryCountry: 'country',
}

function fieldLabel(t: CheckoutWords, at: Problem['at']): string {
  const label = labels[at]
  if (label) return t(`address.${label}`)
  if (at === 'vatId') return t('business.vatId')
  if (at === 'email' || at === 'phone') return t(`contact.${at}`)
  return t('delivery.note')
}

const named = [
  'email',
  'name',
  'street',
  'postalCode',
  'city',
  'country',
  'deliveryName',
  'deliveryStreet',
  'deliveryPostalCode',
  'deliveryCity',
  'deliveryCountry',
  'branch',
] as const

/** Fields that say by name what is missing. */
function isNamed(at: Problem['at']): at is (typeof named)[number] {
  return (named as readonly string[]).includes(at)
}
