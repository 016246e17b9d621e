import { isbot } from 'isbot'
import type { RouterContextProvider } from 'react-router'
import { addressContext, appContext, clientContext } from '#app/app-context.ts'
import { countUse } from '#app/platform/rate-limit.ts'
import { parseJson, readAtMost } from '#app/platform/request-body.ts'
import {
  asHost,
  eventFault,
  type InsightEvent,
  isOfAnotherSite,
  parseEvent,
} from '#app/shop/insight/event.ts'
import { recordEvent } from '#app/shop/insight/record.ts'

const maxBytes = 16 * 1024
/** Of one network address: far more than a family browsing together. */
const limit = { most: 600, minutes: 10 }

/**
 * `POST /api/event`: what Plausible's tracker tells, to a Plausible server when one is set up, else into our own
 * database. Always 202 for what is an event: nothing is kept of robots and of who asks not to be tracked.
 */
export async function action({
  request,
  context,
}: {
  request: Request
  context: Readonly<RouterContextProvider>
}): Promise<Response> {
  const app = context.get(appContext)
  if (request.method !== 'POST') return answer(405, 'method not allowed')
  const { SITE_URL: siteUrl, ANALYTICS_DOMAIN: domain } = app.env
  const hosts = [new URL(request.url).host, ...(domain === undefined ? [] : [domain])]
  if (isSentByAnotherSite(request, siteUrl, hosts)) return answer(403, 'of another site')
  const body = await readAtMost(request, maxBytes)
  if (body === null) return answer(413, 'too large')
  const given = parseJson(body)
  if (isOfAnotherSite(given, siteUrl, hosts)) return answer(403, 'of another site')
  const event = parseEvent(given, siteUrl)
  if (event === null) return answer(400, `no event: ${eventFault(given)}`)
  const agent = request.headers.get('user-agent') ?? ''
  const refuses = request.headers.get('dnt') === '1' || request.headers.get('sec-gpc') === '1'
  if (refuses || agent === '' || isbot(agent)) return accepted()
  const visitor = { address: context.get(addressContext), agent }
  if (app.analytics) {
    app.analytics.send(forwarded(event, siteUrl), visitor)
    return accepted()
  }
  const client = context.get(clientContext)
  if (client !== null) {
    const counted = await countUse(app.db, [{ key: `event ${client}`, limit }])
    if (!counted.ok) return answer(429, 'too many events')
  }
  await recordEvent(app.db, event, visitor)
  return accepted()
}

export function loader(): Response {
  return answer(405, 'method not allowed')
}

/** By what browsers say of whose page sends a request; what is no browser says nothing, or anything. */
function isSentByAnotherSite({ headers }: Request, siteUrl: string, hosts: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site')
  if (site === 'cross-site') return true
  const origin = headers.get('origin')
  if (origin === null || site === 'same-origin') return false
  // `null` is the origin of a page that hides its own.
  return (
    !URL.canParse(origin) || ![new URL(siteUrl).host, ...hosts.map(asHost)].includes(new URL(origin).host)
  )
}

/** As Plausible's events API wants it. */
const forwarded = ({ name, path, referrer, props, measured }: InsightEvent, siteUrl: string) => ({
  n: name,
  u: siteUrl + path,
  r: referrer,
  ...(Object.keys(props).length > 0 && { p: props }),
  ...measured,
})

/** Without a body: the tracker reads none, and a browser counts an answer that nobody reads as one still under way. */
function accepted(): Response {
  return new Response(null, { status: 202, headers: { 'cache-control': 'no-store' } })
}

function answer(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
