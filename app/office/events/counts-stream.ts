import type { TodayCounts } from '#app/shop/today/needs.ts'
import { memberHeader } from '../call-headers.ts'

/** Milliseconds after which a stream that was refused is asked for again. */
const askAgain = 60_000
/** Milliseconds for which the tab that holds the stream may leave a question unanswered. */
const answersWithin = 3_000

type Told = (counts: TodayCounts) => void
type Said = { asks: true } | { holds: true; counts: TodayCounts | null }

/**
 * Follows what waits for a member; returns what ends it. One tab of a browser holds the stream and passes it on to the
 * others: a browser opens six connections to a host, and a seventh tab would load nothing, nor would the shop's pages.
 * Members share nothing with one another.
 */
export function followCounts(member: number, tell: Told): () => void {
  const canShare = 'locks' in navigator && 'BroadcastChannel' in window
  return canShare ? inOneTab(member, tell) : whileVisible(member, tell)
}

/** The stream itself. It names whose page this is, for the cookie may be another member's by now. */
function listen(member: number, tell: Told): () => void {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(`/office/events?${memberHeader}=${member}`)
    source.addEventListener('counts', ({ data }) => tell(JSON.parse(data) as TodayCounts))
    source.addEventListener('error', () => {
      // A broken connection is opened again by the browser; an answer that was no stream is not.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(open, askAgain)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}

/** Without a way to agree with other tabs, those that somebody sees listen. */
function whileVisible(member: number, tell: Told): () => void {
  let leave: (() => void) | null = null
  const follow = () => {
    const isSeen = document.visibilityState === 'visible'
    if (isSeen) leave ??= listen(member, tell)
    else {
      leave?.()
      leave = null
    }
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    leave?.()
  }
}

/** Whoever has the lock holds the stream; the others wait for it, and hear what is passed on. */
function inOneTab(member: number, tell: Told): () => void {
  const name = `office-counts:${member}`
  const channel = new BroadcastChannel(name)
  const say = (said: Said) => channel.postMessage(said)
  let last: TodayCounts | null = null
  let release: (() => void) | null = null
  let waiting: AbortController | null = null
  let unanswered: ReturnType<typeof setTimeout> | undefined

  const held = () =>
    new Promise<void>((done) => {
      clearTimeout(unanswered)
      const leave = listen(member, (counts) => {
        last = counts
        tell(counts)
        say({ holds: true, counts })
      })
      release = () => {
        release = null
        leave()
        done()
      }
    })
  /** Rejected where this tab gave up waiting, or another one took the stream over. */
  const lost = () => release?.()
  const wait = () => {
    if (release || waiting) return
    const own = new AbortController()
    waiting = own
    const request = navigator.locks.request(name, { signal: own.signal }, () => {
      waiting = null
      return held()
    })
    request.catch(() => {
      lost()
      // Taken over from a tab that did not answer, and now does.
      if (!own.signal.aborted) wait()
    })
  }
  const takeOver = () => {
    waiting?.abort()
    waiting = null
    navigator.locks.request(name, { steal: true }, held).catch(() => {
      lost()
      wait()
    })
  }
  /** A frozen tab keeps its lock in some browsers; whoever is seen does not wait for it. */
  const ask = () => {
    if (release) return
    say({ asks: true })
    clearTimeout(unanswered)
    if (document.visibilityState === 'visible') unanswered = setTimeout(takeOver, answersWithin)
  }
  const rest = () => {
    clearTimeout(unanswered)
    waiting?.abort()
    waiting = null
    release?.()
  }
  const resume = () => {
    wait()
    ask()
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if ('asks' in data) {
      if (release) say({ holds: true, counts: last })
      return
    }
    clearTimeout(unanswered)
    if (data.counts) {
      last = data.counts
      tell(data.counts)
    }
  })
  const listeners = [
    [document, 'visibilitychange', ask],
    [document, 'freeze', rest],
    [document, 'resume', resume],
    [window, 'pagehide', rest],
    [window, 'pageshow', resume],
  ] as const
  for (const [target, type, run] of listeners) target.addEventListener(type, run)
  resume()
  return () => {
    for (const [target, type, run] of listeners) target.removeEventListener(type, run)
    rest()
    channel.close()
  }
}
