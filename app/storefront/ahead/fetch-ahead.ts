import type { Locale } from '#app/language/locales.ts'
import { areasOf } from '#app/language/messages/areas.ts'
import { loadMessagesFor } from '#app/language/messages/load.ts'
import { matchRoute } from '#app/language/route-table.ts'
import { fetchAnswer, giveUpAnswer, takeAnswer } from '#app/ui/answer-ahead.ts'
import { connection } from '#app/ui/connection.ts'
import { followedAddress, isPlainClick } from '#app/ui/follow-links.ts'
import { isSparing, mayFetchAhead } from './may-fetch-ahead.ts'

/** How long somebody must stay at a link before it is meant, ms. */
const rest = 80

/** Pages fetched ahead for one that is looked at, apart from links that are pressed. */
const most = 20

let timer: ReturnType<typeof setTimeout> | undefined
let last: { anchor: HTMLAnchorElement | null; pressed: boolean } = { anchor: null, pressed: false }
const fetched = { from: '', count: 0 }

/**
 * Fetches the page behind a link, its data and its code, when somebody stays at the link or presses it: the router then
 * finds both. One page at a time. The page itself is neither drawn nor counted before it is followed.
 */
export function fetchAhead(signal: AbortSignal): void {
  connection.ahead = takeAnswer
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    heard: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, heard, { signal })
  on('pointerover', (event) => {
    if (event.pointerType === 'mouse') come(event, { pressed: false, after: rest })
  })
  on('focusin', (event) => {
    if ((event.target as Element).matches(':focus-visible')) come(event, { pressed: false, after: rest })
  })
  on('pointerdown', (event) => {
    // A finger at once, too: while one lies on the screen, browsers put off what waits for its time.
    if (isPlainClick(event)) come(event, { pressed: true, after: 0 })
  })
  // From now on the router fetches.
  on('click', (event) => {
    clearTimeout(timer)
    // With the focus in it, a listing would be styled once more while it is taken away; who taps has no use for it.
    if (event instanceof PointerEvent && event.pointerType === 'touch')
      (event.target as Element).closest<HTMLElement>('a.card')?.blur()
  })
  // The finger scrolls.
  on('pointercancel', giveUp)
  signal.addEventListener('abort', () => {
    delete connection.ahead
    giveUp()
  })
}

function giveUp(): void {
  leave()
  giveUpAnswer()
}

function leave(): void {
  clearTimeout(timer)
  last = { anchor: null, pressed: false }
}

function come({ target }: Event, { pressed, after }: { pressed: boolean; after: number }): void {
  const anchor = (target as Element).closest('a')
  // Within a link the pointer comes to one part after the other.
  if (anchor !== null && anchor === last.anchor && pressed === last.pressed) return
  leave()
  const url = followedAddress(anchor)
  if (!anchor || !url) return
  last = { anchor, pressed }
  const { rel } = anchor
  if (after === 0) fetchPage(url, { rel, pressed })
  else timer = setTimeout(() => fetchPage(url, { rel, pressed }), after)
}

function fetchPage(url: URL, link: { rel: string; pressed: boolean }): void {
  const here = new URL(location.href)
  if (connection.lost || isSparing(window) || !mayFetchAhead(url, here, link)) return
  if (fetched.from !== here.pathname) Object.assign(fetched, { from: here.pathname, count: 0 })
  if (!link.pressed && fetched.count >= most) return
  fetched.count++
  void fetchAnswer(dataAddress(url), link.pressed)
  void fetchCode(url.pathname)
}

/** As the router asks for the data of a page. */
function dataAddress({ origin, pathname, search }: URL): string {
  return `${origin}${pathname}${pathname.endsWith('/') ? '_' : ''}.data${search}`
}

type Manifest = { routes: Record<string, { module: string; imports?: string[] }> }

/** The code that draws a page, run already, and its words; `routes.ts` names routes by language and page. */
async function fetchCode(pathname: string): Promise<void> {
  const { routes } = (window as unknown as { __reactRouterManifest: Manifest }).__reactRouterManifest
  const locale = pathname.slice(1, 3) as Locale
  const route = routes[`${locale}/${matchRoute(pathname)?.name ?? 'story'}`]
  for (const href of route?.imports ?? []) {
    if (!document.querySelector(`link[href="${href}"]`))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
  await Promise.all([
    route && import(/* @vite-ignore */ route.module),
    loadMessagesFor(pathname, locale),
    areasOf(pathname).includes('blocks') && fetchBlocks(),
  ]).catch(
    // A click asks for it again, and then somebody is told.
    () => undefined,
  )
}

const fetchBlocks = async () => (await import('#app/blocks/block-components.ts')).fetchStaticBlocks()
