import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Field, Select, Tick } from '#app/ui/Field.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { countriesIn } from '../purchase/countries.ts'
import type { Sale } from './use-sale.ts'

type Buyers = Extract<AnswerOf<'counter-sale.buyers'>, { ok: true }>['buyers']

/** Who buys: nobody by name up to the law's limit, somebody who bought before, or somebody new. */
export function SaleBuyer({
  sale: { texts, put, putAll, totalCents },
  limitCents,
  fault,
}: {
  sale: Sale
  limitCents: number
  fault(field: string): string | undefined
}) {
  const t = useTranslations('office.sale.buyer')
  const format = useFormats()
  const locale = useLocale()
  const [words, setWords] = useState('')
  const [found, setFound] = useState<Buyers | null>(null)
  const limit = format.price(limitCents)
  const mayBeNobody = totalCents <= limitCents
  const field = (name: 'name' | 'street' | 'postalCode' | 'city', autoComplete = 'off') => (
    <Field
      name={name}
      label={t(name)}
      autoComplete={autoComplete}
      required
      value={texts[name]}
      error={fault(`buyer.${name}`)}
      onChange={({ target }) => put(name, target.value)}
    />
  )
  return (
    <section className="block-section" aria-labelledby="sale-buyer">
      <h2 id="sale-buyer">{t('title')}</h2>
      <p className="sub">{t(mayBeNobody ? 'anonymousHint' : 'needed', { limit })}</p>
      {mayBeNobody && (
        <Tick
          name="anonymous"
          label={t('anonymous')}
          checked={texts.anonymous === 'yes'}
          onChange={({ target }) => put('anonymous', target.checked ? 'yes' : '')}
        />
      )}
      {!(mayBeNobody && texts.anonymous === 'yes') && (
        <>
          <form
            className="max-w-xl"
            onSubmit={(event) => {
              event.preventDefault()
              void act('counter-sale.buyers', { words }).then((answer) =>
                setFound(answer.ok ? answer.buyers : []),
              )
            }}
          >
            <Field
              name="words"
              label={t('find')}
              autoComplete="off"
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
            <button type="submit" className="do quiet mt-2">
              {t('findButton')}
            </button>
          </form>
          {found && (
            <div role="status">
              {found.length === 0 && <p>{t('notFound')}</p>}
              <ul>
                {found.map((buyer) => (
                  <li key={`${buyer.name} ${buyer.street} ${buyer.postalCode}`}>
                    <button
                      type="button"
                      className="link min-h-11 text-left"
                      onClick={() => {
                        putAll(buyer)
                        setFound(null)
                      }}
                    >
                      {buyer.name}{' '}
                      <span className="sub">{`${buyer.street}, ${buyer.postalCode} ${buyer.city}`}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <div className="two mt-3">
            {field('name')}
            <Field
              name="company"
              label={t('company')}
              note={t('optional')}
              autoComplete="off"
              value={texts.company}
              onChange={({ target }) => put('company', target.value)}
            />
            {field('street')}
            <div className="sale-place">
              {field('postalCode')}
              {field('city')}
            </div>
            <Select
              name="country"
              label={t('country')}
              value={texts.country}
              error={fault('buyer.country')}
              onChange={({ target }) => put('country', target.value)}
            >
              {countriesIn(locale).map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </div>
        </>
      )}
      <div className="two mt-3">
        <Field
          name="email"
          type="email"
          label={t('email')}
          note={t('optional')}
          hint={t('emailHint')}
          autoComplete="off"
          value={texts.email}
          error={fault('email')}
          onChange={({ target }) => put('email', target.value)}
        />
        <Field
          name="phone"
          type="tel"
          label={t('phone')}
          note={t('optional')}
          autoComplete="off"
          value={texts.phone}
          error={fault('phone')}
          onChange={({ target }) => put('phone', target.value)}
        />
        <Select
          name="locale"
          label={t('language')}
          value={texts.locale}
          onChange={({ target }) => put('locale', target.value)}
        >
          <option value="de">{t('languages.de')}</option>
          <option value="en">{t('languages.en')}</option>
        </Select>
      </div>
    </section>
  )
}
