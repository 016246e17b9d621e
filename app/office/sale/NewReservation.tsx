import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { Field, Select, TextArea } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { NoBranch } from '../frame/NoBranch.tsx'
import { useScans } from '../frame/scans.ts'
import { useFormats } from '../frame/use-formats.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { useReservationWords } from './use-reservation-words.ts'

/** Keeps a piece for somebody who rang up: name, until when; all else is optional. */
export function NewReservation() {
  const t = useTranslations('office.sale.reservations')
  const words = useTranslations('office.sale')
  const announce = useAnnounce()
  const format = useFormats()
  const { revalidate } = useRevalidator()
  const { branches, piece: asked } = useShown<'reservations'>()
  const { moment, refusal } = useReservationWords()
  const first = branches[0]
  const { texts, put, done } = useKeptText(`reservation:${asked ?? ''}`, {
    piece: asked ?? '',
    name: '',
    phone: '',
    email: '',
    note: '',
    branch: first?.id ?? '',
    day: '',
    locale: 'de',
  })
  const [open, setOpen] = useState(asked !== null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [said, setSaid] = useState<string | null>(null)
  const branch = branches.find(({ id }) => id === texts.branch) ?? first
  const day = branch?.ends.some((end) => end.day === texts.day) ? texts.day : (branch?.usual ?? '')
  useScans(async (code) => {
    put('piece', code)
    setOpen(true)
    return { ok: true, said: code }
  })
  const make = async () => {
    setFaults({})
    setSaid(null)
    const { piece, name, phone, email, note, locale } = texts
    const answer = await act('reservations.make', {
      piece,
      name,
      phone: phone.trim(),
      email: email.trim(),
      note,
      branchId: branch?.id ?? '',
      locale: locale === 'en' ? 'en' : 'de',
      day,
    })
    if (answer.ok) {
      done()
      setOpen(false)
      announce(t('made', { piece: piece.trim(), until: moment(answer.until) }))
      return revalidate()
    }
    if (answer.reason === 'invalid') setFaults(answer.faults)
    setSaid(refusal(answer))
  }
  const fault = (field: string) => {
    const reason = faults[field]
    if (reason === undefined) return undefined
    return words(reason === 'missing' || reason === 'too-long' ? `faults.${reason}` : 'faults.invalid')
  }
  const field = (name: 'piece' | 'name' | 'phone' | 'email', type = 'text', hint?: string) => (
    <Field
      name={name}
      type={type}
      label={t(name)}
      note={name === 'phone' || name === 'email' ? words('buyer.optional') : undefined}
      hint={hint}
      autoComplete="off"
      required={name === 'piece' || name === 'name'}
      value={texts[name]}
      error={fault(name)}
      onChange={({ target }) => put(name, target.value)}
    />
  )
  if (!branch) return <NoBranch />
  return (
    <details
      className="block-section"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="do">{t('new')}</summary>
      <form
        noValidate
        className="mt-3 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <div className="two">
          {field('piece')}
          {field('name')}
          {field('phone', 'tel')}
          {field('email', 'email', t('emailHint'))}
          <Select
            name="branch"
            label={t('branch')}
            value={branch?.id ?? ''}
            onChange={({ target }) => put('branch', target.value)}
          >
            {branches.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          {branch && branch.ends.length > 0 ? (
            <Select
              name="day"
              label={t('until')}
              value={day}
              onChange={({ target }) => put('day', target.value)}
            >
              {branch.ends.map((end) => (
                <option key={end.day} value={end.day}>
                  {t('untilOption', {
                    day: format.longDay(end.until),
                    time: format.clock(end.until),
                  })}
                </option>
              ))}
            </Select>
          ) : (
            <p className="missing">{t('noDays')}</p>
          )}
          {texts.email !== '' && (
            <Select
              name="locale"
              label={t('language')}
              value={texts.locale}
              onChange={({ target }) => put('locale', target.value)}
            >
              <option value="de">{words('buyer.languages.de')}</option>
              <option value="en">{words('buyer.languages.en')}</option>
            </Select>
          )}
        </div>
        <TextArea
          name="note"
          label={t('note')}
          note={words('buyer.optional')}
          value={texts.note}
          error={fault('note')}
          onChange={({ target }) => put('note', target.value)}
        />
        <p role="alert" className="missing">
          {said}
        </p>
        <p>
          <button type="submit" className="do" disabled={day === ''}>
            {t('make')}
          </button>
        </p>
      </form>
    </details>
  )
}
