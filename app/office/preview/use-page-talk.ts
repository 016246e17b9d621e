import { useCallback, useEffect, useState } from 'react'
import type { TextEdit } from '#app/blocks/text-fields.ts'
import { ownValue } from '#app/platform/own-value.ts'

export type PageTalk = {
  connected: boolean
  /** The block somebody clicked on in the page, by its `_uid`. */
  chosen: string | null
  tell: (action: 'change' | 'published') => void
}

/** After the last key, ms. */
const pause = 150

/** The editor's side of the conversation with the page in the frame `#previewed-page`; only its own origin is listened to. */
export function usePageTalk(
  { id, story, site }: { id: number; story: { content: object }; site: string },
  edits: readonly TextEdit[],
): PageTalk {
  const [connected, setConnected] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const origin = new URL(site).origin

  const send = useCallback(
    (message: object) => {
      document
        .querySelector<HTMLIFrameElement>('iframe#previewed-page')
        ?.contentWindow?.postMessage(message, origin)
    },
    [origin],
  )

  useEffect(() => {
    const onMessage = ({ origin: from, source, data }: MessageEvent) => {
      const page = document.querySelector<HTMLIFrameElement>('iframe#previewed-page')?.contentWindow
      if (from !== origin || source !== page) return
      if (data?.action === 'initialized') {
        send({
          action: 'enterEditmode',
          reload: true,
          blockId: null,
          storyId: id,
          componentNames: {},
          appVersion: 'v2',
        })
        setConnected(true)
      } else if (data?.action === 'edit') setChosen(String(data.dataC?.uid))
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [id, origin, send])

  useEffect(() => {
    if (!connected || edits.length === 0) return undefined
    const timer = setTimeout(() => send({ action: 'input', story: withEdits(story, edits) }), pause)
    return () => clearTimeout(timer)
  }, [connected, edits, story, send])

  const tell = useCallback(
    (action: 'change' | 'published') =>
      send({ action, reload: true, slug: '', slugChanged: false, storyId: id }),
    [id, send],
  )
  return { connected, chosen, tell }
}

/** The story with its edited texts, in the language it was delivered in. */
function withEdits<Story extends { content: object }>(story: Story, edits: readonly TextEdit[]): Story {
  const edited = structuredClone(story)
  for (const { path, value } of edits) {
    let node: unknown = edited.content
    for (const step of path.slice(0, -1)) node = ownValue(node, step)
    const name = path.at(-1)
    if (typeof node === 'object' && node !== null && name !== undefined && name !== '__proto__')
      (node as Record<string | number, unknown>)[name] = value
  }
  return edited
}
