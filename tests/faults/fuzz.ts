import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { brokenRules } from '../checkout-invariants.ts'
import { freePort } from '../setup/running-shop.ts'
import { staffCookie } from '../staff-cookie.ts'
import { type ShopUnderAttack, startAttackedShop } from './attacked-shop.ts'
import { makeRequest, ownerMark } from './fuzz/grammar.ts'
import { minimise } from './fuzz/minimise.ts'
import { readVocabulary } from './fuzz/vocabulary.ts'
import { type Answer, bytesOf, openWire } from './fuzz/wire.ts'

/** Requests under way at once: below what the shop turns away. */
const connections = 6
/** Milliseconds without the end of an answer. */
const hangs = 20_000
/** Of the answers that may be an honest 503: what is measured is not overload. */
const mostUnavailable = 0.02
/**
 * How much more memory the process may hold at the end than after the first third: of a run of half an hour, that third
 * lies behind the ten minutes in which a process grows into its work; of a short one it does not.
 */
const mostGrowth = { short: 1.1, long: 1.05 }
const longSeconds = 1_800
/** Faults of one kind are told once, and the run ends with so many kinds. */
const mostFaults = 25

const wanted = [
  'x-content-type-options',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
]

export type FuzzOptions = { runs: number; seed: number; only?: number | undefined; keep: boolean }
type Heard = (fault: { again: string; wrong: string[] }) => void

/** Sends requests that nobody would send to a built shop; `heard` is told of each kind of fault once. Answers figures and what is wrong with the whole. */
export async function fuzzShop(
  { runs, seed, only, keep }: FuzzOptions,
  heard: Heard,
): Promise<{ summary: string; wrong: string[] }> {
  const metricsPort = await freePort()
  const shop = await startAttackedShop({ METRICS_PORT: String(metricsPort) })
  try {
    const words = await readVocabulary(shop.db)
    const before = new Set(await brokenRules(shop.db))
    const session = openSession(shop)
    const seen = new Map<string, number>()
    const statuses = new Map<string, number>()
    const memory: number[] = []
    const first = only ?? 0
    const end = only === undefined ? runs : only + 1
    let next = first
    let unavailable = 0
    let slowest = 0
    const since = performance.now()

    async function work(): Promise<void> {
      const wire = openWire(shop.port, { hangs })
      while (next < end && !shop.hasEnded() && seen.size < mostFaults) {
        const index = next++
        if ((index - first) % Math.ceil((end - first) / 60) === 0) memory.push(residentBytes(shop.pid))
        const { text, strict } = makeRequest(words, seed, index)
        const since = shop.log().length
        const send = async (text: string, one = wire) =>
          one.send(bytesOf(text, await session.fill()), { alone: !strict, head: text.startsWith('HEAD ') })
        const answer = await send(text)
        slowest = Math.max(slowest, answer.ms)
        const family = answer.status === null ? 'none' : `${Math.floor(answer.status / 100)}xx`
        statuses.set(family, (statuses.get(family) ?? 0) + 1)
        if (isHonest(answer)) unavailable += 1
        const fault = faultOf(answer, strict)
        if (fault === null) continue
        await wait(50)
        const told = toldSince(shop.log().slice(since))
        const path = fault.startsWith('answered 5') || answer.hung ? text.split(/[?\s]/)[1] : ''
        const kind = `${fault} ${told === '' ? path : told}`
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
        if (seen.get(kind) !== 1) continue
        // By itself: others are under way, and some faults come of what was sent before.
        const alone = openWire(shop.port, { hangs })
        const does = async (shorter: string) => faultOf(await send(shorter, alone), strict) === fault
        const again = await does(text)
        const least = again ? await minimise(text, does) : text
        alone.drop()
        if (keep && again) keepInCorpus(least)
        heard({
          again: `fuzz --seed ${seed} --only ${index}`,
          wrong: [
            again ? fault : `${fault}; sent by itself it was not`,
            ...(told === '' ? [] : [told]),
            JSON.stringify(least.slice(0, 1_500)),
          ],
        })
      }
      wire.drop()
    }
    await Promise.all(Array.from({ length: connections }, work))
    const seconds = (performance.now() - since) / 1000

    const wrong: string[] = []
    const sent = next - first
    if (shop.hasEnded()) wrong.push(`the process has ended:\n${shop.log().slice(-2_000)}`)
    else {
      const after = await brokenRules(shop.db)
      wrong.push(...after.filter((rule) => !before.has(rule)).slice(0, 20))
      wrong.push(...(await ordinaryPages(shop)))
    }
    if (unavailable > sent * mostUnavailable) wrong.push(`${unavailable} answers were 503`)
    const [warm, last] = [median(memory.slice(20, 28)), median(memory.slice(-8))]
    const growth = last / warm
    const allowed = seconds >= longSeconds ? mostGrowth.long : mostGrowth.short
    if (sent >= 20_000 && growth > allowed) wrong.push(`memory has grown by ${percent(growth - 1)}`)
    const cache = await cacheFigures(metricsPort)
    if (cache.bytes > mostCached) wrong.push(`${cache.bytes} bytes are kept`)
    const summary = [
      `${sent} requests in ${Math.round(seconds)} s (${Math.round(sent / seconds)}/s)`,
      [...statuses]
        .toSorted()
        .map(([family, count]) => `${family} ${count}`)
        .join(', '),
      `${unavailable} honest 503`,
      `slowest ${Math.round(slowest)} ms`,
      `memory ${megabytes(warm)} → ${megabytes(last)} MB (${percent(growth - 1)})`,
      `${cache.answers} answers kept, ${megabytes(cache.bytes)} MB`,
      `${[...seen.values()].reduce((sum, count) => sum + count, 0)} faults of ${seen.size} kinds`,
    ]
    return { summary: summary.join('; '), wrong }
  } finally {
    await shop.stop()
  }
}

/** What the page cache may hold at most, with room for what is counted roughly. */
const mostCached = 80e6

/** What is wrong with an answer; null for nothing. A request that is framed wrongly may go unanswered. */
function faultOf(answer: Answer, strict: boolean): string | null {
  const { status, headers, hung } = answer
  if (hung) return 'no end of the answer'
  if (status === null) return strict ? 'no answer' : null
  if (status >= 500 && status !== 501 && !isHonest(answer)) return `answered ${status}`
  const missing = wanted.filter((name) => !headers.has(name))
  if (missing.length > 0) return `answered ${status} without ${missing.join(', ')}`
  return headers.get('x-content-type-options') === 'nosniff' ? null : 'another x-content-type-options'
}

const isHonest = ({ status, headers }: Answer) => status === 503 && headers.has('retry-after')

/** The session of an owner: a new one when it was ended by what was sent, and before its proof of identity is old. */
function openSession({ db, port }: ShopUnderAttack) {
  let filled: Promise<Record<string, string>> | undefined
  let uses = 0
  return {
    fill(): Promise<Record<string, string>> {
      if (filled === undefined || uses++ % 400 === 0)
        filled = staffCookie(db, 'owner').then((cookie) => ({
          [ownerMark]: cookie.replace(/^[^=]*=/, ''),
          '{host}': `127.0.0.1:${port}`,
        }))
      return filled
    },
  }
}

/** The first fault that the log tells of. */
function toldSince(log: string): string {
  const line = log.split('\n').find((each) => /"level":(?:50|60)|Error/.test(each)) ?? ''
  const [, type, message, stack] =
    /"type":"(\w+)","message":"((?:[^"\\]|\\.)*)","stack":"(?:[^"\\]|\\.)*?\\n( +at [^\\]*)/.exec(line) ?? []
  return type === undefined ? line.slice(0, 300) : `${type}: ${message?.slice(0, 300)} ${stack?.trim()}`
}

function keepInCorpus(text: string): void {
  const name = createHash('sha256').update(text).digest('hex').slice(0, 12)
  writeFileSync(`tests/fuzz-corpus/found-${name}.txt`, text.replaceAll('{host}', 'shop.example'))
}

/** After all that the shop still shows its pages. */
async function ordinaryPages({ url }: ShopUnderAttack): Promise<string[]> {
  const paths = [
    '/health',
    '/de',
    '/en/watches',
    '/de/schmuck',
    '/en/contact',
    '/api/search?query=gold&locale=en',
  ]
  const found = await Promise.all(paths.map(async (path) => `${path} ${(await fetch(url + path)).status}`))
  return found.filter((each) => !each.endsWith(' 200')).map((each) => `afterwards ${each}`)
}

async function cacheFigures(port: number): Promise<{ answers: number; bytes: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const figure = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text)?.[1])
  return { answers: figure('shop_page_cache_answers'), bytes: figure('shop_page_cache_bytes') }
}

const residentBytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const megabytes = (bytes: number) => Math.round(bytes / 1e6)
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
