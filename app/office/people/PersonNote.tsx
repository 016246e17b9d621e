import { useTranslations } from 'use-intl'
import { TextArea } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { useFile } from './use-person.ts'

/** What staff want to remember of somebody. */
export function PersonNote() {
  const t = useTranslations('office.people.person')
  const { key, note } = useShown<'person'>()
  const { texts, put, done } = useKeptText(`person-note:${key}`, { note })
  const { take, fault, busy } = useFile()
  return (
    <section className="block-section">
      <h2>{t('note')}</h2>
      <form
        noValidate
        className="grid max-w-3xl gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void take(t('noted'), (seen) => act('people.note', { ...seen, note: texts.note })).then(
            (saved) => saved && done(),
          )
        }}
      >
        <TextArea
          name="person-note"
          label={t('note')}
          hint={t('noteHint')}
          rows={3}
          maxLength={4000}
          value={texts.note}
          error={fault || undefined}
          onChange={({ target }) => put('note', target.value)}
        />
        <p>
          <button type="submit" className="do quiet" disabled={busy || texts.note === note}>
            {t('noteSave')}
          </button>
        </p>
      </form>
    </section>
  )
}
