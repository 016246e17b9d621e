import type { FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Field, TextArea } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { useStep } from './use-step.ts'

/** Notes for ourselves, and of whoever is no seller how they are reached. */
export function Details() {
  const t = useTranslations('office.appointments')
  const { appointment, version } = useShown<'appointment'>()
  const { id, request } = appointment
  const { texts, put, done } = useKeptText(`appointment-${id}`, {
    name: appointment.name ?? '',
    email: appointment.email ?? '',
    phone: appointment.phone ?? '',
    about: appointment.about ?? '',
    note: appointment.note ?? '',
  })
  const { take, busy, refused, faults } = useStep()
  const save = async () => {
    const saved = await take(
      () => act('appointments.describe', { id, version, ...texts, ofRequest: request !== null }),
      t('done.described'),
    )
    if (saved) done()
  }
  const control = (name: keyof typeof texts & string) => ({
    name,
    label: t(`fields.${name as 'note'}`),
    value: texts[name],
    error: faults[name] && t(`faults.${faults[name] as 'missing'}`),
    onChange: ({ target }: { target: { value: string } }) => put(name, target.value),
  })
  return (
    <form
      noValidate
      className="block-section grid max-w-3xl gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <h2>{t('details')}</h2>
      <TextArea {...control('note')} rows={3} hint={t('noteHint')} />
      {request === null && (
        <>
          <div className="two">
            <Field {...control('name')} required autoComplete="off" />
            <Field {...control('phone')} type="tel" autoComplete="off" />
            <Field {...control('email')} type="email" autoComplete="off" />
          </div>
          <TextArea {...control('about')} rows={2} />
        </>
      )}
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <p>
        <button type="submit" className="do quiet" aria-disabled={busy}>
          {t('save')}
        </button>
      </p>
    </form>
  )
}
