import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { answerLengths } from '#app/shop/enquiries/template-text.ts'
import { Select, TextArea } from '#app/ui/Field.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import type { Clash } from './EnquiryPlace.tsx'
import { Meanwhile } from './Meanwhile.tsx'
import { useFault } from './use-fault.ts'

/** A note for us alone, or what somebody replied. */
export function NoteForm() {
  const t = useTranslations('office.enquiries.enquiry')
  const { id, version } = useShown<'enquiry'>()
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const say = useFault()
  const { texts, put, done } = useKeptText(`enquiry-note:${id}`, { kind: 'note', text: '' })
  const [fault, setFault] = useState('')
  const [clash, setClash] = useState<Clash | null>(null)
  const save = async (seen = version) => {
    setFault('')
    setClash(null)
    const kind = texts.kind === 'reply' ? 'reply' : 'note'
    const answer = await act('enquiries.note', { id, version: seen, kind, text: texts.text })
    if (answer.ok) {
      done()
      announce(t('noted'))
    } else if (answer.reason === 'changed-meanwhile') setClash(answer.now)
    else setFault(say(answer.reason === 'invalid' ? (answer.faults.text ?? '') : answer.reason))
    await revalidate()
  }
  return (
    <section className="block-section">
      <h2>{t('note')}</h2>
      <p className="sub pb-2">{t('noInbox')}</p>
      <form
        noValidate
        className="grid gap-3"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save()
        }}
      >
        <Select
          name="note-kind"
          label={t('noteKind')}
          value={texts.kind}
          onChange={({ target }) => put('kind', target.value)}
        >
          {(['note', 'reply'] as const).map((kind) => (
            <option key={kind} value={kind}>
              {t(`noteKinds.${kind}`)}
            </option>
          ))}
        </Select>
        <TextArea
          name="note-text"
          label={t('noteText')}
          rows={3}
          value={texts.text}
          maxLength={answerLengths.text}
          error={fault || undefined}
          onChange={({ target }) => put('text', target.value)}
        />
        {clash && (
          <Meanwhile
            now={clash}
            anyway={t('noteSave')}
            onAnyway={() => void save(clash.version)}
            onLeave={() => setClash(null)}
          />
        )}
        <p>
          <button type="submit" className="do quiet" disabled={texts.text.trim() === ''}>
            {t('noteSave')}
          </button>
        </p>
      </form>
    </section>
  )
}
