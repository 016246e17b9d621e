import type { Preview, ServerDraft } from './use-typed.ts'

/** That a window has written a member's draft of a piece anew: over which revision, and what the server has since. */
type Told = { before: string | null; draft: ServerDraft; preview: Preview }

/** Tells the other windows of this browser, and hears of them. Whoever is not told finds out with what they type next. */
export function joinWindows(place: string, hear: (told: Told) => void) {
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(place) : null
  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => hear(data))
  return { tell: (told: Told) => channel?.postMessage(told), leave: () => channel?.close() }
}
