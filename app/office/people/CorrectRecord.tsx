import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Contact, WhyNotCorrected } from '#app/shop/people/correct-record.ts'
import { Field } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { useFault } from './use-person.ts'
import { useSaidRecord } from './use-said-record.tsx'

type Named = Shown<'person'>['records'][number]

const fieldsOf = (kind: Named['kind']) =>
  kind === 'enquiry' || kind === 'appointment' || kind === 'reservation'
    ? (['name', 'email', 'phone'] as const)
    : (['name', 'email', 'phone', 'street', 'postalCode', 'city'] as const)

/** Mends who a record names, where that is lawful; else says why not. It takes the focus, and gives it back. */
export function CorrectRecord({ record, onClose }: { record: Named; onClose(): void }) {
  const t = useTranslations('office.people.person')
  const say = useFault()
  const saidRecord = useSaidRecord()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const [seen, setSeen] = useState<Contact | null>(null)
  const [texts, setTexts] = useState<Contact | null>(null)
  const [why, setWhy] = useState<WhyNotCorrected | null>(null)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [fault, setFault] = useState('')
  /** Why there is no form. */
  const [refused, setRefused] = useState<string | null>(null)
  const { kind, ref } = record
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    heading.current?.focus()
    return () => (opener as HTMLElement | null)?.focus()
  }, [])
  useEffect(() => {
    void act('people.correctable', { record: { kind, ref } }).then((answer) => {
      if (!answer.ok) return setRefused(answer.reason)
      setWhy(answer.why)
      setSeen(answer.contact)
      setTexts(answer.contact)
    })
  }, [kind, ref])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!seen || !texts) return
    setFaults({})
    setFault('')
    const answer = await act('people.correct', { record: { kind, ref }, from: seen, to: texts })
    if (answer.ok) {
      announce(t('corrected'))
      onClose()
      return revalidate()
    }
    if (answer.reason === 'invalid')
      return setFaults(
        Object.fromEntries(
          Object.entries(answer.faults).map(([name, reason]) => [name.replace('to.', ''), reason]),
        ),
      )
    if (answer.reason === 'missing') return setFaults({ [answer.field]: 'missing' })
    if (answer.reason === 'changed-meanwhile') {
      setSeen(answer.now)
      setTexts(answer.now)
      return setFault(t('meanwhile'))
    }
    const key = `whyNot.${answer.reason}` as 'whyNot.issued'
    setFault(t.has(key) ? t(key) : say(answer.reason))
  }
  return (
    <form
      noValidate
      className="box mt-4"
      aria-label={t('correctTitle', { what: saidRecord(record) })}
      onSubmit={(event) => void save(event)}
    >
      <h3 ref={heading} tabIndex={-1}>
        {t('correctTitle', { what: saidRecord(record) })}
      </h3>
      {why && <p>{t(`whyNot.${why}`)}</p>}
      {texts && (
        <div className="two">
          {(why === 'issued' ? (['email', 'phone'] as const) : fieldsOf(kind)).map((name) => (
            <Field
              key={name}
              name={`contact-${name}`}
              label={t(`contact.${name}`)}
              value={texts[name]}
              autoComplete="off"
              error={faults[name] && say(faults[name])}
              onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
            />
          ))}
        </div>
      )}
      {refused && <p role="alert">{say(refused)}</p>}
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
      <p className="page-actions">
        {texts && (
          <button type="submit" className="do">
            {t('save')}
          </button>
        )}
        <button type="button" className="do quiet" onClick={onClose}>
          {t('cancel')}
        </button>
      </p>
    </form>
  )
}
