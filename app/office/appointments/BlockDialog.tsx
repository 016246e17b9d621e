import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field, Select } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { Dialog } from './Dialog.tsx'

/** A branch receives nobody for a while, or somebody is not there. */
export function BlockDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('office.appointments')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const { branches, people, date } = useShown<'appointments'>()
  const { texts, put, done } = useKeptText('absence', {
    whose: `branch:${branches[0]?.id ?? ''}`,
    from: `${date}T09:00`,
    until: `${date}T18:00`,
    reason: '',
  })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState(false)
  const block = async () => {
    const answer = await act('appointments.block', texts)
    if (answer.ok) {
      done()
      announce(t('isBlocked', { count: answer.inside }))
      onClose()
      return revalidate()
    }
    if (answer.reason === 'invalid') return setFaults(answer.faults)
    setFailed(true)
  }
  const control = (name: 'whose' | 'from' | 'until' | 'reason') => ({
    name,
    label: t(`fields.${name}`),
    value: texts[name],
    error: faults[name] && t(`faults.${faults[name] as 'missing'}`),
    onChange: ({ target }: { target: { value: string } }) => put(name, target.value),
  })
  return (
    <Dialog title={t('block')} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void block()
        }}
      >
        <p className="text-ink-soft">{t('blockText')}</p>
        <Select {...control('whose')}>
          <optgroup label={t('branch')}>
            {branches.map(({ id, name }) => (
              <option key={id} value={`branch:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label={t('person')}>
            {people.map(({ id, name }) => (
              <option key={id} value={`person:${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        </Select>
        <div className="two">
          <Field {...control('from')} type="datetime-local" required />
          <Field {...control('until')} type="datetime-local" required />
        </div>
        <Field {...control('reason')} maxLength={200} hint={t('blockReasonHint')} />
        {failed && (
          <p role="alert" className="text-danger">
            {t('failed')}
          </p>
        )}
        <p className="page-actions">
          <button type="submit" className="do">
            {t('block')}
          </button>
          <button type="button" className="do quiet" onClick={onClose}>
            {t('close')}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
