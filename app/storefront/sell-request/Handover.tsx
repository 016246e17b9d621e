import { euros } from '#app/sell-form/gold-words.ts'
import type { ShippingAdvice } from '#app/shop/buying/sell-parcels.ts'
import { Field, Select } from '#app/ui/Field.tsx'
import { day, t, time, weekday } from './sell-request-words.ts'
import type { SellerView } from './seller-view.ts'

const bring = ['piece', 'identity', 'papers', 'account', 'estate'] as const
const packing = ['record', 'pack', 'hand', 'open'] as const

/** Times of one branch that can be had. */
export type BranchTimes = { branchId: string; name: string; times: Date[] }

/** How the piece comes to us and back: a time in a branch, or a parcel, as far as the request is. */
export function Handover({
  request,
  advice,
  slots,
  branches,
  phone,
  given,
}: {
  request: SellerView
  advice: ShippingAdvice
  slots: readonly BranchTimes[]
  branches: readonly Pick<BranchTimes, 'branchId' | 'name'>[]
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
        <Visit request={request} slots={slots} branches={branches} phone={phone} />
      )}
      {comes && sends && advice.ok && (
        <details className="print:hidden">
          <summary className="link inline-flex min-h-11 items-center">{t('visit.title')}</summary>
          <Visit request={request} slots={slots} branches={branches} phone={phone} />
        </details>
      )}
      {parcelOut && <p>{t('parcel.back', parcelOut)}</p>}
    </>
  )
}

function Visit({
  request,
  slots,
  branches,
  phone,
}: {
  request: SellerView
  slots: readonly BranchTimes[]
  branches: readonly Pick<BranchTimes, 'branchId' | 'name'>[]
  phone: string
}) {
  const { appointment, branchId } = request
  const wanted = appointment?.branchId ?? branchId
  const offered = slots
    .filter(({ times }) => times.length > 0)
    .toSorted((one, other) => Number(other.branchId === wanted) - Number(one.branchId === wanted))
  const choice = (
    <form method="post" className="mt-4 grid max-w-md gap-4">
      <Select id="visit-time" name="time" label={t('visit.time')} defaultValue="">
        <option value="">{t('visit.choose')}</option>
        {offered.map((branch) =>
          byDay(branch.times).map(([date, times]) => (
            <optgroup key={`${branch.branchId}-${date}`} label={`${branch.name}, ${date}`}>
              {times.map((at) => (
                <option key={at.toISOString()} value={`${branch.branchId}|${at.toISOString()}`}>
                  {t('visit.yours', { day: date, time: time(at), branch: branch.name })}
                </option>
              ))}
            </optgroup>
          )),
        )}
      </Select>
      <button type="submit" name="step" value="book" className="button justify-self-start">
        {t('visit.book')}
      </button>
    </form>
  )
  return (
    <section aria-labelledby="visit">
      <h2 id="visit" className="text-step-2">
        {t('visit.title')}
      </h2>
      {appointment ? (
        <p className="num mt-3 font-medium text-step-1">{sayAppointment(request, branches)}</p>
      ) : (
        <p className="mt-3 max-w-prose text-ink-soft">{t('visit.text')}</p>
      )}
      <div className="print:hidden">
        {request.mayBook && offered.length === 0 && <p className="mt-3">{t('visit.none', { phone })}</p>}
        {request.mayBook && offered.length > 0 && !appointment && choice}
        {request.mayBook && offered.length > 0 && appointment && (
          <details>
            <summary className="link inline-flex min-h-11 items-center">{t('visit.change')}</summary>
            {choice}
          </details>
        )}
      </div>
      <h3 className="mt-8 font-text text-step-0 font-medium">{t('visit.bring')}</h3>
      <List items={bring.map((item) => t(`visit.bringItems.${item}`))} />
    </section>
  )
}

/** „Dienstag, 24. November, 10:30 Uhr, Rheingold Köln“ */
export function sayAppointment(
  { appointment }: Pick<SellerView, 'appointment'>,
  slots: readonly Pick<BranchTimes, 'branchId' | 'name'>[],
): string {
  if (!appointment) return ''
  const branch = slots.find(({ branchId }) => branchId === appointment.branchId)?.name ?? ''
  const { startsAt } = appointment
  return t('visit.yours', { day: weekday(startsAt), time: time(startsAt), branch })
}

function byDay(times: readonly Date[]): [string, Date[]][] {
  return [...Map.groupBy(times, (at) => weekday(at))]
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
            </p>
          )}
          {label && lapsesAt && (
            <p className="mt-2 text-ink-soft text-step--1">{t('parcel.until', { date: day(lapsesAt) })}</p>
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

function List({ items, ordered = false }: { items: readonly string[]; ordered?: boolean }) {
  const Tag = ordered ? 'ol' : 'ul'
  return (
    <Tag className={`mt-3 grid max-w-prose gap-2 pl-5 ${ordered ? 'list-decimal' : 'list-disc'}`}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </Tag>
  )
}
