import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { locales } from '#app/language/locales.ts'
import { contactLengths, contactSubjects } from '#app/shop/enquiries/contact-fields.ts'
import { Field, Select, TextArea } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type InputOf } from '../frame/calls.ts'
import { useMember } from '../frame/member.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useFault } from './use-fault.ts'

type Entered = InputOf<'enquiries.enter'>
const sources = ['phone', 'counter', 'mail'] as const

/** Enters what somebody asked on the phone, in the shop or by mail. */
export function EnterEnquiry({ onClose }: { onClose(): void }) {
  const t = useTranslations('office.enquiries')
  const announce = useAnnounce()
  const navigate = useNavigate()
  const say = useFault()
  const { locale } = useMember()
  const { texts, put, done } = useKeptText('enter-enquiry', {
    ...{ source: 'phone', locale: locale as string, name: '', email: '', phone: '', subject: 'question' },
    ...{ message: '', piece: '' },
  })
  // Made once: pressed twice, it is one enquiry.
  const [submission] = useState(() => crypto.randomUUID())
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setFaults({})
    setFailed('')
    const answer = await act('enquiries.enter', { ...(texts as unknown as Entered), submission })
    if (answer.ok) {
      done()
      announce(t('enter.saved'))
      return navigate(`/enquiries/${answer.id}`)
    }
    if (answer.reason === 'invalid') return setFaults(answer.faults)
    if (answer.reason === 'no-such-piece') return setFaults({ piece: 'no-such-piece' })
    setFailed(say(answer.reason))
  }
  const field = (name: 'name' | 'email' | 'phone' | 'piece') => ({
    ...{ name, label: t(`enter.${name}`), value: texts[name], maxLength: contactLengths[name] },
    ...{ autoComplete: 'off', error: faults[name] && say(faults[name]) },
    onChange: ({ target }: { target: { value: string } }) => put(name, target.value),
  })
  return (
    <section className="block-section" aria-labelledby="enter-enquiry">
      <h2 id="enter-enquiry">{t('enter.title')}</h2>
      <p className="pb-3">{t('enter.text')}</p>
      <form noValidate className="grid max-w-3xl gap-4" onSubmit={(event) => void save(event)}>
        <div className="two">
          <Select
            name="source"
            label={t('enter.source')}
            value={texts.source}
            onChange={({ target }) => put('source', target.value)}
          >
            {sources.map((source) => (
              <option key={source} value={source}>
                {t(`sources.${source}`)}
              </option>
            ))}
          </Select>
          <Select
            name="locale"
            label={t('enter.language')}
            value={texts.locale}
            onChange={({ target }) => put('locale', target.value)}
          >
            {locales.map((each) => (
              <option key={each} value={each}>
                {t(`languages.${each}`)}
              </option>
            ))}
          </Select>
          <Field {...field('name')} required />
          <Select
            name="subject"
            label={t('enter.subject')}
            value={texts.subject}
            onChange={({ target }) => put('subject', target.value)}
          >
            {contactSubjects.map((subject) => (
              <option key={subject} value={subject}>
                {t(`subjects.${subject}`)}
              </option>
            ))}
          </Select>
          <Field {...field('email')} type="email" note={t('enter.optional')} />
          <Field {...field('phone')} type="tel" note={t('enter.optional')} />
          <Field {...field('piece')} inputMode="numeric" note={t('enter.optional')} />
        </div>
        <TextArea
          name="message"
          label={t('enter.message')}
          rows={5}
          required
          value={texts.message}
          maxLength={contactLengths.message}
          error={faults.message && say(faults.message)}
          onChange={({ target }) => put('message', target.value)}
        />
        {failed && (
          <p role="alert" className="text-danger">
            {failed}
          </p>
        )}
        <p className="page-actions">
          <button type="submit" className="do">
            {t('enter.save')}
          </button>
          <button type="button" className="do quiet" onClick={onClose}>
            {t('enter.cancel')}
          </button>
        </p>
      </form>
    </section>
  )
}
