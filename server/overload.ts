import { performance } from 'node:perf_hooks'
import type { MiddlewareHandler } from 'hono'
import { isbot } from 'isbot'
import { type Locale, localeOfPath, locales } from '#app/language/locales.ts'
import de from '#app/language/messages/de/overload.json'
import en from '#app/language/messages/en/overload.json'
import { matchRoute, type RouteName } from '#app/language/route-table.ts'
import { wordsOf } from '#app/language/words.ts'
import { createAdmission, type Rank } from './admission.ts'
import { everybodyTaken } from './taken-connections.ts'

/** Pages of somebody who is buying, has bought, or sends something back. */
const firstPages = new Set<RouteName>([
  'cart',
  'checkout',
  'checkout-success',
  'order',
  'sell-request',
  'viewing',
  'appointment',
  'withdrawal',
])

/**
 * Who asks. Null for what waits for nobody: forms that are sent, with bodies that may be slow to come, payment notices,
 * photos and other interfaces, none of which is a page to be drawn.
 */
export function rankOf(method: string, pathname: string, agent: string | null): Rank | null {
  if (method !== 'GET' && method !== 'HEAD') return null
  if (pathname.startsWith('/api/') && pathname !== '/api/search' && pathname !== '/api/menu') return null
  if (/^\/(?:admin|content)(?:\/|\.data$|$)/.test(pathname)) return 'first'
  const page = matchRoute(pathname.replace(/\.data$/, ''))
  if (page && firstPages.has(page.name)) return 'first'
  return isbot(agent) ? 'robot' : 'visitor'
}

const words = wordsOf<typeof de>({ de, en })

/** Drawn once: it is sent when there is no time for drawing. */
const pages: Record<Locale, string> = { de: draw(['de', 'en']), en: draw(['en', 'de']) }

function draw(order: readonly Locale[]): string {
  const parts = order.map((locale) => {
    const t = words(locale)
    return `<section lang="${locale}"><h1>${t('overload.title')}</h1><p>${t('overload.text')}</p></section>`
  })
  const title = words(order[0] as Locale)('overload.title')
  return `<!doctype html><html lang="${order[0]}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><main>${parts.join('')}</main></html>`
}

/** That there is no place now, in the language of the address and in the other one. */
export function noPlace(pathname: string): Response {
  const locale = localeOfPath(pathname) ?? locales[1]
  return new Response(pages[locale], {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      // So small an answer is not packed where its length is known: the packer alone would cost more than all else.
      'content-length': String(Buffer.byteLength(pages[locale])),
      'cache-control': 'no-store',
      // Not everybody at the same moment.
      'retry-after': String(2 + Math.floor(Math.random() * 4)),
    },
  })
}

/** Pages that keep the processor busy while some of them wait for the database. */
const keepBusy = 4
/** Milliseconds that are looked at together, and the share of them from which on the event loop had no time left. */
const lookedAt = 50
const busyFrom = 0.9

/** Whether the event loop hardly ever waits for anything. */
function busyLoop(): () => boolean {
  let [at, used, busy] = [performance.now(), performance.eventLoopUtilization(), false]
  return () => {
    const now = performance.now()
    if (now - at < lookedAt) return busy
    const utilization = performance.eventLoopUtilization()
    busy = performance.eventLoopUtilization(utilization, used).utilization > busyFrom
    ;[at, used] = [now, utilization]
    return busy
  }
}

/** Lets pages be drawn by rank, as many at once as there are connections to the database for. */
export function admitting({
  places,
  onRefused,
}: {
  places: number
  onRefused?: ((rank: Rank) => void) | undefined
}): MiddlewareHandler {
  const admission = createAdmission({
    ...{ places, reserved: places, arrived: everybodyTaken },
    ...{ few: Math.min(places, keepBusy), isBusy: busyLoop() },
  })
  return async (context, next) => {
    const { path, raw } = context.req
    const rank = rankOf(raw.method, path, raw.headers.get('user-agent'))
    if (rank === null) return next()
    // A page that is to be kept has no visitor of its own.
    const { gone = raw.signal } = (context.env ?? {}) as { gone?: AbortSignal }
    const leave = await admission.enter(rank, gone)
    if (leave === null) {
      onRefused?.(rank)
      return noPlace(path)
    }
    try {
      await next()
    } finally {
      leave()
    }
  }
}
