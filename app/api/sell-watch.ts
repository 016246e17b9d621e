import { LRUCache } from 'lru-cache'
import { appContext } from '#app/app-context.ts'
import type { Database } from '#app/platform/database/database.ts'
import { logFailure } from '#app/platform/log-unavailable.ts'
import { recogniseWatch } from '#app/shop/buying/recognise-watch.ts'
import { longestWatchWords, type WatchAnswer } from '#app/shop/buying/watch-answers.ts'
import { watchPrices } from '#app/shop/buying/watch-prices.ts'
import type { ResourceArgs } from './resource.ts'

/** Prices and words of five minutes ago are as good: nobody is offered anything by them. */
const keptFor = 300

const kept = new WeakMap<Database, LRUCache<string, WatchAnswer>>()

/**
 * `GET {apiUrl}/sell-watch?words={text}` → `{ watches, prices }` (`WatchAnswer`): what the words of somebody who sells a watch
 * mean, and at what prices ours like it stand. It tells everybody the same, of what everybody may see.
 */
export async function loader({ request, context }: ResourceArgs<never>): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return Response.json({ error: 'method not allowed' }, { status: 405, headers: { allow: 'GET, HEAD' } })
  const app = context.get(appContext)
  const words = (new URL(request.url).searchParams.get('words') ?? '').trim()
  if (words.length > longestWatchWords) return Response.json({ error: 'too long' }, { status: 400 })
  try {
    const answer = await answerTo(app.db, words, app.now())
    return Response.json(answer, { headers: { ...headers, 'cache-control': `public, max-age=${keptFor}` } })
  } catch (error) {
    logFailure(app.log, { err: error }, 'a watch was not recognised')
    const status = 503
    return Response.json({ error: 'not available' }, { status, headers: { ...headers, 'retry-after': '2' } })
  }
}

/** Anything but GET and HEAD is refused with a word. */
export const action = loader

const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  // The API may have an address of its own (API_URL).
  'access-control-allow-origin': '*',
}

async function answerTo(db: Database, words: string, now: Date): Promise<WatchAnswer> {
  const answers = kept.get(db) ?? new LRUCache<string, WatchAnswer>({ max: 500, ttl: keptFor * 1000 })
  kept.set(db, answers)
  const key = words.toLowerCase()
  const known = answers.get(key)
  if (known) return known
  const watches = await recogniseWatch(db, words, now)
  const [first, second] = watches
  // Two that it may be have no price in common.
  const prices = first && !second ? await watchPrices(db, first, now) : { enough: false as const }
  const answer = { watches, prices }
  answers.set(key, answer)
  return answer
}
