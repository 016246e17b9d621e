import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ListedTemplate } from '#app/shop/enquiries/answer-templates.ts'
import { answerLengths } from '#app/shop/enquiries/template-text.ts'
import { Field, TextArea } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useFault } from './use-fault.ts'

type Part = 'subject' | 'text'

/** A template as it is written; `template` null: another one. */
export function EditTemplate({ template, onClose }: { template: ListedTemplate | null; onClose(): void }) {
  const t = useTranslations('office.enquiries.template')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const say = useFault()
  const { texts, put, done } = useKeptText(`answer-template:${template?.id ?? 'new'}`, {
    name: template?.name ?? '',
    ...{ 'subject.de': template?.subject.de ?? '', 'subject.en': template?.subject.en ?? '' },
    ...{ 'text.de': template?.text.de ?? '', 'text.en': template?.text.en ?? '' },
  })
  // What was open when editing began, whatever the screen shows by now.
  const [seen, setSeen] = useState(template && { id: template.id, version: template.version })
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [failed, setFailed] = useState('')
  const [theirs, setTheirs] = useState<{ now: ListedTemplate | null } | null>(null)
  const [asked, setAsked] = useState(false)
  const leave = async (said: string | null) => {
    done()
    if (said) announce(said)
    onClose()
    await revalidate()
  }
  const refused = (answer: {
    reason: string
    faults?: Readonly<Record<string, string>>
    now?: ListedTemplate | null
  }) => {
    if (answer.reason === 'changed-meanwhile') return setTheirs({ now: answer.now ?? null })
    if (answer.reason === 'name-taken') return setFaults({ 'template.name': 'name-taken' })
    if (answer.reason === 'invalid') return setFaults(answer.faults ?? {})
    setFailed(say(answer.reason))
  }
  const save = async (from = seen) => {
    setFaults({})
    setFailed('')
    setTheirs(null)
    const pair = (part: Part) => ({ de: texts[`${part}.de`], en: texts[`${part}.en`] })
    const answer = await act('enquiries.save-template', {
      template: { name: texts.name, subject: pair('subject'), text: pair('text') },
      seen: from,
    })
    return answer.ok ? leave(t('saved')) : refused(answer)
  }
  const remove = async () => {
    if (!seen) return
    const answer = await act('enquiries.retire-template', { seen })
    return answer.ok ? leave(t('removed')) : refused(answer)
  }
  const fault = (name: string) => {
    const reason = faults[`template.${name}`]
    return reason && say(reason)
  }
  const mine = () => {
    const from = theirs?.now ? { id: theirs.now.id, version: theirs.now.version } : null
    setSeen(from)
    void save(from)
  }
  return (
    <section className="block-section" aria-label={template?.name ?? t('add')}>
      <h2>{template?.name ?? t('add')}</h2>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field
          name="template-name"
          label={t('name')}
          required
          value={texts.name}
          maxLength={answerLengths.name}
          autoComplete="off"
          error={fault('name')}
          onChange={({ target }) => put('name', target.value)}
        />
        <div className="two">
          {(['de', 'en'] as const).map((locale) => (
            <div key={locale} className="grid content-start gap-3">
              <Field
                name={`template-subject-${locale}`}
                label={`${t('subject')} · ${t(locale)}`}
                lang={locale}
                required
                value={texts[`subject.${locale}`]}
                maxLength={answerLengths.subject}
                autoComplete="off"
                error={fault(`subject.${locale}`)}
                onChange={({ target }) => put(`subject.${locale}`, target.value)}
              />
              <TextArea
                name={`template-text-${locale}`}
                label={`${t('text')} · ${t(locale)}`}
                lang={locale}
                required
                rows={9}
                value={texts[`text.${locale}`]}
                maxLength={answerLengths.text}
                error={fault(`text.${locale}`)}
                onChange={({ target }) => put(`text.${locale}`, target.value)}
              />
            </div>
          ))}
        </div>
        {theirs && (
          <section role="alert" className="piece-conflicts">
            <p>{t('meanwhile')}</p>
            {theirs.now === null ? (
              <p>{t('removedMeanwhile')}</p>
            ) : (
              <>
                <h3>{t('theirs')}</h3>
                <p className="font-medium">{theirs.now.name}</p>
                <p className="enquiry-text" lang="de">
                  {theirs.now.text.de}
                </p>
                <p className="enquiry-text" lang="en">
                  {theirs.now.text.en}
                </p>
              </>
            )}
            <p className="page-actions">
              <button type="button" className="do quiet" onClick={() => void leave(null)}>
                {t('takeTheirs')}
              </button>
              <button type="button" className="do quiet" onClick={mine}>
                {t(theirs.now === null ? 'save' : 'takeMine')}
              </button>
            </p>
          </section>
        )}
        {failed && (
          <p role="alert" className="text-danger">
            {failed}
          </p>
        )}
        <p className="page-actions">
          <button type="submit" className="do">
            {t('save')}
          </button>
          <button type="button" className="do quiet" onClick={onClose}>
            {t('cancel')}
          </button>
          {seen &&
            (asked ? (
              <button key="sure" type="button" className="do quiet" data-asks onClick={() => void remove()}>
                {t('removeSure')}
              </button>
            ) : (
              <button key="ask" type="button" className="do quiet" onClick={() => setAsked(true)}>
                {t('remove')}
              </button>
            ))}
        </p>
      </form>
    </section>
  )
}
