import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { byPlace } from '#app/ui/by-place.ts'
import { act, type Shown } from '../frame/calls.ts'
import { MailAddress } from '../frame/MailAddress.tsx'
import { useMay } from '../frame/member.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { placeIfThere } from '../today/places.ts'
import { EndDeal } from './EndDeal.tsx'
import { HoldBox } from './HoldBox.tsx'
import { IdentifyStep } from './IdentifyStep.tsx'
import { PaySteps } from './PaySteps.tsx'
import { PurchaseRecord } from './PurchaseRecord.tsx'
import { RevealSerial } from './RevealSerial.tsx'
import { StockStep } from './StockStep.tsx'

export type PurchaseShown = Shown<'purchase'>

const steps = ['agreed', 'identified', 'paid', 'stocked'] as const

/** A purchase that the seller has agreed to: identify, sign, pay, stock, with everything that must be known before. */
export default function PurchaseScreen() {
  const t = useTranslations('office.purchase')
  const deal = useShown<'purchase'>()
  const mayMake = useMay('purchases.make')
  const { number, status, seller } = deal
  const request = placeIfThere(`/requests/${number}`)
  const isOpen = steps.some((step) => step === status)
  return (
    <Page
      title={t('title', { number })}
      back={
        request ? (
          <Link to={request}>{t('toRequest', { number })}</Link>
        ) : (
          <Link to="/counter">{t('counter.title')}</Link>
        )
      }
      actions={<OthersHere thing={`purchase/${number.toLowerCase()}`} />}
    >
      {isOpen && (
        <ol className="purchase-way" aria-label={t('way')}>
          {(['identify', 'pay', 'stock', 'done'] as const).map((step, index) => (
            <li
              key={step}
              aria-current={steps[index] === status ? 'step' : undefined}
              data-done={steps.indexOf(status as 'agreed') > index || undefined}
            >
              {t(`steps.${step}`)}
            </li>
          ))}
        </ol>
      )}
      {!isOpen && status !== 'compliance_hold' && (
        <p className="counter-warn">{t('notBuying', { status: t(`statuses.${status}`) })}</p>
      )}
      <div className="purchase-desk">
        <aside className="box content-start" aria-labelledby="goods">
          <h2 id="goods">{t('goods')}</h2>
          {deal.isAgreed ? <Bought deal={deal} /> : <p className="pt-2">{t('notAgreed')}</p>}
          {deal.refused.length > 0 && (
            <>
              <h3>{t('notBought')}</h3>
              <ul className="purchase-lines">
                {deal.refused.map(({ title, position }) => (
                  <li key={position}>
                    <span>{title}</span>
                    <DealPhotos deal={deal} thing={position} named={title} />
                  </li>
                ))}
              </ul>
            </>
          )}
          <h3>{t('seller')}</h3>
          {seller ? (
            <address className="not-italic">
              {[
                seller.name,
                seller.address?.street,
                seller.address && `${seller.address.postalCode} ${seller.address.city}`,
                seller.phone,
              ].map(
                (text) =>
                  text && (
                    <span key={text} className="block">
                      {text}
                    </span>
                  ),
              )}
              {seller.email && <MailAddress address={seller.email} />}
            </address>
          ) : (
            <p className="missing">{t('forgotten')}</p>
          )}
          {deal.branch && <p className="sub">{t('inBranch', { branch: deal.branch })}</p>}
          {deal.enteredBy && <p className="sub">{t('enteredBy', { name: deal.enteredBy })}</p>}
          <DealPhotos deal={deal} thing={null} named={null} />
        </aside>
        <div className="grid content-start gap-6">
          {status === 'compliance_hold' && (
            <p className="counter-warn" role="alert">
              {t('onHold', { names: deal.askWhom.join(', ') || t('owner') })}
            </p>
          )}
          {mayMake && status === 'agreed' && <IdentifyStep deal={deal} />}
          {mayMake && status === 'identified' && <PaySteps deal={deal} />}
          {deal.purchase && <Paid deal={deal} />}
          {mayMake && status === 'paid' && <StockStep deal={deal} />}
          {status === 'stocked' && <Stocked deal={deal} />}
          <HoldBox deal={deal} />
          {mayMake && <EndDeal deal={deal} />}
          <PurchaseRecord deal={deal} />
        </div>
      </div>
    </Page>
  )
}

function Paid({ deal: { purchase, number } }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const format = useFormats()
  if (!purchase) return null
  return (
    <section className="box">
      <h2>{t('paidTitle')}</h2>
      <p>
        {t('paidText', {
          ...{ total: format.price(purchase.totalCents), means: t(`means.${purchase.means}`) },
          ...{
            when: format.moment(purchase.paidAt),
          },
          ...{ by: purchase.by, reference: purchase.reference },
        })}
      </p>
      <p>
        <a
          href={`/office/data/requests/${number}/purchase?paper=${purchase.number}`}
          target="_blank"
          rel="noreferrer"
          className="link"
        >
          {t('receiptNamed', { number: purchase.number })}
        </a>
      </p>
    </section>
  )
}

/** Photos of one thing, by the place of its line, or (null) of all together. */
function DealPhotos({
  deal: { number, photos },
  thing,
  named,
}: {
  deal: PurchaseShown
  thing: number | null
  named: string | null
}) {
  const t = useTranslations('office.purchase')
  const own = photos.filter((photo) => photo.thing === thing)
  if (own.length === 0) return null
  return (
    <ul className="counter-photos">
      {own.map(({ id }, index) => {
        const words = t('photo', { number: index + 1 })
        const address = `/office/data/requests/${number}/purchase?photo=${id}`
        return (
          <li key={id}>
            <a href={address} target="_blank" rel="noreferrer">
              <img src={address} alt={named === null ? words : t('ofThing', { words, thing: named })} />
            </a>
          </li>
        )
      })}
    </ul>
  )
}

/** What became of each thing: its draft to be described, or the melt. */
function Stocked({ deal: { purchase } }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const mayEdit = useMay('pieces.see')
  return (
    <section className="box">
      <h2>{t('stockedTitle')}</h2>
      <ul className="grid gap-2">
        {purchase?.pieces.map(({ ledger, title, product }) => (
          <li key={ledger}>
            {product && mayEdit ? (
              <Link to={`/pieces/${product}`} className="do">
                {t('describe', { title, number: product })}
              </Link>
            ) : (
              t('toMelt', { title })
            )}
            <span className="sub">{t('ledgerRow', { number: ledger })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is bought for how much. */
function Bought({ deal }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const format = useFormats()
  const locale = useLocale()
  const { number, lines } = deal
  return (
    <>
      <ol className="purchase-lines">
        {byPlace(lines, (line, position) => (
          <li>
            <span>
              <b>{line.title}</b>
              <span className="sub">
                {[
                  line.weightGrams &&
                    t('weighs', { grams: line.weightGrams.replace('.', locale === 'de' ? ',' : '.') }),
                  line.testMethod && t(`methods.${line.testMethod}`),
                  line.findings,
                  line.priced &&
                    t('pricedBy', {
                      price: format.price(line.priced.calculatedCents),
                      why: line.priced.why,
                    }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <span className="num">{format.price(line.cents)}</span>
            {line.serial !== null && (
              <RevealSerial
                masked={line.serial}
                of={line.title}
                ask={(why) => act('purchases.reveal-serial', { number, position, why })}
              />
            )}
            <DealPhotos deal={deal} thing={position} named={line.title} />
          </li>
        ))}
      </ol>
      <p className="purchase-total">
        <span>{t('total')}</span>
        <b>{format.price(deal.totalCents)}</b>
      </p>
    </>
  )
}
