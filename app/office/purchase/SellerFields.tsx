import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Field, Select } from '#app/ui/Field.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { countriesIn } from './countries.ts'
import type { CounterForm } from './use-counter-form.ts'
import { useFaultWords } from './use-fault-words.ts'

type Known = Extract<AnswerOf<'purchases.find-sellers'>, { ok: true }>['sellers'][number]

/** Who sells: found again among those who sold before, or typed. */
export function SellerFields({
  form,
  faults,
}: {
  form: CounterForm
  faults: Readonly<Record<string, string>>
}) {
  const t = useTranslations('office.purchase')
  const say = useFaultWords()
  const locale = useLocale()
  const format = useFormats()
  const { texts } = form
  const known = useKnownSellers(`${texts.surname} ${texts.givenNames}`)
  const field = (name: 'givenNames' | 'surname' | 'street' | 'postalCode' | 'city' | 'phone' | 'email') => ({
    id: `seller-${name}`,
    name: `seller-${name}`,
    value: texts[name],
    autoComplete: 'off',
    error: faults[`seller.${name}`] ? say(faults[`seller.${name}`] ?? '') : undefined,
    onChange: ({ target }: { target: { value: string } }) => {
      form.put({ [name]: target.value })
    },
  })
  const take = (seller: Known) => {
    const at = seller.name.lastIndexOf(' ')
    form.put({
      ...{ givenNames: at < 0 ? '' : seller.name.slice(0, at), surname: seller.name.slice(at + 1) },
      ...{ street: seller.street ?? '', postalCode: seller.postalCode ?? '', city: seller.city ?? '' },
      ...{ country: seller.country ?? 'DE', phone: seller.phone ?? '', email: seller.email ?? '' },
    })
  }
  const isTaken = (seller: Known) =>
    seller.street === texts.street && seller.city === texts.city && texts.street !== ''
  const offered = known.filter((seller) => !isTaken(seller))
  return (
    <>
      <div className="counter-fields">
        <Field {...field('surname')} label={t('surname')} required />
        <Field {...field('givenNames')} label={t('givenNames')} required />
      </div>
      {offered.length > 0 && (
        <section aria-label={t('known')}>
          <p className="sub">{t('known')}</p>
          <ul className="counter-known">
            {offered.map((seller) => (
              <li key={seller.number}>
                <button type="button" className="do quiet" onClick={() => take(seller)}>
                  <b>{seller.name}</b>
                  <span className="sub">
                    {[
                      [seller.postalCode, seller.city].filter(Boolean).join(' '),
                      t('knownSales', { count: seller.purchases }),
                      format.day(seller.submittedAt),
                      seller.document ?? '',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="counter-fields">
        <Field {...field('street')} label={t('street')} required />
        <Field {...field('postalCode')} label={t('postalCode')} required />
        <Field {...field('city')} label={t('city')} required />
        <Select
          id="seller-country"
          name="seller-country"
          label={t('country')}
          value={texts.country}
          onChange={({ target }) => form.put({ country: target.value })}
        >
          {countriesIn(locale).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        <Field {...field('phone')} label={t('phone')} note={t('optional')} inputMode="tel" />
        <Field
          {...field('email')}
          label={t('email')}
          note={t('optional')}
          inputMode="email"
          hint={t('emailHint')}
        />
      </div>
    </>
  )
}

/** Earlier sellers of a name, asked for a moment after it was typed. */
function useKnownSellers(typed: string): readonly Known[] {
  const [found, setFound] = useState<readonly Known[]>([])
  const name = typed.trim()
  useEffect(() => {
    const left = new AbortController()
    const timer = setTimeout(async () => {
      if (name.length < 3) return setFound([])
      const answer = await act('purchases.find-sellers', { name }, { signal: left.signal })
      if (!left.signal.aborted) setFound(answer.ok ? answer.sellers : [])
    }, 250)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [name])
  return found
}
