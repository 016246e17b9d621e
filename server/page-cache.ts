import { LRUCache } from 'lru-cache'
import { askAgain, holdsUntil, recorded } from '#app/platform/answer-record.ts'
import type { Log } from '#app/platform/log.ts'
import { logFailure } from '#app/platform/log-unavailable.ts'
import { isOfCatalogue } from '#app/shop/catalogue/catalogue-sources.ts'
import { type Encoding, type KeptAnswer, packAnswer, packHarder, unshared } from './kept-answer.ts'
import { allUses, type Change, concerns, type Entry, entryOf, type Part } from './kept-entry.ts'
import type { PageAddress } from './page-address.ts'

/** For whom an answer is made: robots are served when nobody else waits. */
export type Asking = 'visitor' | 'robot'

type Making = {
  done: Promise<KeptAnswer>
  /** What has changed since it began. */
  changes: Change[]
  /** How many wait for it; it does not begin any more when the last of them has gone. */
  waiting: number
  end: AbortController
}
type Make = (address: PageAddress, by: Asking, gone: AbortSignal) => Promise<Response>

const megabyte = 1_000_000
/** Bytes that are kept of each kind. */
const budgets = { pages: 64 * megabyte, listings: 32 * megabyte }
/** Larger answers are made for each request. */
const largest = 4 * megabyte
/** An answer that was given so often is packed as small as can be, unless that takes seconds. */
const worthPacking = 8
const packedHarder = megabyte / 2
/** So many addresses are remembered to have been asked for once; together so many characters. */
const rememberedOnce = { max: 20_000, maxSize: 2 * megabyte }

/** An answer that is too large to be kept, or to be made for many at once. */
export class TooLarge extends Error {}

/**
 * Whole answers by their addresses, until something they were made of changes. Makes each at most once at a time, and
 * gives nobody an answer that was begun before the last change he may know of.
 */
export class PageCache {
  private readonly make: Make
  private readonly now: () => number
  private readonly log: Log
  private readonly headsOf: (uses: ReadonlySet<string>) => readonly string[]
  private readonly kept: Record<PageAddress['budget'], LRUCache<string, Entry>>
  private readonly entries = new Map<string, Entry>()
  private readonly users = new Map<string, Set<Entry | Part>>()
  private readonly making = new Map<string, Making>()
  private readonly askedOnce = new LRUCache<string, true>({
    ...rememberedOnce,
    sizeCalculation: (_, { length }) => length,
  })
  private readonly tooLarge = new LRUCache<string, true>({ max: 1_000 })
  private readonly due: PageAddress[] = []
  private refilling = false
  private given = 0
  private made = 0
  private packing = false

  /**
   * `make` answers an address as for a visitor of whom nothing is known but how soon he is served, or refuses when it has
   * not begun and `gone` says that nobody waits any more; `now` is the pages' clock, ms. `headsOf`: names and values of
   * what an answer made of these says to a shared cache.
   */
  constructor(options: {
    make: Make
    now: () => number
    log: Log
    budgets?: Record<PageAddress['budget'], number>
    headsOf?: ((uses: ReadonlySet<string>) => readonly string[]) | undefined
  }) {
    this.make = options.make
    this.now = options.now
    this.log = options.log
    this.headsOf = options.headsOf ?? (() => [])
    const { pages, listings } = options.budgets ?? budgets
    this.kept = { pages: this.ofSize(pages), listings: this.ofSize(listings) }
  }

  private ofSize(maxSize: number): LRUCache<string, Entry> {
    return new LRUCache<string, Entry>({
      maxSize,
      sizeCalculation: ({ answer }) => answer.bytes,
      dispose: (entry) => this.forget(entry),
    })
  }

  /** The kept answer for a key; undefined where there is none that is still true. */
  get(key: string): KeptAnswer | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined || entry.doubtful || entry.outdated) return undefined
    if (entry.until <= this.now()) {
      // It is given on while no other can be made.
      this.outdate(entry)
      return undefined
    }
    entry.given += 1
    this.given += 1
    // Its place in the order of use; not with every one of ten thousand requests a second.
    if (entry.given % 16 === 1) this.kept[entry.address.budget].get(key)
    if (entry.given === worthPacking && entry.answer.bytes < packedHarder) void this.pack(entry)
    return entry.answer
  }

  /**
   * What was last kept for a key, for whoever cannot have another one made, though it may be of before a change that
   * nobody could tell of; and when it was made, by the process's steady clock, ms.
   */
  lastKnown(key: string): { answer: KeptAnswer; madeAt: number } | undefined {
    return this.entries.get(key)
  }

  /**
   * The answer for an address, made anew if need be, and kept if it may be. `encoding`: what the client takes; one that
   * is not kept is packed in no other. `gone`: that whoever asks has gone away; what he is given then means nothing.
   * @throws {TooLarge} and whatever making it throws
   */
  async answer(
    address: PageAddress,
    by: Asking = 'visitor',
    encoding: Encoding = 'br',
    gone?: AbortSignal,
  ): Promise<KeptAnswer> {
    gone?.throwIfAborted()
    const { key } = address
    const kept = this.get(key)
    if (kept) return kept
    if (this.tooLarge.has(key)) throw new TooLarge(key)
    const running = this.making.get(key) ?? this.making.get(placeOf(address, by))
    if (running === undefined) return awaited(this.begin(address, by, encoding), gone)
    // Begun before something changed: who comes now may know of the change.
    if (running.changes.length === 0 && !running.end.signal.aborted) return awaited(running, gone)
    const again = () => this.answer(address, by, encoding, gone)
    return running.done.then(again, again)
  }

  /**
   * Something has changed (a price, a story, a setting): no answer that rests on it is given from now on. The triggers of the
   * database tell `server/open-page-front.ts`, which calls this.
   */
  changed(change: Change): void {
    for (const making of this.making.values()) making.changes.push(change)
    const concerned = new Set<Entry>()
    for (const user of this.usersOf(change)) {
      if (!('of' in user)) concerned.add(user)
      else if (!user.doubtful) {
        user.doubtful = true
        if (!user.of.doubtful) this.doubt(user.of)
      }
    }
    for (const entry of concerned) {
      if (!entry.doubtful && !entry.outdated) this.makeDue(entry)
      // What is known to be wrong is never given again; what may be is, while nobody can find out.
      if (change === 'everything') this.outdate(entry)
      else this.dropFor(entry)
    }
    if (this.due.length > 0) void this.refill()
  }

  /** Entries, and parts of entries, that a change concerns. */
  private *usersOf(change: Change): Generator<Entry | Part> {
    if (change === 'everything') yield* this.entries.values()
    else if (change === 'catalogue') {
      for (const [source, users] of this.users) if (isOfCatalogue(source)) yield* users
    } else for (const source of change) yield* this.users.get(source) ?? []
  }

  private doubt(entry: Entry): void {
    entry.doubtful = true
    this.makeDue(entry)
    entry.givenBefore = entry.given
  }

  /** What people ask for is made again, or asked again, before the next comes. */
  private makeDue(entry: Entry): void {
    if (entry.given - entry.givenBefore > 1) this.due.push(entry.address)
  }

  private outdate(entry: Entry): void {
    entry.outdated = true
    this.noteAsked(entry)
  }

  private dropFor(entry: Entry): void {
    this.drop(entry)
    this.noteAsked(entry)
  }

  private noteAsked(entry: Entry): void {
    // The next who asks need not ask twice.
    if (entry.address.budget === 'listings') this.askedOnce.set(entry.address.key, true)
  }

  /** How many answers are kept, and their bytes. */
  get size(): { answers: number; bytes: number } {
    const { pages, listings } = this.kept
    return { answers: this.entries.size, bytes: pages.calculatedSize + listings.calculatedSize }
  }

  /** How many answers were given from what is kept, and how many were made, since the start. */
  get uses(): { given: number; made: number } {
    return { given: this.given, made: this.made }
  }

  private begin(address: PageAddress, by: Asking, encoding: Encoding): Making {
    const making: Making = {
      done: Promise.resolve(null as never),
      changes: [],
      waiting: 0,
      end: new AbortController(),
    }
    const place = placeOf(address, by)
    // Before anything is read for it.
    this.making.set(place, making)
    const entry = this.entries.get(address.key)
    const answered =
      entry && !entry.outdated
        ? this.again(entry, by, encoding, making)
        : this.fill(address, by, encoding, making)
    making.done = answered.finally(() => this.making.delete(place))
    return making
  }

  /** The answer that is kept, when what is doubtful of it still says the same, or another. */
  private async again(entry: Entry, by: Asking, encoding: Encoding, making: Making): Promise<KeptAnswer> {
    // Found out once for a visitor and a robot who ask at the same time.
    entry.examination ??= this.stillHolds(entry).finally(() => {
      entry.examination = null
    })
    if (await entry.examination) return entry.answer
    if (this.entries.get(entry.address.key) === entry) this.dropFor(entry)
    // It begins only now.
    making.changes = []
    return this.fill(entry.address, by, encoding, making)
  }

  /** What changes while its parts are asked has them asked anew: they may be of before and after it. */
  private async stillHolds(entry: Entry, tries = 3): Promise<boolean> {
    const doubtful = entry.parts.filter((part) => part.doubtful)
    for (const part of doubtful) part.doubtful = false
    let holds: boolean
    try {
      const untils = await Promise.all(doubtful.map(askAgain))
      for (const [at, until] of untils.entries()) if (until !== null) (doubtful[at] as Part).until = until
      holds = untils.every((until) => until !== null)
    } catch (error) {
      logFailure(this.log, { err: error, url: entry.address.key }, 'a page could not be examined', 'warn')
      return false
    }
    entry.until = holdsUntil({ until: entry.ownUntil, parts: entry.parts })
    const { key } = entry.address
    if (!holds || entry.outdated || this.entries.get(key) !== entry || entry.until <= this.now()) return false
    if (entry.parts.some((part) => part.doubtful)) return tries > 1 && this.stillHolds(entry, tries - 1)
    entry.doubtful = false
    // It was asked for.
    this.kept[entry.address.budget].get(key)
    return true
  }

  private async fill(
    address: PageAddress,
    by: Asking,
    encoding: Encoding,
    making: Making,
  ): Promise<KeptAnswer> {
    this.made += 1
    const { answer: made, record } = await recorded(async () => {
      const response = await this.make(address, by, making.end.signal)
      return { response, body: await wholeBody(response) }
    })
    const { response, body } = made
    if (body === null) {
      this.tooLarge.set(address.key, true)
      throw new TooLarge(address.key)
    }
    const shareable = isShareable(response) && record.refusal === null
    const keeps = shareable && this.isWorthKeeping(address)
    const uses = allUses(record)
    const answer = await packAnswer(address.key, response, body, {
      also: shareable ? this.headsOf(uses) : [],
      once: keeps ? null : encoding,
    })
    // Another one than was kept before, whether it is kept itself or not; a failure says nothing of it.
    const before = this.entries.get(address.key)
    if (before?.outdated && response.status < 500) this.drop(before)
    if (record.refusal !== null) return unshared(answer)
    const { changes } = making
    const hasChanged = (sources: ReadonlySet<string>) => changes.some((change) => concerns(change, sources))
    const isOver = holdsUntil(record) <= this.now() || hasChanged(record.uses)
    if (keeps && !isOver) this.keep(entryOf(address, answer, record), changes)
    return isOver || hasChanged(uses) ? unshared(answer) : answer
  }

  private isWorthKeeping({ key, budget }: PageAddress): boolean {
    if (budget === 'pages' || this.askedOnce.has(key)) return true
    this.askedOnce.set(key, true)
    return false
  }

  /** `changes`: what has changed since it was begun. */
  private keep(entry: Entry, changes: readonly Change[]): void {
    const { key, budget } = entry.address
    const before = this.entries.get(key)
    if (before) this.drop(before)
    this.entries.set(key, entry)
    for (const user of [entry, ...entry.parts])
      for (const source of user.uses) {
        const users = this.users.get(source)
        if (users) users.add(user)
        else this.users.set(source, new Set([user]))
      }
    for (const part of entry.parts) part.doubtful = changes.some((change) => concerns(change, part.uses))
    entry.doubtful = entry.parts.some((part) => part.doubtful)
    this.kept[budget].set(key, entry)
    // One that is larger than the whole budget is not taken.
    if (!this.kept[budget].has(key)) this.forget(entry)
  }

  private drop({ address }: Entry): void {
    this.kept[address.budget].delete(address.key)
  }

  private forget(entry: Entry): void {
    if (this.entries.get(entry.address.key) === entry) this.entries.delete(entry.address.key)
    for (const user of [entry, ...entry.parts])
      for (const source of user.uses) {
        const users = this.users.get(source)
        users?.delete(user)
        if (users?.size === 0) this.users.delete(source)
      }
  }

  /** Makes again, one after the other, what people ask for. */
  private async refill(): Promise<void> {
    if (this.refilling) return
    this.refilling = true
    try {
      for (let address = this.due.shift(); address; address = this.due.shift())
        await this.answer(address).catch((error: unknown) => {
          logFailure(this.log, { err: error, url: address.key }, 'a page could not be made anew', 'warn')
        })
    } finally {
      this.refilling = false
    }
  }

  private async pack(entry: Entry): Promise<void> {
    if (this.packing) {
      // Another one's turn; this one's comes when it has been given as often again.
      entry.given = 0
      return
    }
    this.packing = true
    try {
      const answer = await packHarder(entry.answer)
      if (this.entries.get(entry.address.key) === entry) entry.answer = answer
    } finally {
      this.packing = false
    }
  }
}

/** What comes of a making; it need not begin any more when the last who waits for it goes away. */
function awaited(making: Making, gone: AbortSignal | undefined): Promise<KeptAnswer> {
  making.waiting += 1
  const leave = () => {
    making.waiting -= 1
    if (making.waiting === 0) making.end.abort()
  }
  gone?.addEventListener('abort', leave, { once: true })
  return making.done
}

/** Where a making stands: what is made for robots is late, may be refused, and is less where it is an error. */
function placeOf({ key }: PageAddress, by: Asking): string {
  return by === 'robot' ? `robot ${key}` : key
}

/** The same for everybody. */
function isShareable({ status, headers }: Response): boolean {
  return status === 200 && !/\b(?:no-store|private)\b/.test(headers.get('cache-control') ?? '')
}

/** Null for one that is larger than what is kept; the rest of it is not read. */
async function wholeBody(response: Response): Promise<Buffer | null> {
  if (response.body === null) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > largest) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
