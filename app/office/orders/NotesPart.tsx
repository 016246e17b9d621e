import { TextArea } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useMay } from '../frame/member.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { useDeed } from './use-deed.ts'
import { useOrderWords } from './use-order-words.ts'

/** What the team notes about the order. */
export function NotesPart() {
  const { t, moment, who } = useOrderWords()
  const { number, moments } = useShown<'order'>()
  const mayChange = useMay('orders.change')
  const notes = moments.flatMap((each) => (each.kind === 'note' ? [each] : []))
  const deed = useDeed()
  const { texts, put, done } = useKeptText(`order:${number}:note`, { text: '' })
  const submit = async () => {
    const answer = await deed.take(
      () => act('orders.note', { order: number, text: texts.text }),
      () => t('done.note'),
    )
    if (answer) done()
  }
  return (
    <section className="block-section" aria-labelledby="order-notes">
      <h2 id="order-notes">{t('notesPart.title')}</h2>
      <p className="sub">{t('notesPart.hint')}</p>
      <ul className="order-papers">
        {notes.map(({ at, by, text }) => (
          <li key={at}>
            <span className="order-note">{text}</span>
            <span className="sub">
              {moment(at)} {who(by)}
            </span>
          </li>
        ))}
      </ul>
      {mayChange && (
        <form
          noValidate
          aria-label={t('notesPart.label')}
          className="order-form"
          onSubmit={(event) => {
            event.preventDefault()
            void submit()
          }}
        >
          <TextArea
            name="text"
            id="order-note"
            label={t('notesPart.label')}
            rows={2}
            maxLength={2000}
            value={texts.text}
            error={deed.fault('text')}
            onChange={({ target }) => put('text', target.value)}
          />
          {deed.refusal && deed.reason !== 'invalid' && (
            <p role="alert" className="missing">
              {deed.refusal}
            </p>
          )}
          <button type="submit" className="do quiet" aria-disabled={deed.busy}>
            {t('notesPart.add')}
          </button>
        </form>
      )}
    </section>
  )
}
