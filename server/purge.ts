import type { Log } from '#app/platform/log.ts'
import { startPauses } from '#app/platform/pauses.ts'

/**
 * Tells the shared cache in front of the shop what it must forget; nothing here waits for it. What a changed piece or price
 * makes untrue is decided in `catalogue-sources.ts`.
 */
export type Purge = {
  /** What is made of one of these (names of `answerUses`) is not true any more. */
  drop(sources: Iterable<string>): void
  /** Anything may have changed: the shop was away, or cannot know. */
  dropAll(): void
  /** Gives what waits one last try. */
  stop(): Promise<void>
}

/** Carried by every answer that a shared cache may keep: whoever drops it drops them all. */
const everything = 'shop'

/** The most keys of one call (Cloudflare takes 100, Fastly 256), and bytes that a header of Varnish holds easily. */
const callLimits = { keys: 100, bytes: 4_000 }
/** Keys that wait; beyond it everything is dropped, for nothing may be forgotten. */
const maxWaiting = 5_000
const timeLimit = 5_000
/** The longest that a cache may ask us to wait (Retry-After), ms. */
const longestPause = 60_000

/**
 * The surrogate keys of an answer made of these sources, and those that drop it. Caches differ in the signs they take
 * and in capitals; where two sources come to the same key, too much is dropped, never too little.
 */
export function surrogateKeys(sources: Iterable<string>): string[] {
  const keys = new Set([everything])
  for (const source of sources) keys.add(source.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, '-'))
  return [...keys]
}

type Shared = { url: string; token: string | undefined }

/** One call that drops these keys, as the cache at that address wants it: Cloudflare, Fastly, or a Varnish of one's own. */
export function purgeCall({ url, token }: Shared, keys: readonly string[]): [url: string, init: RequestInit] {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const { hostname } = new URL(url)
  if (hostname === 'api.cloudflare.com') {
    headers['content-type'] = 'application/json'
    return [url, { method: 'POST', headers, body: JSON.stringify({ tags: keys }) }]
  }
  headers['surrogate-key'] = keys.join(' ')
  if (hostname !== 'api.fastly.com') return [url, { method: 'PURGE', headers }]
  return [url, { method: 'POST', headers: { ...headers, 'fastly-key': token ?? '' } }]
}

/**
 * Sends what is dropped in batches, again and again until the cache has taken it, and once more after `again` ms: an
 * answer made before a change may reach the cache after the first call. `pauses`: before the second, third … try, ms; the
 * last one is repeated. What changed while no process ran is not known, so it begins with everything.
 */
export function openPurge(shared: Shared & { log: Log; pauses?: readonly number[]; again?: number }): Purge {
  const { log, pauses = [200, 1_000, 5_000, 30_000], again = 5_000 } = shared
  /** Each key, and whether it was dropped just now or is said a second time. */
  const waiting = new Map<string, 'first' | 'again'>()
  const saidAgain = new Map<NodeJS.Timeout, readonly string[]>()
  const { pause, endAll } = startPauses()
  let stopped = false
  let failed = 0
  let sending: Promise<void> | null = null

  function add(keys: Iterable<string>, turn: 'first' | 'again'): void {
    for (const key of keys) {
      if (waiting.has(everything) && key !== everything) continue
      if (turn === 'first' || !waiting.has(key)) waiting.set(key, turn)
      if (key !== everything && waiting.size <= maxWaiting) continue
      const turnOfAll = waiting.get(everything) ?? 'first'
      waiting.clear()
      waiting.set(everything, turnOfAll)
    }
    sending ??= send().finally(() => {
      sending = null
    })
  }

  function takeBatch(): Map<string, 'first' | 'again'> {
    const batch = new Map<string, 'first' | 'again'>()
    let bytes = 0
    for (const [key, turn] of waiting) {
      bytes += key.length + 1
      if (batch.size > 0 && (batch.size === callLimits.keys || bytes > callLimits.bytes)) break
      batch.set(key, turn)
      waiting.delete(key)
    }
    return batch
  }

  async function send(): Promise<void> {
    // All that one change drops goes into one call.
    await new Promise(setImmediate)
    while (waiting.size > 0) {
      const batch = takeBatch()
      const fault = await call([...batch.keys()])
      if (fault === null) {
        if (failed > 0) log.info({ failed }, 'the shared cache takes purges again')
        failed = 0
        sayAgain([...batch].flatMap(([key, turn]) => (turn === 'first' ? [key] : [])))
        continue
      }
      failed += 1
      // The first time, and then with every longest pause.
      if (failed === 1 || failed >= pauses.length)
        log.warn({ failed, ...fault, keys: batch.size + waiting.size }, 'the shared cache was not told')
      if (stopped) return
      for (const [key, turn] of batch) if (!waiting.has(key)) waiting.set(key, turn)
      if (waiting.has(everything)) add([everything], 'first')
      await pause(Math.max(fault.pause, pauses[Math.min(failed, pauses.length) - 1] ?? 0))
    }
  }

  async function call(
    keys: readonly string[],
  ): Promise<{ status?: number; err?: unknown; pause: number } | null> {
    try {
      const [url, init] = purgeCall(shared, keys)
      const response = await fetch(url, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimit),
      })
      await response.body?.cancel()
      if (response.ok) return null
      const seconds = Number(response.headers.get('retry-after') ?? 0)
      return { status: response.status, pause: seconds > 0 ? Math.min(seconds * 1_000, longestPause) : 0 }
    } catch (error) {
      return { err: error, pause: 0 }
    }
  }

  function sayAgain(keys: readonly string[]): void {
    if (keys.length === 0 || stopped) return
    const timer = setTimeout(() => {
      saidAgain.delete(timer)
      add(keys, 'again')
    }, again).unref()
    saidAgain.set(timer, keys)
  }

  const purge: Purge = {
    drop(sources) {
      // The first is everything, which whoever names sources does not mean.
      const [, ...keys] = surrogateKeys(sources)
      if (keys.length > 0 && !stopped) add(keys, 'first')
    },
    dropAll() {
      if (!stopped) add([everything], 'first')
    },
    async stop() {
      stopped = true
      for (const [timer, keys] of saidAgain) {
        clearTimeout(timer)
        add(keys, 'again')
      }
      saidAgain.clear()
      endAll()
      await sending
    },
  }
  purge.dropAll()
  return purge
}
