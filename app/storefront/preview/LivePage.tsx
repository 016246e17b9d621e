import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { previewWords } from '#app/language/messages/preview-words.ts'
import type { Previewable, PreviewView, Unshowable } from '../preview-view.ts'
import { useLocale } from '../shell-data.ts'
import { connectEditor } from './connect-editor.ts'
import { keepPreviewOnLinks } from './keep-preview.ts'

/**
 * A page inside the visual editor: what is written there goes through the page's own action, so through the same
 * parsing, loaders and blocks, and is shown in place of what was saved. One request at a time; of several edits
 * meanwhile only the last is sent.
 */
export default function LivePage({
  page,
  preview,
  children,
}: {
  page: Previewable
  preview: PreviewView
  children: (edited: Previewable | null) => ReactNode
}) {
  const { search } = useLocation()
  const fetcher = useFetcher<Previewable | Unshowable>()
  const [shown, setShown] = useState<{ of: Previewable; edited: Previewable } | null>(null)
  const [waiting, setWaiting] = useState<object | null>(null)
  const answered = fetcher.data

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer is the event
  useEffect(() => {
    if (answered && !('unshowable' in answered)) setShown({ of: page, edited: answered })
  }, [answered])

  useEffect(() => {
    if (waiting === null || fetcher.state !== 'idle') return
    setWaiting(null)
    // Without `action` it goes to this very route, which for the home page the path alone does not say.
    void fetcher.submit(JSON.stringify(waiting), {
      method: 'post',
      encType: 'application/json',
      defaultShouldRevalidate: false,
    })
  }, [waiting, fetcher])

  const editors = useRef(preview.editors)
  const { storyId } = preview
  useEffect(() => {
    if (storyId === null) return undefined
    return connectEditor({
      storyId,
      editors: editors.current,
      onInput: setWaiting,
      onSaved: () => location.reload(),
    })
  }, [storyId])

  useEffect(() => keepPreviewOnLinks(document, search), [search])

  return (
    <>
      {children(shown?.of === page ? shown.edited : null)}
      {answered && 'unshowable' in answered && <Refusal reason={answered.unshowable} />}
    </>
  )
}

function Refusal({ reason }: { reason: string }) {
  const t = previewWords(useLocale())
  return (
    <p
      role="status"
      className="fixed bottom-5 left-5 z-40 max-w-prose border border-line-strong bg-paper p-4"
    >
      {reason === 'expired' ? t('expired') : t('unshowable', { reason })}
    </p>
  )
}
