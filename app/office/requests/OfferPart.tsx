import { useTranslations } from 'use-intl'
import { useMay } from '../frame/member.ts'
import { useShown } from '../frame/use-shown.ts'
import { OfferEditor } from './OfferEditor.tsx'
import { useSaidRequest } from './use-said-request.ts'

/** The offers that were made, and the one that is being written where one can be made. */
export function OfferPart() {
  const t = useTranslations('office.requests')
  const { request, allowed, offerKind } = useShown<'request'>()
  const { span, moment, lastDay } = useSaidRequest()
  const mayChange = useMay('purchases.change')
  const can = allowed.includes(offerKind === 'final' ? 'offer' : 'estimate')
  return (
    <section className="block-section" aria-labelledby="offers">
      <h2 id="offers">{t(`offer.${offerKind}`)}</h2>
      {request.offers.length > 0 && (
        <ul className="request-found">
          {request.offers.map((offer) => (
            <li key={offer.id}>
              <span className="num">
                <b>{`${t(`offer.${offer.kind}`)} ${span(offer.cents)}`}</b>{' '}
                {offer.answer ? t(`offer.answers.${offer.answer}`) : t('offer.open')}
              </span>
              <span className="sub">
                {`${moment(offer.madeAt)}, ${t('offer.validUntil', { day: lastDay(offer.validUntil) })}`}
              </span>
              {(request.locale === 'en' ? offer.noteEn || offer.note : offer.note) !== '' && (
                <span className="request-words">
                  {request.locale === 'en' ? offer.noteEn || offer.note : offer.note}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && can && <OfferEditor />}
      {!can && (
        <p className="text-ink-soft">
          {t('offer.notNow', { state: t(`states.${request.status}`), here: request.here ? 'yes' : 'no' })}
        </p>
      )}
    </section>
  )
}
