import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { byPlace } from '#app/ui/by-place.ts'
import { MailAddress } from '../frame/MailAddress.tsx'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { placeIfThere } from '../today/places.ts'
import { Comparables } from './Comparables.tsx'
import { Conversation } from './Conversation.tsx'
import { InspectionFound } from './InspectionFound.tsx'
import { OfferPart } from './OfferPart.tsx'
import { OvertakenStep } from './OvertakenStep.tsx'
import { RequestPhotos } from './RequestPhotos.tsx'
import { Steps } from './Steps.tsx'
import { Timeline } from './Timeline.tsx'
import { useSaidRequest } from './use-said-request.ts'

/** One request: what is offered beside what we know, the offer, the talk with its seller, and every step until both agree. */
export default function RequestScreen() {
  const t = useTranslations('office.requests')
  const { request, group, now, hereSince } = useShown<'request'>()
  const { what, day, days } = useSaidRequest()
  const mayChange = useMay('purchases.change')
  const purchase = placeIfThere(`/requests/${request.number}/purchase`)
  return (
    <Page
      title={what(request.details)}
      tab={request.number}
      back={
        <>
          <Link to="/requests" className="link">
            {t('one.back')}
          </Link>
          {` · ${request.number} · ${day(request.submittedAt)} · `}
          <b>{t(`states.${request.status}`)}</b>
          {hereSince && ` · ${t('hereSince', { day: day(hereSince), days: days(hereSince, now) })}`}
        </>
      }
      actions={<OthersHere thing={`request/${request.number.toLowerCase()}`} />}
    >
      <OvertakenStep key={request.number}>
        {group === 'agreed' && (
          <section className="box">
            <p>{t('one.purchaseText')}</p>
            {purchase ? (
              <p>
                <Link to={purchase} className="do">
                  {t('one.purchase')}
                </Link>
              </p>
            ) : (
              <p className="missing">{t('one.purchaseNotYet')}</p>
            )}
          </section>
        )}
        <div className="request-sides">
          {mayChange && (
            <div className="request-steps">
              <Steps key={request.number} />
            </div>
          )}
          <div className="request-main">
            <RequestPhotos />
            <Wrote />
            <InspectionFound />
            <OfferPart key={request.number} />
            <Conversation />
            <Timeline />
          </div>
          <div className="request-aside">
            <Seller />
            <Comparables />
            <Metals />
          </div>
        </div>
      </OvertakenStep>
    </Page>
  )
}

/** What the seller wrote, as they wrote it. */
function Wrote() {
  const t = useTranslations('office.requests')
  const locale = useLocale()
  const { request, items } = useShown<'request'>()
  const { span } = useSaidRequest()
  const { details, valuation } = request
  const itemOf = (id: string) => items.flatMap((group) => group.items).find((item) => item.id === id)
  const facts: [string, string | null][] =
    details.kind === 'watch'
      ? [
          [t('offer.brand'), details.brand],
          [t('offer.model'), details.model],
          [t('offer.reference'), details.reference],
          [t('one.year'), details.year === null ? null : String(details.year)],
          [t('one.scope'), t(`one.scopes.${details.scope}`)],
        ]
      : details.kind === 'jewellery'
        ? [
            [t('one.type'), t(`one.types.${details.type}`)],
            [t('one.hallmark'), details.hallmark],
          ]
        : details.lines.map(({ item, amount }) => [
            itemOf(item)?.name ?? item,
            t(itemOf(item)?.by === 'piece' ? 'one.inPieces' : 'one.inGrams', { amount }),
          ])
  return (
    <section className="block-section" aria-labelledby="wrote">
      <h2 id="wrote">{t('one.wrote')}</h2>
      <dl className="request-facts">
        {byPlace(facts, ([label, value]) =>
          value ? (
            <div>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
        {request.tradeFor && (
          <div>
            <dt>{t('one.tradeFor')}</dt>
            <dd>
              <Link to={`/pieces/${request.tradeFor.id}`} className="link">
                {[request.tradeFor.brand, request.tradeFor.name[locale]].filter(Boolean).join(' ')}
              </Link>
              {` · ${request.tradeFor.id}`}
            </dd>
          </div>
        )}
        {valuation && valuation.valued > 0 && (
          <div>
            <dt>{t('one.calculated')}</dt>
            <dd className="num">{span(valuation.total)}</dd>
          </div>
        )}
      </dl>
      {details.description !== '' && <p className="request-words">{details.description}</p>}
    </section>
  )
}

function Seller() {
  const t = useTranslations('office.requests')
  const { request, past, branches } = useShown<'request'>()
  const { price, moment } = useSaidRequest()
  const { contact, way, locale, appointment, label, parcelIn, parcelOut, status } = request
  const branchName = (id: string | null) => branches.find((branch) => branch.id === id)?.name ?? '–'
  const calendar = placeIfThere('/appointments')
  const maySeePeople = useMay('people.see')
  const others = contact ? `/requests?as=list&q=${encodeURIComponent(contact.email ?? contact.name)}` : null
  return (
    <section className="box" aria-labelledby="seller">
      <h2 id="seller">{contact?.name ?? t('one.seller')}</h2>
      {!contact && <p className="missing">{t('one.contactGone')}</p>}
      <dl>
        {contact && (
          <>
            {contact.email && (
              <>
                <dt>{t('one.email')}</dt>
                <dd>
                  <a className="link" href={`mailto:${contact.email}`}>
                    <MailAddress address={contact.email} />
                  </a>
                </dd>
              </>
            )}
            {contact.phone && (
              <>
                <dt>{t('one.phone')}</dt>
                <dd>
                  <a className="link" href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`}>
                    {contact.phone}
                  </a>
                </dd>
              </>
            )}
            {contact.address && (
              <>
                <dt>{t('one.address')}</dt>
                <dd>
                  {contact.address.street}, {contact.address.postalCode} {contact.address.city}
                </dd>
              </>
            )}
            {maySeePeople && (
              <>
                <dt>{t('one.person')}</dt>
                <dd>
                  <Link className="link" to={`/people/sell-request.${request.id}`}>
                    {t('one.personFile')}
                  </Link>
                </dd>
              </>
            )}
          </>
        )}
        <dt>{t('one.language')}</dt>
        <dd>{t(`languages.${locale}`)}</dd>
        <dt>{t('one.way')}</dt>
        <dd>{t(`ways.${way}`)}</dd>
        {request.branchId && (
          <>
            <dt>{t('one.branch')}</dt>
            <dd>{branchName(request.branchId)}</dd>
          </>
        )}
        <dt>{t('one.purchases')}</dt>
        <dd className="num">
          {past.purchases === 0
            ? '0'
            : t('one.purchasesOf', { count: past.purchases, amount: price(past.cents) })}
        </dd>
        {appointment && (
          <>
            <dt>{t('one.appointment')}</dt>
            <dd>
              {moment(appointment.startsAt)}, {branchName(appointment.branchId)}{' '}
              {calendar && (
                <Link className="link" to={calendar}>
                  {t('one.appointments')}
                </Link>
              )}
            </dd>
          </>
        )}
        {label && (
          <>
            <dt>{t('one.label')}</dt>
            <dd>{t('one.labelOf', { carrier: label.carrier, amount: price(label.declaredCents) })}</dd>
          </>
        )}
        {parcelIn && (
          <>
            <dt>{t('one.parcelIn')}</dt>
            <dd className="num">{`${parcelIn.carrier} ${parcelIn.code}`}</dd>
          </>
        )}
        {status === 'returned' && (
          <>
            <dt>{t('one.parcelOut')}</dt>
            <dd className="num">
              {parcelOut ? `${parcelOut.carrier} ${parcelOut.code}` : t('one.handedOver')}
            </dd>
          </>
        )}
      </dl>
      {others && past.requests > 0 && (
        <p>
          <Link className="link" to={others}>
            {t('one.otherRequests', { count: past.requests })}
          </Link>
        </p>
      )}
    </section>
  )
}

function Metals() {
  const t = useTranslations('office.requests')
  const { metals } = useShown<'request'>()
  const { price, moment } = useSaidRequest()
  if (metals.length === 0) return null
  return (
    <section className="box" aria-labelledby="metals">
      <h2 id="metals">{t('one.metals')}</h2>
      <dl>
        {metals.map(({ metal, centsPerGram, at }) => (
          <div key={metal} className="contents">
            <dt>{t(`metals.${metal}`)}</dt>
            <dd className="num">
              {t('one.perGram', { price: price(centsPerGram) })}
              <span className="sub">{moment(at)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
