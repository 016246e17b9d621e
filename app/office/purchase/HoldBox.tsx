import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field, TextArea } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import type { PurchaseShown } from './PurchaseScreen.tsx'
import { Restricted } from './Restricted.tsx'
import { useStep } from './use-step.ts'

/** Dates of a case as they are typed; `''` where none is. */
export type TypedDates = {
  suspectedOn: string
  reportedOn: string
  reportReference: string
  heldUntil: string
}

export const datesOf = (typed: TypedDates) => ({
  suspectedOn: typed.suspectedOn || null,
  reportedOn: typed.reportedOn || null,
  reportReference: typed.reportReference.trim() || null,
  heldUntil: typed.heldUntil || null,
})

/** A suspicion stops the deal; why is written where few read it, and kept by no browser. */
export function HoldBox({ deal }: { deal: PurchaseShown }) {
  const t = useTranslations('office.purchase')
  const mayMake = useMay('purchases.make')
  const mayRead = useMay('compliance.see')
  const { take, busy, refused, fault } = useStep()
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [dates, setDates] = useState({
    ...{ suspectedOn: deal.today, reportedOn: '', reportReference: '', heldUntil: '' },
  })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const answer = await take(
      () => act('purchases.hold', { number: deal.number, seen: deal.status, reason, dates: datesOf(dates) }),
      t('heldSaid'),
    )
    if (!answer?.ok) return
    setOpen(false)
    setReason('')
  }
  if (mayRead && deal.restricted) return <Restricted deal={deal} />
  if (!mayMake || !deal.allowed.includes('hold')) return null
  return (
    <section className="block-section" aria-labelledby="hold">
      <h2 id="hold">{t('holdTitle')}</h2>
      {!open && (
        <p>
          <button type="button" className="do quiet" onClick={() => setOpen(true)}>
            {t('hold')}
          </button>
        </p>
      )}
      {open && (
        <form noValidate onSubmit={send} className="grid max-w-xl gap-4">
          <p>{t('holdText')}</p>
          <TextArea
            name="hold-reason"
            label={t('holdReason')}
            value={reason}
            rows={3}
            required
            error={fault('reason')}
            onChange={({ target }) => setReason(target.value)}
          />
          <CaseDates dates={dates} onChange={(changes) => setDates({ ...dates, ...changes })} />
          {refused && (
            <p role="alert" className="text-danger">
              {refused}
            </p>
          )}
          <p className="page-actions">
            <button type="submit" className="do" disabled={busy}>
              {t('holdDo')}
            </button>
            <button type="button" className="do quiet" onClick={() => setOpen(false)}>
              {t('cancel')}
            </button>
          </p>
        </form>
      )}
    </section>
  )
}

export function CaseDates({
  dates,
  onChange,
}: {
  dates: TypedDates
  onChange(changes: Partial<TypedDates>): void
}) {
  const t = useTranslations('office.purchase')
  return (
    <div className="counter-fields">
      {(['suspectedOn', 'reportedOn', 'reportReference', 'heldUntil'] as const).map((name) => (
        <Field
          key={name}
          name={`case-${name}`}
          type={name === 'reportReference' ? 'text' : 'date'}
          label={t(`dates.${name}`)}
          value={dates[name]}
          autoComplete="off"
          maxLength={name === 'reportReference' ? 120 : undefined}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      ))}
    </div>
  )
}
