import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { answerUses, keepNoAnswer } from '#app/platform/answer-record.ts'
import { frozen } from '#app/platform/frozen.ts'
import type { Log } from '#app/platform/log.ts'
import { ReadsUnderWay } from '#app/platform/reads-under-way.ts'
import { Unavailable } from '#app/platform/unavailable.ts'
import type { StoryCopies } from './story-copies.ts'

/** Neither an answer of the content service nor a copy of an earlier one: the page cannot be shown now. */
export class ContentUnavailable extends Unavailable {
  constructor(key: string, options?: ErrorOptions) {
    super(`The content service does not answer and there is no copy of ${key}`, options)
    this.name = 'ContentUnavailable'
  }
}

/** What the content service answered: `body` null when there is no such story. */
export type Loaded = { body: null; certain: boolean } | { body: object; cv: number | null }

export type StoryTimes = {
  /** One attempt at the content service, ms. */
  attempt: number
  /** Younger answers are taken as current without asking, ms. */
  freshFor: number
  /** How long a reader waits for a newer answer when there is an older one, ms. */
  timeoutWithCopy: number
  /** How long a reader waits when there is nothing to show instead, ms. */
  timeoutWithoutCopy: number
  /** After a failure nobody waits for, or repeats, a request for so long, ms. */
  pause: number
  /** How long "there is no such story" is remembered, ms. */
  absentFor: number
}

export const usualTimes: StoryTimes = {
  attempt: 5000,
  freshFor: 300_000,
  timeoutWithCopy: 1500,
  timeoutWithoutCopy: 10_000,
  pause: 3000,
  absentFor: 30_000,
}

type Entry = {
  body: object | null
  cv: number | null
  /** When it was loaded, ms. */
  at: number
  /**
   * `current`: may be shown. `older`: something was published elsewhere; shown while it is loaded again.
   * `outdated`: was itself changed, or nobody knows; waited for.
   */
  state: 'current' | 'older' | 'outdated'
  uses: ReadonlySet<string> | 'everything'
}

type Publication = { cv?: number; uuids?: readonly string[] }
type Reading = ReturnType<ReadsUnderWay<Publication>['begin']>
/** The one request for a key, and what was published since it left. */
type Flight = { landing: Promise<Entry>; reading: Reading; next?: Promise<Entry> }

export type StoryCache = {
  /** The answer for a key: from memory, from `load`, or the last good copy; null when there is no such story. */
  read(key: string, load: () => Promise<Loaded>): Promise<object | null>
  /** Begins a load by other means, such as a list; its answers are put in, and then it ends. */
  begin(): Reading
  /** Puts in what such a load brought. */
  put(key: string, loaded: { body: object; cv: number | null }, reading: Reading): void
  /** Something was published: everything that uses one of `uuids` is loaded anew, everything if they are not known. */
  invalidate(publication?: Publication): void
  /** The newest cache version seen, null before the first answer. */
  currentVersion(): number | null
  /** Takes note of a cache version learnt from the service. */
  learnVersion(cv: number): void
}

/**
 * Answers of the content service, bounded in memory, at most one request in flight per key, the last good ones kept
 * beyond a restart.
 */
export function createStoryCache(options: {
  copies: StoryCopies
  log: Log
  now: () => Date
  times: StoryTimes
  /** Settles with the first attempt to learn the current version. */
  versionKnown: Promise<unknown>
  /** What was read for a key may be another body now, or nobody will tell any more. */
  onChange?: ((key: string) => void) | undefined
}): StoryCache {
  const { copies, log, times } = options
  const now = () => options.now().getTime()
  const changed = options.onChange ?? (() => undefined)
  const memory = new LRUCache<string, Entry>({
    max: 2000,
    maxSize: 64_000_000,
    sizeCalculation: sizeOf,
    dispose(_entry, key, reason) {
      if (reason === 'evict') changed(key)
    },
  })
  const flights = new Map<string, Flight>()
  const reads = new ReadsUnderWay<Publication>()
  const copyReads = new Map<string, Promise<Entry | undefined>>()
  const failedAt = new LRUCache<string, number>({ max: 2000 })
  /** When the service last failed or kept somebody waiting, whatever the key. */
  let troubledAt = Number.NEGATIVE_INFINITY
  let current: number | null = null

  const troubled = () => now() - troubledAt < times.pause

  async function read(key: string, load: () => Promise<Loaded>): Promise<object | null> {
    answerUses(`story:${key}`)
    const entry = await entryOf(key, load).catch((error: unknown) => {
      // Whoever goes on without it has less than the whole truth.
      keepNoAnswer(`${key} could not be had`)
      throw error
    })
    // Shown, for want of better; nobody is to be given it a second time.
    if (entry.state !== 'current') keepNoAnswer(`the newest ${key} could not be had`)
    return entry.body
  }

  async function entryOf(key: string, load: () => Promise<Loaded>): Promise<Entry> {
    const entry = memory.get(key) ?? (await copyOf(key))
    if (!entry) return without(key, load)
    const lifetime = entry.body === null ? times.absentFor : times.freshFor
    const young = now() - entry.at < lifetime
    if (entry.state === 'current' && young) return entry
    const flight = flightOf(key, load)
    // An absent story may have been published since, so nobody is told of its absence twice without asking.
    if (entry.state === 'older' || (entry.state === 'current' && entry.body !== null) || troubled()) {
      flight?.catch(() => undefined)
      return entry
    }
    if (!flight) return entry
    const newer = await soonEnough(flight, times.timeoutWithCopy)
    if (newer === 'late') troubledAt = now()
    return newer === 'late' || newer === 'failed' ? entry : newer
  }

  /** Nothing to show: waits for the service. */
  async function without(key: string, load: () => Promise<Loaded>): Promise<Entry> {
    const flight = flightOf(key, load)
    if (!flight) throw new ContentUnavailable(key)
    try {
      return await Promise.race([
        flight,
        later(times.timeoutWithoutCopy).then(() =>
          Promise.reject(new Error('The content service is too slow')),
        ),
      ])
    } catch (cause) {
      throw new ContentUnavailable(key, { cause })
    }
  }

  /** Looked up once for all who ask at the same time. */
  function copyOf(key: string): Promise<Entry | undefined> {
    let reading = copyReads.get(key)
    if (!reading) {
      reading = fromCopy(key).finally(() => copyReads.delete(key))
      copyReads.set(key, reading)
    }
    return reading
  }

  /** The kept copy as an entry: current if nothing was published since. */
  async function fromCopy(key: string): Promise<Entry | undefined> {
    const reading = reads.begin()
    const copy = await copies.get(key)
    const loadedMeanwhile = memory.get(key)
    if (loadedMeanwhile || !copy || typeof copy.body !== 'object' || copy.body === null) {
      reading.end()
      return loadedMeanwhile
    }
    if (current === null && !troubled()) await Promise.race([options.versionKnown, later(300)])
    reading.end()
    // Read or put in while the version was waited for.
    const newer = memory.get(key)
    if (newer) return newer
    const state = copy.cv !== null && copy.cv === current ? 'current' : 'outdated'
    const entry: Entry = {
      body: frozen(copy.body),
      cv: copy.cv,
      at: now(),
      state,
      uses: usesOf(copy.body),
    }
    for (const publication of reading.changes) outdate(entry, publication)
    memory.set(key, entry)
    return entry
  }

  /**
   * The one request for a key: the running one, a new one, or none so soon after a failure. Who asks after a
   * publication is not content with a request that left before it, unless its answer knows of it.
   */
  function flightOf(key: string, load: () => Promise<Loaded>): Promise<Entry> | null {
    const running = flights.get(key)
    if (running) {
      if (running.reading.changes.length === 0) return running.landing
      running.next ??= running.landing.then((entry) =>
        entry.state === 'current' ? entry : (flightOf(key, load) ?? entry),
      )
      return running.next
    }
    if (now() - (failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < times.pause) return null
    const reading = reads.begin()
    const landing = land(key, load, reading).finally(() => {
      reading.end()
      flights.delete(key)
    })
    flights.set(key, { landing, reading })
    return landing
  }

  async function land(key: string, load: () => Promise<Loaded>, reading: Reading): Promise<Entry> {
    const versionBefore = current
    let loaded: Loaded
    try {
      loaded = await load()
    } catch (error) {
      failedAt.set(key, now())
      troubledAt = now()
      log.warn({ err: error, key }, 'the content service failed')
      throw error
    }
    failedAt.delete(key)
    troubledAt = Number.NEGATIVE_INFINITY
    if (loaded.body !== null) return put(key, loaded, reading)
    const before = memory.peek(key)
    if (before?.body && !loaded.certain) {
      failedAt.set(key, now())
      return before
    }
    if (before?.body) copies.drop(key)
    const absent: Entry = {
      body: null,
      cv: versionBefore,
      at: now(),
      state: 'current',
      uses: 'everything',
    }
    for (const publication of reading.changes) outdate(absent, publication)
    if (before?.body) changed(key)
    memory.set(key, absent)
    return absent
  }

  function put(key: string, loaded: { body: object; cv: number | null }, reading: Reading): Entry {
    if (loaded.cv !== null) learnVersion(loaded.cv)
    const known = memory.peek(key)
    // A list that took its time must not replace what was read since.
    if (known && known.cv !== null && loaded.cv !== null && known.cv > loaded.cv) return known
    // Asked after the publication, the service still answers what was before it.
    const behind =
      loaded.cv !== null && current !== null && loaded.cv < current && reading.changes.length === 0
    const entry: Entry = {
      body: frozen(unshared(loaded.body)),
      cv: loaded.cv,
      at: now(),
      state: behind ? 'older' : 'current',
      uses: usesOf(loaded.body),
    }
    for (const publication of reading.changes) outdate(entry, publication)
    // A service that never catches up with its own version is not asked again at once.
    if (behind) failedAt.set(key, now())
    if (known && !isDeepStrictEqual(known.body, entry.body)) changed(key)
    memory.set(key, entry)
    copies.keep(key, loaded.body, loaded.cv)
    return entry
  }

  function invalidate(publication: Publication = {}): void {
    const { cv } = publication
    if (cv !== undefined && (current === null || cv > current)) current = cv
    reads.tell(publication)
    const concerned = [...memory.entries()].filter(([, entry]) => outdate(entry, publication))
    for (const [key] of concerned) failedAt.delete(key)
    // Once all are aged: who is told may read at once, and the order of use changes with each reading.
    for (const [key] of concerned) changed(key)
  }

  /** Marks an entry that was read before a publication (by webhook or poll); whether that may have changed it, so that it is dropped. */
  function outdate(entry: Entry, { cv, uuids = [] }: Publication): boolean {
    if (cv !== undefined && entry.cv !== null && entry.cv >= cv) return false
    const { uses } = entry
    const changed = uuids.length === 0 || uses === 'everything' || uuids.some((uuid) => uses.has(uuid))
    if (changed) entry.state = 'outdated'
    else if (entry.state === 'current') entry.state = 'older'
    return changed
  }

  function learnVersion(cv: number): void {
    if (current === null) current = cv
    else if (cv > current) invalidate({ cv })
  }

  return { read, begin: () => reads.begin(), put, invalidate, learnVersion, currentVersion: () => current }
}

async function soonEnough(flight: Promise<Entry>, timeout: number): Promise<Entry | 'late' | 'failed'> {
  return Promise.race([flight.catch(() => 'failed' as const), later(timeout).then(() => 'late' as const)])
}

/** Does not keep a process alive that has nothing else to do. */
function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
}

const sizeOf = (entry: Entry) => (entry.body === null ? 100 : JSON.stringify(entry.body).length)

/** The stories an answer is made of; a list may be changed by any. */
function usesOf(body: object): ReadonlySet<string> | 'everything' {
  if ('stories' in body) return 'everything'
  const uuids = new Set<string>()
  const walk = (node: unknown) => {
    if (node === null || typeof node !== 'object') return
    if ('uuid' in node && typeof node.uuid === 'string') uuids.add(node.uuid)
    for (const inner of Object.values(node)) walk(inner)
  }
  walk(body)
  return uuids
}

/**
 * As a copy of it is read: where one object stood in two places there are two, for a page's data is written by which
 * objects are the same, and must not depend on where its story came from.
 */
const unshared = (body: object): object => JSON.parse(JSON.stringify(body)) as object
