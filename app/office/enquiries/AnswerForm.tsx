import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { isLocale, locales } from '#app/language/locales.ts'
import { enquiryStates } from '#app/shop/enquiries/enquiry-states.ts'
import { answerLengths, fillTemplate, unfilled } from '#app/shop/enquiries/template-text.ts'
import { Field, Select, TextArea } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act, drawnForQuery } from '../frame/calls.ts'
import { DocumentFrame } from '../frame/DocumentFrame.tsx'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import type { Clash } from './EnquiryPlace.tsx'
import { Meanwhile } from './Meanwhile.tsx'
import { useFault } from './use-fault.ts'

const afterwards = enquiryStates.filter((state) => state !== 'spam' && state !== 'open')

/** An answer by mail: begun with a template, changed, seen as it goes out, sent. What is typed is kept. */
export function AnswerForm({ email }: { email: string }) {
  const t = useTranslations('office.enquiries')
  const words = useTranslations('office.enquiries.enquiry')
  const { id, version, locale, values, templates, draft } = useShown<'enquiry'>()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const say = useFault()
  const [saved] = useState({
    ...{ locale: draft?.locale ?? locale, text: draft?.text ?? '', state: 'answered' },
    subject: draft?.subject ?? `Re: ${words('subjectOf')}`,
  })
  const { texts, put, putAll, done } = useKeptText(
    `enquiry-answer:${id}`,
    saved as Record<keyof typeof saved, string>,
  )
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState('')
  const [clash, setClash] = useState<Clash | null>(null)
  /** A number of its own each time, so that a browser asks for the frame anew; 0: it is not open. */
  const [preview, setPreview] = useState(0)
  const language = isLocale(texts.locale) ? texts.locale : locale
  const open = unfilled(`${texts.subject}\n${texts.text}`)
  const draftNow = { id, locale: language, subject: texts.subject, text: texts.text }
  const keep = () => act('enquiries.keep-draft', draftNow)
  const choose = (chosen: string) => {
    const template = templates.find((each) => String(each.id) === chosen)
    if (!template) return
    putAll({
      subject: fillTemplate(template.subject[language], values[language]),
      text: fillTemplate(template.text[language], values[language]),
    })
  }
  const refused = (reason: string) => setFailed(say(reason))
  const send = async (seen = version) => {
    setFaults({})
    setFailed('')
    setClash(null)
    const state = afterwards.find((each) => each === texts.state) ?? 'answered'
    const answer = await act('enquiries.answer', { ...draftNow, version: seen, state })
    if (answer.ok) {
      done()
      setPreview(0)
      announce(words('sent'))
    } else if (answer.reason === 'changed-meanwhile') setClash(answer.now)
    else if (answer.reason === 'invalid') setFaults(answer.faults)
    else refused(answer.reason)
    await revalidate()
  }
  const look = async () => {
    const answer = await keep()
    if (answer.ok) setPreview((before) => before + 1)
    else refused(answer.reason)
  }
  return (
    <section className="block-section" aria-labelledby="enquiry-answer">
      <h2 id="enquiry-answer">{words('answer')}</h2>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send()
        }}
      >
        {preview === 0 ? (
          <>
            <div className="two">
              <Select
                name="answer-language"
                label={words('language')}
                value={language}
                onChange={({ target }) => put('locale', target.value)}
              >
                {locales.map((each) => (
                  <option key={each} value={each}>
                    {t(`languages.${each}`)}
                  </option>
                ))}
              </Select>
              <Select
                name="answer-template"
                label={words('template')}
                hint={words('templateHint')}
                value=""
                onChange={({ target }) => choose(target.value)}
              >
                <option value="">{words('noTemplate')}</option>
                {templates.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
              </Select>
            </div>
            <Field
              name="answer-subject"
              label={words('subject')}
              value={texts.subject}
              maxLength={answerLengths.subject}
              autoComplete="off"
              lang={language}
              error={faults.subject && say(faults.subject)}
              onChange={({ target }) => put('subject', target.value)}
              onBlur={() => void keep()}
            />
            <TextArea
              name="answer-text"
              label={words('text')}
              hint={words('textHint')}
              rows={10}
              lang={language}
              value={texts.text}
              maxLength={answerLengths.text}
              error={faults.text && say(faults.text)}
              onChange={({ target }) => put('text', target.value)}
              onBlur={() => void keep()}
            />
          </>
        ) : (
          <DocumentFrame
            className="mail-letter"
            title={words('previewTitle')}
            address={`/office/data/enquiries/${id}${drawnForQuery() || '?'}&part=preview&seen=${preview}`}
          />
        )}
        <Select
          name="answer-state"
          label={words('after')}
          value={texts.state}
          onChange={({ target }) => put('state', target.value)}
        >
          {afterwards.map((each) => (
            <option key={each} value={each}>
              {t(`states.${each}`)}
            </option>
          ))}
        </Select>
        {open.length > 0 && <p className="missing">{words('unfilled', { what: open.join(' ') })}</p>}
        {failed && (
          <p role="alert" className="text-danger">
            {failed}
          </p>
        )}
        {clash && (
          <Meanwhile
            now={clash}
            anyway={words('anyway')}
            onAnyway={() => void send(clash.version)}
            onLeave={() => setClash(null)}
          />
        )}
        <p className="page-actions">
          <button
            type="button"
            className="do quiet"
            disabled={texts.text.trim() === ''}
            onClick={() => (preview === 0 ? void look() : setPreview(0))}
          >
            {words(preview === 0 ? 'preview' : 'closePreview')}
          </button>
          <button type="submit" className="do" disabled={texts.text.trim() === '' || open.length > 0}>
            {words('send')}
          </button>
          <span className="sub">{words('sendTo', { email })}</span>
        </p>
      </form>
    </section>
  )
}
