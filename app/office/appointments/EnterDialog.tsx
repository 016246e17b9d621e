import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { appointmentKinds, mostPieces } from '#app/shop/appointments/kinds.ts'
import { Field, Select, TextArea } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { Dialog } from './Dialog.tsx'
import { hasNoTime, TimeFields, timeInputOf, timeTexts } from './TimeFields.tsx'

/** Somebody calls: when they come, who they are and what about. What is typed stays until it is entered. */
export function EnterDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('office.appointments')
  const announce = useAnnounce()
  const navigate = useNavigate()
  const { branches, people, branch, person, minutes, piece } = useShown<'appointments'>()
  const { texts, put, done } = useKeptText(piece === null ? 'appointment' : `appointment-${piece}`, {
    ...timeTexts,
    branchId: branch ?? branches[0]?.id ?? '',
    staffId: person === null ? '' : String(person),
    minutes: String(minutes),
    ...{
      kind: 'viewing',
      name: '',
      email: '',
      phone: '',
      about: '',
      note: '',
      pieces: piece ?? '',
      locale: 'de',
    },
  })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const enter = async () => {
    if (busy) return
    setRefused(null)
    if (hasNoTime(texts)) return setFaults({ [texts.day === '' ? 'day' : 'startsAt']: 'missing' })
    setFaults({})
    setBusy(true)
    const kind = appointmentKinds.find((each) => each === texts.kind) ?? 'other'
    const locale = texts.locale === 'en' ? 'en' : 'de'
    const { name, email, phone, about, note } = texts
    const answer = await act('appointments.enter', {
      ...timeInputOf(texts),
      ...{ kind, locale, name, email, phone, about, note, pieces: texts.pieces },
    })
    setBusy(false)
    if (answer.ok) {
      done()
      announce(t(email.trim() === '' ? 'entered' : 'enteredAndTold'))
      onClose()
      return void navigate(`/appointments/${answer.id}`)
    }
    if (answer.reason === 'invalid') return setFaults(answer.faults)
    setRefused(
      t.has(`refused.${answer.reason as 'taken'}`) ? t(`refused.${answer.reason as 'taken'}`) : t('failed'),
    )
  }
  const control = (name: 'name' | 'email' | 'phone' | 'about' | 'note' | 'pieces' | 'kind' | 'locale') => ({
    name,
    label: t(`fields.${name}`),
    value: texts[name],
    error: faults[name] && t(`faults.${faults[name] as 'missing'}`),
    onChange: ({ target }: { target: { value: string } }) => put(name, target.value),
  })
  return (
    <Dialog title={t('enter')} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void enter()
        }}
      >
        <TimeFields texts={texts} put={put} faults={faults} choices={{ branches, people }} />
        <div className="two">
          <Select {...control('kind')}>
            {appointmentKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`kinds.${kind}`)}
              </option>
            ))}
          </Select>
          <Field {...control('pieces')} hint={t('piecesHint', { most: mostPieces })} autoComplete="off" />
          <Field {...control('name')} autoComplete="off" required />
          <Field {...control('phone')} type="tel" autoComplete="off" />
          <Field {...control('email')} type="email" autoComplete="off" hint={t('emailHint')} />
          <Select {...control('locale')}>
            <option value="de">{t('languages.de')}</option>
            <option value="en">{t('languages.en')}</option>
          </Select>
        </div>
        <TextArea {...control('about')} rows={2} />
        <TextArea {...control('note')} rows={2} hint={t('noteHint')} />
        {refused && (
          <p role="alert" className="text-danger">
            {refused}
          </p>
        )}
        <p className="page-actions">
          <button type="submit" className="do" aria-disabled={busy}>
            {t('save')}
          </button>
          <button type="button" className="do quiet" onClick={onClose}>
            {t('close')}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
