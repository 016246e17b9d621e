import { useTranslations } from 'use-intl'
import type { Given } from '#app/forms/parse-form.ts'
import { formatPrice } from '#app/language/formats.ts'
import { languageTags } from '#app/language/locales.ts'
import type { Messages } from '#app/language/messages/load.ts'
import { postalCodeExample, readPostalCode } from '#app/language/postal-code.ts'
import { checkoutLengths } from '#app/shop/checkout/checkout-lengths.ts'
import type { OrderLine, QuoteRefusal } from '#app/shop/checkout/types.ts'
import { useMailAddressWords } from '#app/ui/mail-address-words.ts'
import { useLocale, useShell } from '../shell-data.ts'
import type { Problem } from './checkout-action.ts'
import type { CheckoutView } from './checkout-view.ts'

type CheckoutWords = ReturnType<typeof useCheckoutWords>

export function useCheckoutWords() {
  return useTranslations('checkout')
}

/** Puts a problem into one sentence; `given` is what was typed. */
export function useProblemText(
  lines: readonly OrderLine[],
  countries: CheckoutView['countries'],
  given: Given,
): (problem: Problem) => string {
  const t = useCheckoutWords()
  const locale = useLocale()
  const { contact } = useShell()
  const mailAddress = useMailAddressWords()
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
        return t('problems.too-long', { field: fieldLabel(t, at), max: String(longest(at)) })
      case 'no-choice':
        return t('problems.no-choice', { field: at })
      case 'no-email':
        return mailAddress(given.email) || t('problems.no-email')
      case 'no-postal-code':
        return postalCodeProblem(t, countries, at === 'deliveryPostalCode' ? 'delivery' : 'invoice', given)
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
        return problem.room === undefined
          ? t('problems.too-often', { minutes, phone: contact.phone })
          : t('problems.too-many', { room: problem.room, phone: contact.phone })
      default:
        return t(`problems.${reason}`)
    }
  }
}

/** Why what is chosen cannot be quoted, as a problem of the whole form. */
export function problemOfQuote(refusal: QuoteRefusal): Problem {
  return {
    at: 'form',
    reason: refusal.reason,
    ...(refusal.reason === 'value-too-high' && { nowCents: refusal.limitCents }),
    ...(refusal.reason === 'protected-species' && { pieces: refusal.pieces }),
  }
}

function postalCodeProblem(
  t: CheckoutWords,
  { served, others }: CheckoutView['countries'],
  of: 'invoice' | 'delivery',
  given: Given,
): string {
  const [code = '', chosen = ''] =
    of === 'invoice' ? [given.postalCode, given.country] : [given.deliveryPostalCode, given.deliveryCountry]
  const nameOf = (country: string) =>
    [...served, ...others].find(({ code }) => code === country)?.name ?? country
  const read = readPostalCode(code, chosen)
  const example = postalCodeExample(chosen)
  const country = nameOf(chosen)
  if (!read.ok && read.elsewhere !== null) {
    const elsewhere = nameOf(read.elsewhere)
    return t('problems.postal-code-elsewhere', { elsewhere, country, example: example ?? code })
  }
  return example === null
    ? t('problems.no-postal-code')
    : t('problems.postal-code-form', { country, example })
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

/** Of a field of either address, as of any other. */
function longest(at: Problem['at']): number {
  const name = at.replace(/^delivery(.)/, (_, first: string) => first.toLowerCase())
  return checkoutLengths[name as keyof typeof checkoutLengths]
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
