import { euros } from '#app/sell-form/gold-words.ts'
import type { ShippingAdvice } from '#app/shop/parcel-label.ts'
import { Field } from '#app/ui/Field.tsx'
import { List } from './List.tsx'
import { lastDay, t } from './sell-request-words.ts'
import type { SellerView } from './seller-view.ts'
import { Visit } from './Visit.tsx'
import type { VisitChoice } from './visit-choice.ts'

const packing = ['record', 'pack', 'hand', 'open'] as const

/** How the piece comes to us and back: a time in a branch, or a parcel, as far as the request is. */
export function Handover({
  request,
  advice,
  choice,
  branches,
  phone,
  given,
}: {
  request: SellerView
  advice: ShippingAdvice
  choice: VisitChoice | null
  branches: readonly { branchId: string; name: string }[]
  phone: string
  given: { carrier: string; code: string } | undefined
}) {
  const { status, way, here, parcelOut } = request
  const sends = way === 'shipment' && !here && (status === 'accepted' || status === 'label_sent')
  const comes = request.mayBook || request.appointment !== null
  return (
    <>
      {sends && <Parcel request={request} advice={advice} given={given} />}
      {comes && !(sends && advice.ok) && (
        <Visit request={request} choice={choice} branches={branches} phone={phone} />
      )}
      {comes && sends && advice.ok && (
        <details className="print:hidden" open={choice?.open}>
          <summary className="link inline-flex min-h-11 items-center">{t('visit.title')}</summary>
          <Visit request={request} choice={choice} branches={branches} phone={phone} />
        </details>
      )}
      {parcelOut && <p>{t('parcel.back', parcelOut)}</p>}
    </>
  )
}

function Parcel({
  request,
  advice,
  given,
}: {
  request: SellerView
  advice: ShippingAdvice
  given: { carrier: string; code: string } | undefined
}) {
  const { label, parcelIn, number, lapsesAt } = request
  return (
    <section aria-labelledby="parcel">
      <h2 id="parcel" className="text-step-2">
        {t('parcel.title')}
      </h2>
      {!advice.ok && (
        <p className="mt-3 max-w-prose">{t('parcel.aboveLimit', { limit: euros(advice.limitCents) })}</p>
      )}
      {advice.ok && (
        <>
          <p className="mt-3 max-w-prose">{t(`parcel.methods.${advice.method}`)}</p>
          {advice.declaredCents > 0 && (
            <p className="num mt-2 font-medium">
              {t('parcel.declared', { amount: euros(advice.declaredCents) })}
            </p>
          )}
          {label && (
            <p className="mt-2">
              {label.code
                ? t('parcel.label', { carrier: label.carrier, code: label.code })
                : t('parcel.labelOnly', { carrier: label.carrier })}
              {label.url && (
                <>
                  {' '}
                  <a href={label.url} target="_blank" rel="noopener noreferrer" className="link">
                    {t('parcel.open')}
                  </a>
                </>
              )}
              {label.file && ` ${t('parcel.mailed')}`}
            </p>
          )}
          {label && lapsesAt && (
            <p className="mt-2 text-ink-soft text-step--1">
              {t('parcel.until', { date: lastDay(lapsesAt) })}
            </p>
          )}
          <List items={packing.map((step) => t(`parcel.steps.${step}`, { number }))} ordered />
        </>
      )}
      {request.mayReport && label && (
        <form method="post" className="mt-6 grid max-w-md gap-4 print:hidden">
          <p className="font-medium">{t('parcel.report')}</p>
          {parcelIn && <p className="text-ink-soft">{t('parcel.reported', parcelIn)}</p>}
          <Field
            id="parcel-carrier"
            name="carrier"
            label={t('parcel.carrier')}
            defaultValue={given?.carrier ?? parcelIn?.carrier ?? label.carrier}
            maxLength={60}
          />
          <Field
            id="parcel-code"
            name="code"
            label={t('parcel.code')}
            defaultValue={given?.code ?? parcelIn?.code ?? label.code ?? ''}
            maxLength={60}
          />
          <button type="submit" name="step" value="parcel" className="button button-quiet justify-self-start">
            {t('parcel.send')}
          </button>
        </form>
      )}
    </section>
  )
}
