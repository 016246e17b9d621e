import { useEffect, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Locale } from '#app/language/locales.ts'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useFormats } from '../frame/use-formats.ts'
import type { PurchaseShown } from './PurchaseScreen.tsx'
import { RevealForm } from './RevealForm.tsx'
import { useStep } from './use-step.ts'

type Identity = Extract<AnswerOf<'purchases.reveal-identity'>, { ok: true }>['identity']

/** Milliseconds after which it is hidden by itself. */
const shownFor = 60_000

/** What stands on the seller's document: for a reason that is written down, and not for long. */
export function RevealIdentity({ deal }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const locale = useLocale() as Locale
  const format = useFormats()
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  const maySee = useMay('identities.see')
  const { take, busy, refused } = useStep()
  const [asking, setAsking] = useState(false)
  const [identity, setIdentity] = useState<Identity | null>(null)
  useEffect(() => {
    if (!identity) return
    const timer = setTimeout(() => setIdentity(null), shownFor)
    return () => clearTimeout(timer)
  }, [identity])
  const show = async (why: string) => {
    const answer = await take(
      () => act('purchases.reveal-identity', { number: deal.number, why }),
      t('revealed'),
    )
    if (!answer?.ok) return
    setAsking(false)
    setIdentity(answer.identity)
  }
  const looks = deal.looks.length > 0 && (
    <details>
      <summary>{t('looks', { count: deal.looks.length })}</summary>
      <ul>
        {deal.looks.map(({ who, why, at }) => (
          <li key={at}>
            {who}, {format.moment(at)}: {why}
          </li>
        ))}
      </ul>
    </details>
  )
  if (!maySee || deal.identified === null || deal.identified.erased) return looks || null
  return (
    <>
      {identity && (
        <>
          <dl className="purchase-identity">
            <dt>{t('name')}</dt>
            <dd>
              {identity.givenNames} {identity.surname}
            </dd>
            <dt>{t('birthDate')}</dt>
            <dd>{format.day(identity.birthDate)}</dd>
            <dt>{t('nationality')}</dt>
            <dd>{countries.of(identity.nationality) ?? identity.nationality}</dd>
            <dt>{t('address')}</dt>
            <dd>
              {identity.address.street}, {identity.address.postalCode} {identity.address.city}
            </dd>
            <dt>{t('documentNumber')}</dt>
            <dd>{identity.document.number}</dd>
            <dt>{t('issuer')}</dt>
            <dd>{identity.document.issuer}</dd>
            <dt>{t('validUntil')}</dt>
            <dd>{format.day(identity.document.validUntil)}</dd>
          </dl>
          <p>
            <button type="button" className="do quiet" onClick={() => setIdentity(null)}>
              {t('hide')}
            </button>{' '}
            <span className="sub">{t('hidesItself')}</span>
          </p>
        </>
      )}
      {!identity && !asking && (
        <p>
          <button type="button" className="do quiet" onClick={() => setAsking(true)}>
            {t('reveal')}
          </button>
        </p>
      )}
      {asking && <RevealForm busy={busy} refused={refused} onWhy={show} onCancel={() => setAsking(false)} />}
      {looks}
    </>
  )
}
