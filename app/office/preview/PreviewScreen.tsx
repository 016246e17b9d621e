import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { TextField } from '#app/blocks/text-fields.ts'
import { type Locale, localeNames } from '#app/language/locales.ts'
import type { AnswerOf, Shown } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'
import { OthersHere } from '../presence/OthersHere.tsx'
import { TextConflicts } from './TextConflicts.tsx'
import { type PageTalk, usePageTalk } from './use-page-talk.ts'
import { keyOf, useWrittenTexts, type WrittenTexts } from './use-written-texts.ts'

type ShownStory = Shown<'preview-story'>

/** The texts of a story, and beside them the site as they make it. */
export default function PreviewScreen() {
  const t = useTranslations('office.preview')
  const shown = useShown<'preview-story'>()
  const { id, name, locale, locales, frame } = shown
  return (
    <Page
      title={name}
      back={
        <Link className="link" to="/preview">
          {t('back')}
        </Link>
      }
      actions={
        <nav aria-label={t('languages')} className="flex flex-wrap gap-4">
          <OthersHere thing={`story/${id}`} />
          {locales.map((each) => (
            <Link
              key={each}
              className="link"
              to={`/preview/${id}?language=${each}`}
              aria-current={each === locale ? 'page' : undefined}
            >
              {localeNames[each]}
            </Link>
          ))}
        </nav>
      }
    >
      {frame === null ? (
        <p className="missing">{t('noPreview')}</p>
      ) : (
        <Preview key={`${id} ${locale}`} shown={shown} frame={frame} />
      )}
    </Page>
  )
}

function Preview({ shown, frame }: { shown: ShownStory; frame: string }) {
  const t = useTranslations('office.preview')
  // The page says once that it is there: it is fetched when somebody listens. Read anew, the story is in the same frame.
  const [address, setAddress] = useState<string>()
  useEffect(() => setAddress((before) => before ?? frame), [frame])
  return (
    <div className="grid gap-5 lg:h-[calc(100dvh-11rem)] lg:grid-cols-[22rem_1fr]">
      <Story shown={shown} />
      <iframe
        id="previewed-page"
        title={t('frame')}
        src={address}
        className="h-full min-h-[70vh] w-full border border-line bg-paper"
      />
    </div>
  )
}

function Story({ shown }: { shown: ShownStory }) {
  const t = useTranslations('office.preview')
  const written = useWrittenTexts(shown)
  const form = useRef<HTMLFieldSetElement>(null)
  const talk = usePageTalk(shown, written.texts)
  useChosenBlock(form, talk.chosen)
  const chosen = shown.fields.find(({ uid }) => uid === talk.chosen)
  return (
    <div className="lg:overflow-y-auto">
      <p role="status" className="sub">
        {talk.connected ? t('connected') : t('waiting')} {chosen && t('selected', { block: chosen.block })}
      </p>
      {shown.keptHere ? <Save written={written} talk={talk} /> : <p className="sub py-4">{t('elsewhere')}</p>}
      <TextConflicts written={written} fields={shown.fields} />
      <fieldset ref={form} className="grid gap-4 pt-2">
        <legend className="caps pb-2">{t('fields')}</legend>
        {shown.fields.map((field) => (
          <Text key={keyOf(field.path)} locale={shown.locale} field={field} written={written} />
        ))}
      </fieldset>
    </div>
  )
}

/** The block somebody clicked on in the page: its first text is ready to be written. */
function useChosenBlock(form: RefObject<HTMLFieldSetElement | null>, uid: string | null) {
  useEffect(() => {
    if (uid === null) return
    form.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(uid)}"]`)?.focus()
  }, [form, uid])
}

function Text({ locale, field, written }: { locale: Locale; field: TextField; written: WrittenTexts }) {
  const t = useTranslations('office.preview')
  const id = useId()
  const common = {
    id,
    lang: locale,
    className: 'field',
    'data-block': field.uid,
    value: written.textOf(field),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      written.put(field, value),
  }
  return (
    <div className="grid gap-1">
      <label htmlFor={id}>{t('field', { block: field.block, field: field.label })}</label>
      {field.multiline ? <textarea rows={4} {...common} /> : <input type="text" {...common} />}
    </div>
  )
}

function Save({ written, talk: { tell } }: { written: WrittenTexts; talk: PageTalk }) {
  const t = useTranslations('office.preview')
  const [answer, setAnswer] = useState<AnswerOf<'preview.save'> | null>(null)
  const [busy, setBusy] = useState(false)
  async function save(publish: boolean) {
    setBusy(true)
    setAnswer(null)
    const answered = await written.save(publish)
    setBusy(false)
    setAnswer(answered)
    if (answered.ok) tell(answered.published ? 'published' : 'change')
  }
  return (
    <div className="py-4">
      <div className="flex flex-wrap gap-3">
        <button type="button" className="do quiet" disabled={busy} onClick={() => void save(false)}>
          {t('save')}
        </button>
        <button type="button" className="do" disabled={busy} onClick={() => void save(true)}>
          {t('publish')}
        </button>
      </div>
      <p role="status" className="min-h-6 pt-2">
        {answer?.ok && t(answer.published ? 'published' : 'saved')}
        {answer && !answer.ok && t('refused', { reason: refusalText(answer) })}
      </p>
    </div>
  )

  function refusalText(refused: Extract<AnswerOf<'preview.save'>, { ok: false }>): string {
    if (refused.reason === 'refused') return refused.detail
    if (
      refused.reason === 'not-found' ||
      refused.reason === 'conflict' ||
      refused.reason === 'kept-elsewhere' ||
      refused.reason === 'not-allowed'
    )
      return t(`refusals.${refused.reason}`)
    return t('refusals.failed')
  }
}
