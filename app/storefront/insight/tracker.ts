import { init, track as send } from '@plausible-analytics/tracker'
import { matchRoute } from '#app/language/route-table.ts'
import { insightPath } from '#app/shop/insight/insight-path.ts'

/** How somebody came to a page: by loading it, or by the router (`POP` is back and forward). */
export type Arrival = 'load' | 'PUSH' | 'REPLACE' | 'POP'

/** Something that happened at an address: somebody arrived there, or did what has a name. */
export type Happening = { url: string } & (
  | { arrival: Arrival; step: string | undefined; piece: string | undefined }
  | { name: string; props: Record<string, string> }
)

let state: 'new' | 'on' | 'off' = 'new'

/** A page that was only loaded ahead, or in a tab that nobody has looked at yet, is no visit. */
const seen =
  document.visibilityState === 'visible'
    ? Promise.resolve()
    : new Promise<unknown>((done) => document.addEventListener('visibilitychange', done, { once: true }))

/** Tells of all this in its order; before a page has been arrived at, and for who objects, of nothing. */
export async function count(happenings: readonly Happening[]): Promise<void> {
  await seen
  for (const happening of happenings) {
    if ('arrival' in happening) start()
    if (state !== 'on') continue
    const { url } = happening
    if ('arrival' in happening) {
      send('pageview', { url })
      const step = stepOf(happening)
      const { piece } = happening
      if (step) send(step, { url, props: piece === undefined ? {} : { piece } })
    } else {
      send(happening.name, { url, props: happening.props })
    }
  }
}

function start(): void {
  if (state !== 'new') return
  state = objects() ? 'off' : 'on'
  if (state === 'off') return
  init({
    domain: location.hostname,
    endpoint: '/api/event',
    // Told by the pages themselves: by now somebody may have gone on to the next.
    autoCapturePageviews: false,
    // The tracker's own reasons for silence are asked for above.
    captureOnLocalhost: true,
    bindToWindow: false,
    logging: false,
    transformRequest: (event) => ({
      ...event,
      u: location.origin + (insightPath(event.u) ?? '/'),
      r: event.r ? withoutQuery(event.r) : null,
    }),
  })
  // Come back to whole, from another site, without being loaded.
  addEventListener('pageshow', ({ persisted }) => persisted && send('pageview', { url: location.href }))
}

type Signals = { globalPrivacyControl?: boolean; doNotTrack?: string | null; webdriver?: boolean }

/** Do Not Track, Global Privacy Control; and a browser that a program drives, unless the program says otherwise. */
function objects(): boolean {
  const { globalPrivacyControl, doNotTrack, webdriver } = navigator as Signals
  const driven = webdriver === true && !('__plausible' in window)
  return globalPrivacyControl === true || doNotTrack === '1' || driven
}

/** What has been reached by arriving; who only comes back has reached nothing new. */
function stepOf({ url, arrival, step }: { url: string; arrival: Arrival; step: string | undefined }) {
  if (arrival === 'POP' || (arrival === 'load' && isSeenAgain())) return undefined
  // The page behind the contact form is its editor's.
  return step ?? (matchRoute(new URL(url).pathname)?.name === 'contact-success' ? 'Contact' : undefined)
}

/** A page that was reloaded or gone back to has been reached before. */
function isSeenAgain(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry !== undefined && entry.type !== 'navigate'
}

function withoutQuery(address: string): string {
  const url = new URL(address)
  return url.origin === location.origin
    ? url.origin + (insightPath(address) ?? '/')
    : url.origin + url.pathname
}
