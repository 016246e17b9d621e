import { setTimeout as wait } from 'node:timers/promises'
import type { LinkWay } from '../fakes/service-link.ts'
import {
  type ServedShop,
  type ServiceName,
  serviceNames,
  startServedShop,
} from './services-away/served-shop.ts'
import { verdicts } from './services-away/verdicts.ts'

const html = '<html><body>Maintenance</body></html>'
const http = (status: string, body: string, length = body.length) => ({
  says: `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`,
})

/** What every service meets, and for how long, seconds. */
const httpWays: Record<string, { way: LinkWay; seconds: number }> = {
  refused: { way: 'refused', seconds: 8 },
  silent: { way: 'silent', seconds: 32 },
  slow: { way: 'slow', seconds: 15 },
  500: { way: http('500 Internal Server Error', html), seconds: 8 },
  429: { way: http('429 Too Many Requests', '{"error":"Rate limit exceeded"}'), seconds: 8 },
  html: { way: http('200 OK', html), seconds: 8 },
  truncated: { way: http('200 OK', '{"story":{"id":1,"uu', 4_000), seconds: 8 },
}
const smtpWays: typeof httpWays = {
  refused: httpWays.refused as (typeof httpWays)[string],
  silent: httpWays.silent as (typeof httpWays)[string],
  slow: httpWays.slow as (typeof httpWays)[string],
  dropped: { way: 'dropped', seconds: 8 },
  421: { way: { says: '421 try later\r\n', atOnce: true }, seconds: 8 },
  554: { way: { says: '554 no service here\r\n', atOnce: true }, seconds: 8 },
}

/** What the feed of metal prices says when it says nonsense: gold costs some 3,500 EUR an ounce. */
const prices = (price: number, hours = 0) => {
  const time = new Date(Date.now() - hours * 3_600_000).toISOString()
  const body = JSON.stringify({ metals: { gold: { price, currency: 'EUR', time } } })
  return { way: http('200 OK', body), seconds: 5 }
}
const metalWays = () => ({
  ...httpWays,
  ...{ zero: prices(0), negative: prices(-3_500), thousandfold: prices(3_500_000), cheap: prices(3.5) },
  ...{ yesterday: prices(3_600, 24), tomorrow: prices(3_600, -24) },
})
const waysOf = (name: ServiceName): typeof httpWays =>
  name === 'mail' ? smtpWays : name === 'metal' ? metalWays() : httpWays

/**
 * What a visitor's page may take in 99 of 100 cases while a service fails, ms, and how long recovery may take. A page waits
 * 1.5 s for stories that it has a copy of; that is with a process that has just started, and is asked at once.
 */
const most = { page: 3_000, recovery: 120_000 }
const pages = ['/de', '/en/watches', '/en/checkout', '/de/kontakt', '/en/contact', '/de/ueber-uns']

type Outcome = { summary: string; wrong: string[] }
type Heard = (what: string, outcome: Outcome, of: number) => void

/** Shops at once: most of the time is spent waiting, for services that say nothing and for what is tried again. */
const mostShops = 2

/** Lets each service fail in each way under a built shop, one way at a time, and asks for pages meanwhile. */
export async function failServices(only: string | undefined, heard: Heard): Promise<void> {
  const left: ServiceName[] = serviceNames.filter((name) => only === undefined || name === only)
  if (left.length === 0)
    throw new Error(`There is no service "${only}"; there are: ${serviceNames.join(', ')}.`)
  const all = left.flatMap((name) => Object.keys(waysOf(name))).length
  const told = (what: string, outcome: Outcome) => heard(what, outcome, all)
  // Without content pages wait for it after each start, and are held to their limit with nobody beside.
  const content = left.indexOf('content')
  if (content >= 0) await failServicesOf(left.splice(content, 1), told)
  const ended = await Promise.allSettled(
    Array.from({ length: Math.min(mostShops, left.length) }, () => failServicesOf(left, told)),
  )
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/** Under a shop of its own, takes one service after the other from those that are left. */
async function failServicesOf(
  left: ServiceName[],
  heard: (what: string, outcome: Outcome) => void,
): Promise<void> {
  const shop = await startServedShop()
  try {
    // Right after its first start a shop has no copies yet that it could give.
    for (let time = 0; time < 10; time += 1)
      if (!(await askPages(shop, 3)).wrong.some((each) => each.includes('answered'))) break
    for (let name = left.shift(); name !== undefined; name = left.shift())
      for (const [title, how] of Object.entries(waysOf(name)))
        heard(`${name} ${title}`, await failService(shop, name, { title, ...how }))
  } finally {
    await shop.stop()
  }
}

async function failService(
  shop: ServedShop,
  name: ServiceName,
  { title, way, seconds }: { title: string } & (typeof httpWays)[string],
): Promise<Outcome> {
  const wrong: string[] = []
  const verdict = verdicts[name]
  await verdict?.before?.(shop)
  await shop.links[name].set(way)
  const acting = verdict?.during?.(shop, wrong, title)
  const asked = await askPages(shop, seconds)
  const acted = (await acting) ?? ''
  wrong.push(...asked.wrong)
  const restored = performance.now()
  await shop.links[name].set('open')
  while (!(await isWell(shop, verdict)) && performance.now() - restored < most.recovery) await wait(250)
  const recovery = performance.now() - restored
  if (recovery >= most.recovery) wrong.push(`not well again ${Math.round(recovery / 1000)} s later`)
  if (shop.hasEnded()) wrong.push('the shop has ended')
  await verdict?.after?.(shop, wrong)
  const summary = `${seconds} s, ${asked.count} pages, p99 ${Math.round(asked.p99)} ms; ${acted}well after ${(recovery / 1000).toFixed(1)} s; ${shop.takeLogLines()} lines of log`
  return { summary, wrong: [...new Set(wrong)] }
}

const isWell = async (shop: ServedShop, verdict: (typeof verdicts)[keyof typeof verdicts]) =>
  (await verdict?.well?.(shop)) ?? true

async function askPages({ url, isRestarting }: ServedShop, seconds: number) {
  const wrong: string[] = []
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    await Promise.all(
      pages.map(async (path) => {
        const since = performance.now()
        const wasRestarting = isRestarting()
        // Nobody has kept what nobody has asked for.
        const answer = await fetch(`${url}${path}?utm_source=${times.length}`, {
          redirect: 'manual',
          signal: AbortSignal.timeout(60_000),
        }).catch((error: Error) => new Response(error.message, { status: 599 }))
        await answer.arrayBuffer()
        if (answer.status === 599 && (wasRestarting || isRestarting())) return
        times.push(performance.now() - since)
        if (answer.status >= 500) wrong.push(`${path} answered ${answer.status}`)
      }),
    )
    await wait(200)
  }
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  if (p99 > most.page) wrong.push(`pages took ${Math.round(p99)} ms (p99), more than ${most.page}`)
  return { wrong, p99, count: times.length }
}
