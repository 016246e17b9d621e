import { init, track as send } from '@plausible-analytics/tracker'
import { matchRoute, type RouteName } from '#app/language/route-table.ts'
import { insightPath } from '#app/shop/insight/insight-path.ts'
import type { FunnelStep } from '#app/shop/insight/report.ts'

/** Steps that are taken by arriving at a page. */
const steps: Partial<Record<RouteName, FunnelStep>> = {
  product: 'View',
  checkout: 'Hold',
  'checkout-success': 'Order',
  'contact-success': 'Contact',
  'sell-request': 'Sell request',
}

let state: 'new' | 'on' | 'off' = 'new'

/** Somebody has arrived at a page: by loading it, or by the router (`PUSH`, `REPLACE`; `POP` is back and forward). */
export function visited(siteUrl: string, arrival: 'load' | 'PUSH' | 'REPLACE' | 'POP'): void {
  start(siteUrl)
  used.clear()
  if (arrival === 'POP' || (arrival === 'load' && isSeenAgain())) return
  const match = matchRoute(location.pathname)
  const step = match && steps[match.name]
  // The success page of no order is only a page, and sellers come back to theirs from our mails.
  const query = new URLSearchParams(location.search)
  if (step === 'Order' && !query.has('order')) return
  if (step === 'Sell request' && query.get('done') !== 'sent') return
  if (step) track(step, match.params.id === undefined ? {} : { piece: match.params.id })
  const marked = document.querySelector<HTMLElement>('[data-reached]')?.dataset.reached
  if (marked) track(marked)
}

/** Tells of something our visitors do; before the first page has been counted, and for who objects, nothing. */
export function track(name: string, props: Record<string, string> = {}): void {
  if (state === 'on') send(name, { props })
}

function start(siteUrl: string): void {
  if (state !== 'new') return
  state = objects() ? 'off' : 'on'
  if (state === 'off') return
  init({
    domain: new URL(siteUrl).hostname,
    endpoint: '/api/event',
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
  document.addEventListener('submit', onSubmit, { capture: true })
  document.addEventListener('input', onUse)
}

type Signals = { globalPrivacyControl?: boolean; doNotTrack?: string | null; webdriver?: boolean }

/** Do Not Track, Global Privacy Control; and a browser that a program drives, unless the program says otherwise. */
function objects(): boolean {
  const { globalPrivacyControl, doNotTrack, webdriver } = navigator as Signals
  const driven = webdriver === true && !('__plausible' in window)
  return globalPrivacyControl === true || doNotTrack === '1' || driven
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

/** A piece laid into the cart; any other form names its step in `data-track`. */
function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  const piece = new FormData(form, event.submitter).get('piece')
  const cart = matchRoute(new URL(form.action, location.href).pathname)?.name === 'cart'
  if (cart && typeof piece === 'string') track('Add', { piece })
  else if (form.dataset.track) track(form.dataset.track)
}

/** What is used by typing, once a page. */
const used = new Set<string>()

function onUse(event: Event): void {
  const name = (event.target as Element).closest<HTMLElement>('[data-track-use]')?.dataset.trackUse
  if (!name || used.has(name)) return
  used.add(name)
  track(name)
}
