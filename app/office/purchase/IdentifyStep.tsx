import { type FormEvent, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Field, Select, Tick } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { countriesIn } from './countries.ts'
import type { PurchaseShown } from './PurchaseScreen.tsx'
import { useEarlierIdentity } from './use-earlier-identity.ts'
import { useStep } from './use-step.ts'

/** What stands on the document, typed while it lies there; its number and the day of birth are kept by no browser. */
export function IdentifyStep({ deal, onDone }: { deal: PurchaseShown; onDone?: () => void }) {
  const t = useTranslations('office.purchase')
  const locale = useLocale()
  const format = useFormats()
  const { take, busy, refused, fault } = useStep()
  const named = namesOf(deal.seller?.name ?? '')
  const { texts, put, done } = useKeptText(`identify:${deal.number}`, {
    ...{ givenNames: named.given, surname: named.surname, nationality: 'DE' },
    street: deal.seller?.address?.street ?? '',
    postalCode: deal.seller?.address?.postalCode ?? '',
    city: deal.seller?.address?.city ?? '',
    country: deal.seller?.address?.country ?? 'DE',
    ...{ documentKind: 'id-card', issuer: '', birthPlace: '', beneficialOwner: '', copy: '' },
  })
  const [secret, setSecret] = useState({ birthDate: '', documentNumber: '', validUntil: '' })
  const demanded = deal.due ? deal.due.cash === 'identification-incomplete' : deal.needs.needs === 'complete'
  const [complete, setComplete] = useState(demanded)
  const [exposed, setExposed] = useState(false)
  const seen = deal.identified?.id ?? 0
  const { givenNames, surname } = texts
  const person = { givenNames, surname, birthDate: secret.birthDate }
  const earlier = useEarlierIdentity(person)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const { birthPlace, beneficialOwner, copy, ...identity } = texts
    const answer = await take(
      () =>
        act('purchases.identify', {
          ...{ number: deal.number, seen },
          identity: {
            ...identity,
            ...secret,
            complete: complete ? { birthPlace, beneficialOwner, copy, politicallyExposed: exposed } : null,
          },
        }),
      t('identifiedSaid'),
    )
    if (!answer?.ok) return
    done()
    onDone?.()
  }
  const takeOver = async (id: number) => {
    const answer = await take(
      () => act('purchases.take-identity', { number: deal.number, seen, earlier: id, person }),
      t('takenOverSaid'),
    )
    if (!answer?.ok) return
    done()
    onDone?.()
  }
  const field = (name: keyof typeof texts) => ({
    id: `identity-${name}`,
    name: `identity-${name}`,
    value: texts[name],
    autoComplete: 'off',
    error: fault(name),
    onChange: ({ target }: { target: { value: string } }) => put(name, target.value),
  })
  const secretField = (name: keyof typeof secret) => ({
    id: `identity-${name}`,
    name: `identity-${name}`,
    value: secret[name],
    autoComplete: 'off',
    error: fault(name),
    onChange: ({ target }: { target: { value: string } }) =>
      setSecret((all) => ({ ...all, [name]: target.value })),
  })
  const countries = countriesIn(locale)
  const options = countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ))
  return (
    <section aria-labelledby="identify" className="purchase-step">
      <h2 id="identify">{t('identifyTitle')}</h2>
      <p className="max-w-prose">{t(demanded ? 'identifyComplete' : 'identifyText')}</p>
      <form noValidate onSubmit={send} className="grid gap-4">
        <div className="counter-fields">
          <Field {...field('givenNames')} label={t('givenNames')} required />
          <Field {...field('surname')} label={t('surname')} required />
          <Field {...secretField('birthDate')} type="date" label={t('birthDate')} required />
          <Select {...field('nationality')} label={t('nationality')}>
            {options}
          </Select>
          <Field {...field('street')} label={t('street')} required />
          <Field {...field('postalCode')} label={t('postalCode')} required />
          <Field {...field('city')} label={t('city')} required />
          <Select {...field('country')} label={t('country')}>
            {options}
          </Select>
          <Select {...field('documentKind')} label={t('documentKind')}>
            {(['id-card', 'passport', 'residence-permit'] as const).map((kind) => (
              <option key={kind} value={kind}>
                {t(`documents.${kind}`)}
              </option>
            ))}
          </Select>
          <Field {...secretField('documentNumber')} label={t('documentNumber')} required spellCheck={false} />
          <Field {...field('issuer')} label={t('issuer')} required />
          <Field {...secretField('validUntil')} type="date" label={t('validUntil')} required />
        </div>
        {earlier && (
          <div className="counter-warn grid gap-2" role="status">
            <p>
              {t('earlierFound', {
                ...{ kind: t(`documents.${earlier.kind}`), masked: earlier.masked, by: earlier.seenBy },
                level: t(`levels.${earlier.level}`),
                when: format.day(earlier.seenAt),
              })}
            </p>
            {demanded && earlier.level === 'basic' ? (
              <p>{t('earlierIncomplete')}</p>
            ) : (
              <>
                <p>{t('earlierDoubt')}</p>
                <p>
                  <button
                    type="button"
                    className="do quiet"
                    disabled={busy}
                    onClick={() => void takeOver(earlier.id)}
                  >
                    {t('earlierTake')}
                  </button>
                </p>
              </>
            )}
          </div>
        )}
        <Tick
          name="complete"
          label={t('completeRecord')}
          checked={complete}
          disabled={demanded}
          onChange={({ target }) => setComplete(target.checked)}
        />
        {complete && (
          <div className="counter-fields">
            <Field {...field('birthPlace')} label={t('birthPlace')} required />
            <Field {...field('copy')} label={t('copy')} hint={t('copyHint')} required />
            <Field {...field('beneficialOwner')} label={t('beneficialOwner')} hint={t('beneficialHint')} />
            <Tick
              name="exposed"
              label={t('exposed')}
              checked={exposed}
              onChange={({ target }) => setExposed(target.checked)}
            />
          </div>
        )}
        {refused && (
          <p role="alert" className="text-danger">
            {refused}
          </p>
        )}
        <p>
          <button type="submit" className="do" disabled={busy}>
            {t('identifyDo')}
          </button>
        </p>
      </form>
    </section>
  )
}

function namesOf(name: string): { given: string; surname: string } {
  const at = name.lastIndexOf(' ')
  return at < 0 ? { given: '', surname: name } : { given: name.slice(0, at), surname: name.slice(at + 1) }
}
