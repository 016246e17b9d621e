import { lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useFetcher, useSearchParams } from 'react-router'
import type { TextEdit, TextField } from '#app/blocks/text-fields.ts'
import { type Locale, localeNames, locales } from '#app/language/locales.ts'
import { type PreviewWords, previewWords } from '#app/language/messages/preview-words.ts'
import { type PageTalk, usePageTalk } from './use-page-talk.ts'

const LazyIcon = lazy(() => import('#app/blocks/icons/LazyIcon.tsx'))

type EditedStory = {
  apiUrl: string
  id: number
  story: { content: object }
  fields: TextField[]
  site: string
  frame: string
}

/** The texts of a story on the left, the site as they make it on the right. */
export function PreviewEditor({
  locale,
  links,
  edited,
  savesHere,
}: {
  locale: Locale
  links: { id: number; name: string }[]
  edited: EditedStory | null
  savesHere: boolean
}) {
  const t = previewWords(locale)
  // The page says once that it is there: it is fetched when somebody listens.
  const [listening, setListening] = useState(false)
  useEffect(() => setListening(true), [])
  return (
    <main lang={locale} className="grid min-h-dvh lg:h-dvh lg:grid-cols-[22rem_1fr]">
      <title>{t('title')}</title>
      <meta name="robots" content="noindex" />
      {/* The address carries the preview token; nobody else is told more than the origin. */}
      <meta name="referrer" content="origin" />
      <div className="overflow-y-auto border-line border-r p-5">
        <h1 className="pb-4 text-step-2">{t('title')}</h1>
        <Choice t={t} locale={locale} links={links} id={edited?.id} />
        {edited && <Story t={t} edited={edited} savesHere={savesHere} />}
      </div>
      <iframe
        key={edited?.frame}
        id="page"
        title={t('frame')}
        src={listening ? edited?.frame : undefined}
        className="h-full min-h-[70vh] w-full bg-paper"
      />
    </main>
  )
}

function Choice({
  t,
  locale,
  links,
  id,
}: {
  t: PreviewWords
  locale: Locale
  links: { id: number; name: string }[]
  id: number | undefined
}) {
  const [query] = useSearchParams()
  return (
    <form method="get" className="grid gap-3">
      <input type="hidden" name="token" value={query.get('token') ?? ''} />
      <label className="grid gap-1">
        {t('story')}
        <select name="story" defaultValue={id} className="field">
          {links.map((link) => (
            <option key={link.id} value={link.id}>
              {link.name}
            </option>
          ))}
        </select>
      </label>
      <label className="grid gap-1">
        {t('language')}
        <select name="language" defaultValue={locale} className="field">
          {locales.map((each) => (
            <option key={each} value={each}>
              {localeNames[each]}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="button button-quiet">
        {t('open')}
      </button>
    </form>
  )
}

function Story({ t, edited, savesHere }: { t: PreviewWords; edited: EditedStory; savesHere: boolean }) {
  const [edits, setEdits] = useState<readonly TextEdit[]>([])
  const form = useRef<HTMLFieldSetElement>(null)
  const talk = usePageTalk(edited, edits)
  useChosenBlock(form, talk.chosen)
  const onEdit = (edit: TextEdit) =>
    setEdits((last) => [...last.filter(({ path }) => keyOf(path) !== keyOf(edit.path)), edit])
  const chosen = edited.fields.find(({ uid }) => uid === talk.chosen)
  return (
    <div className="pt-5">
      <p role="status" className="text-ink-soft text-step--1">
        {talk.connected ? t('connected') : t('waiting')} {chosen && t('selected', { block: chosen.block })}
      </p>
      {savesHere ? (
        <Save t={t} id={edited.id} edits={edits} talk={talk} />
      ) : (
        <p className="py-4 text-ink-soft text-step--1">{t('elsewhere')}</p>
      )}
      <fieldset ref={form} className="grid gap-4 pt-2">
        <legend className="caps pb-2">{t('fields')}</legend>
        {edited.fields.map((field) => (
          <Text key={keyOf(field.path)} t={t} field={field} apiUrl={edited.apiUrl} onEdit={onEdit} />
        ))}
      </fieldset>
    </div>
  )
}

const keyOf = (path: TextEdit['path']) => path.join('.')

/** The block somebody clicked on in the page: its first text is ready to be written. */
function useChosenBlock(form: RefObject<HTMLFieldSetElement | null>, uid: string | null) {
  useEffect(() => {
    if (uid === null) return
    form.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(uid)}"]`)?.focus()
  }, [form, uid])
}

function Text({
  t,
  field,
  apiUrl,
  onEdit,
}: {
  t: PreviewWords
  field: TextField
  apiUrl: string
  onEdit: (edit: TextEdit) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(field.value)
  const common = {
    id,
    className: 'field',
    'data-block': field.uid,
    defaultValue: field.value,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value)
      onEdit({ path: field.path, value: event.currentTarget.value })
    },
  }
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-step--1">
        {t('field', { block: field.block, field: field.label })}
      </label>
      {field.multiline ? <textarea rows={4} {...common} /> : <input type="text" {...common} />}
      {field.icon && typed !== '' && (
        <Suspense fallback={null}>
          <LazyIcon name={typed} apiUrl={apiUrl} className="size-6 text-brass" />
        </Suspense>
      )}
    </div>
  )
}

function Save({
  t,
  id,
  edits,
  talk,
}: {
  t: PreviewWords
  id: number
  edits: readonly TextEdit[]
  talk: PageTalk
}) {
  const fetcher = useFetcher<{ saved: boolean; published: boolean; reason: string | null }>()
  const answer = fetcher.data
  const { tell } = talk
  useEffect(() => {
    if (answer?.saved) tell(answer.published ? 'published' : 'change')
  }, [answer, tell])
  const save = (publish: boolean) =>
    fetcher.submit(JSON.stringify({ story: id, publish, edits }), {
      method: 'post',
      encType: 'application/json',
      defaultShouldRevalidate: false,
    })
  const busy = fetcher.state !== 'idle'
  return (
    <div className="py-4">
      <div className="flex gap-3">
        <button type="button" className="button button-quiet" disabled={busy} onClick={() => save(false)}>
          {t('save')}
        </button>
        <button type="button" className="button" disabled={busy} onClick={() => save(true)}>
          {t('publish')}
        </button>
      </div>
      <p role="status" className="min-h-6 pt-2 text-step--1">
        {answer?.published
          ? t('published')
          : answer?.saved
            ? t('saved')
            : answer && t('refused', { reason: answer.reason ?? '' })}
      </p>
    </div>
  )
}
