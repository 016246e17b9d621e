import StoryblokBridge from '@storyblok/preview-bridge'

/**
 * Speaks with the visual editor that embeds this page, by Storyblok's bridge. The bridge itself believes any window,
 * so messages that do not come from the embedding window at one of `editors` (or our own origin) never reach it.
 * Returns what ends the conversation.
 */
export function connectEditor(options: {
  storyId: number
  editors: readonly string[]
  /** The story as it stands in the editor. */
  onInput: (story: object) => void
  /** Saved or published: what is shown must be read anew. */
  onSaved: () => void
}): () => void {
  const allowed = [location.origin, ...options.editors]
  const guard = (event: MessageEvent) => {
    if (!isForBridge(event.data)) return
    if (event.source === window.parent && allowed.includes(event.origin)) return
    event.stopImmediatePropagation()
  }
  window.addEventListener('message', guard, { capture: true })

  const bridge = new StoryblokBridge({
    customParent: editorOrigin(allowed),
    initOnlyOnce: false,
    resolveRelations: ['global-reference.reference'],
    resolveLinks: 'url',
  })
  bridge.on('input', ({ story }) => {
    if (story?.id === options.storyId) options.onInput(story)
  })
  bridge.on(['change', 'published'], ({ storyId }) => {
    if (storyId === options.storyId) options.onSaved()
  })
  return () => {
    bridge.destroy()
    window.removeEventListener('message', guard, { capture: true })
  }
}

const isForBridge = (data: unknown) => typeof data === 'object' && data !== null && 'action' in data

/** Where the embedding window is: told by the browser, and taken only if it is one of ours. */
function editorOrigin(allowed: readonly string[]): string {
  const { ancestorOrigins } = location as Location & { ancestorOrigins?: DOMStringList }
  const referrer = document.referrer === '' ? null : new URL(document.referrer).origin
  const told = ancestorOrigins?.[0] ?? referrer
  return allowed.find((origin) => origin === told) ?? (allowed.at(-1) as string)
}
