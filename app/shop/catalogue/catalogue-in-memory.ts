import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { answerUses, keepNoAnswer } from '#app/platform/answer-record.ts'
import { type Database, unhurried } from '#app/platform/database/database.ts'
import { timeLimits, withTimeLimit } from '#app/platform/database/time-limit.ts'
import type { Log } from '#app/platform/log.ts'
import { atATime, atOnce, inSlices, type Pause } from '#app/platform/slices.ts'
import { Unavailable } from '#app/platform/unavailable.ts'
import { changesSince } from './catalogue-changes.ts'
import type { CatalogueSource } from './catalogue-sources.ts'
import { KeptPieces } from './kept-pieces.ts'
import { type KnownWords, readKnownWords } from './known-words.ts'
import type { ListingIndex } from './listing-index.ts'
import { type CatalogueRead, readCatalogue } from './read-catalogue.ts'
import { readDocuments } from './read-documents.ts'
import { readPieces, readVocabulary } from './read-pieces.ts'
import type { SearchDocument, SearchIndex } from './search-index.ts'
import type { ListingVocabulary } from './vocabulary.ts'

/**
 * The catalogue as this process sees it: the listing's index, the words of its paths, those of searches, and what was
 * worked out from them. As new as the database was when it was asked for, but for changes of thousands of pieces at once.
 */
export type CatalogueInMemory = {
  index: ListingIndex
  vocabulary: ListingVocabulary
  /** Answers of the listing, by what was asked, and of the sitemap; emptied by every change. */
  answers: LRUCache<string, object>
  search: SearchIndex
  words: KnownWords
  pieces: KeptPieces
  /** Does long work on what is here a slice at a time; one after the other, and nothing is taken in meanwhile. */
  alone<T>(work: Generator<number, T>): Promise<T>
  /** False while a change of more pieces than can be named is being read behind the readers. */
  complete: boolean
}

type State = CatalogueInMemory & CatalogueRead
type Indexes = Pick<State, 'index' | 'search'>

/** A picture that is read anew behind the readers. */
type Rebuild = {
  /** Pieces whose changes the readers have seen since it was begun. */
  changed: Set<string>
  /** More than can be named has changed since. */
  again: boolean
  ready: CatalogueRead | null
}

/** After so long without a look, lines of catalogue_change may be gone: read everything anew. */
const maxAge = 6 * 3_600_000
/** A rebuild that failed is tried again after so long, ms. */
const tryAgainAfter = 5_000
/** So many changed pieces are taken in before anybody is answered; the triggers of catalogue_change name as many. */
const waitedFor = 5_000

/** So long after its beginning visitors wait for the first reading no more, ms: of a million pieces it takes a minute. */
const longestWait = 10_000

/** The catalogue is being read for the first time since the start. */
class CatalogueUnavailable extends Unavailable {
  constructor() {
    super('The catalogue is being read')
  }
}

const catalogues = new WeakMap<Database, LiveCatalogue>()

function catalogueOf(db: Database): LiveCatalogue {
  const catalogue = catalogues.get(db) ?? new LiveCatalogue(db)
  catalogues.set(db, catalogue)
  return catalogue
}

/**
 * The catalogue, brought up to date with one small query. Requests that arrive while it is being looked at
 * share the next look, so that under load one query serves many and none sees anything older than itself.
 * An answer under way notes `uses`: unless told otherwise, that any piece may change it.
 */
export async function catalogueInMemory(
  db: Database,
  uses: readonly CatalogueSource[] = ['catalogue'],
): Promise<CatalogueInMemory> {
  answerUses(...uses)
  const catalogue = await catalogueOf(db).lookInTime()
  if (!catalogue.complete) keepNoAnswer('the catalogue is being read anew')
  return catalogue
}

/** The same for a job that may wait for as long as the first reading takes. */
export function catalogueHoweverLong(db: Database): Promise<CatalogueInMemory> {
  return catalogueOf(db).look()
}

/** What is asked of the catalogue, or something else while it is being read: for what a page can do without. */
export async function unlessBeingRead<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof CatalogueUnavailable)) throw error
    keepNoAnswer('the catalogue is being read')
    return otherwise
  }
}

/** What the database works out of all pieces, once until one of them changes. */
export async function untilAnyChanges<T extends object>(
  db: Database,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const { answers } = await catalogueInMemory(db)
  const known = answers.get(name) as Promise<T> | undefined
  if (known) return known
  const made = work()
  answers.set(name, made)
  made.catch(() => {
    if (answers.peek(name) === made) answers.delete(name)
  })
  return made
}

/**
 * Reads the catalogue before the first visitor asks; what fails behind the readers is told to `log` from then on. Who
 * asks later than `longest` ms after its beginning is told to come again.
 */
export async function loadCatalogue(db: Database, log: Log, longest = longestWait): Promise<void> {
  const catalogue = catalogueOf(db)
  catalogue.log = log
  catalogue.waitUntil = Math.min(catalogue.waitUntil, performance.now() + longest)
  try {
    await catalogue.look()
  } catch (error) {
    if (!catalogue.isStopping) throw error
  }
}

/** Ends what is being read, for this process ends: of a million pieces it would take a minute more. */
export function stopReading(db: Database): Promise<void> {
  return catalogueOf(db).stop()
}

/** Whether listings can be answered without reading the whole catalogue first. */
export function catalogueIsLoaded(db: Database): boolean {
  return catalogueOf(db).isLoaded
}

/** Removes lines of changes that every process has long read. Returns how many. */
export async function pruneCatalogueChanges(db: Database): Promise<number> {
  const old = sql`delete from catalogue_change where at < now() - interval '1 day'`
  const done = await unhurried(db, (transaction) => old.execute(transaction))
  return Number(done.numAffectedRows ?? 0)
}

/**
 * One process's picture of the catalogue (docs/decisions/listing-in-memory.md). A few thousand changed pieces are
 * worked out beside it and taken in together; more than that is read anew behind the readers, who meanwhile have the
 * former picture, with every smaller change.
 */
export class LiveCatalogue {
  log: Log | null = null
  /** By this process's clock: until then readers wait for the first reading. Commands wait for as long as it takes. */
  waitUntil = Number.POSITIVE_INFINITY
  private readonly db: Database
  private readonly sizes: { batch: number; read: number; waitedFor: number }
  private readonly pause: Pause
  private readonly stopping = new AbortController()
  private state: State | null = null
  private running: Promise<State> | null = null
  /** Nothing has been asked for `running` yet: whoever comes now is not older than what it will see. */
  private isUnasked = false
  private next: Promise<State> | null = null
  private working: Promise<unknown> = Promise.resolve()
  private behind: Rebuild | null = null
  /** More pieces than can be named have changed, and are not in the picture yet. */
  private isBehind = false
  private rebuilding: Promise<unknown> = Promise.resolve()
  /** By the database's clock, when the last rebuild failed. */
  private failedAt: number | null = null

  constructor(db: Database, options: { batch?: number; waitedFor?: number; pause?: Pause } = {}) {
    this.db = db
    const { batch = atATime.written, waitedFor: most = waitedFor } = options
    this.sizes = { batch, read: options.batch ?? atATime.read, waitedFor: most }
    this.pause = options.pause ?? nextTurn
  }

  get isStopping(): boolean {
    return this.stopping.signal.aborted
  }

  /** Ends what is being read at its next slice. From then on readers have the picture of before, if there is one. */
  async stop(): Promise<void> {
    this.stopping.abort(new CatalogueUnavailable())
    await Promise.allSettled([this.running, this.rebuilding])
  }

  get isLoaded(): boolean {
    return this.state !== null
  }

  look(): Promise<CatalogueInMemory> {
    if (!this.running) return this.run()
    if (this.isUnasked) return this.running
    this.next ??= this.running
      .catch(() => null)
      .then(() => {
        this.next = null
        return this.run()
      })
    return this.next
  }

  /** @throws {CatalogueUnavailable} when the first reading takes too long */
  async lookInTime(): Promise<CatalogueInMemory> {
    const looked = this.look()
    if (this.state || this.waitUntil === Number.POSITIVE_INFINITY) return looked
    const over = new AbortController()
    const late = wait(Math.max(0, this.waitUntil - performance.now()), null, { signal: over.signal })
    // Ended by the look that came first.
    late.catch(() => undefined)
    const found = await Promise.race([looked, late]).finally(() => over.abort())
    if (found === null) throw new CatalogueUnavailable()
    return found
  }

  private run(): Promise<State> {
    this.isUnasked = true
    // The loaders of a page ask in one go: one look is for all of them, so that it has none of their time limits.
    const run = Promise.resolve()
      .then(() => {
        this.isUnasked = false
        return withTimeLimit(timeLimits.job, () => (this.state ? this.catchUp(this.state) : this.readAll()))
      })
      .then((state) => {
        this.state = state
        return state
      })
    this.running = run
    const done = () => {
      if (this.running === run) this.running = null
    }
    run.then(done, done)
    return run
  }

  private async readAll(): Promise<State> {
    this.behind = null
    const read = await this.read()
    this.isBehind = false
    return this.asState(read, new KeptPieces())
  }

  private async read(): Promise<CatalogueRead> {
    const { signal } = this.stopping
    signal.throwIfAborted()
    return readCatalogue(this.db, { batch: this.sizes.read, pause: this.pause, signal })
  }

  private async catchUp(state: State): Promise<State> {
    const changes = await changesSince(this.db, state.snapshot, this.sizes.waitedFor)
    const { snapshot, pieces, many } = changes
    const checkedAt = changes.clock.getTime()
    if (checkedAt - state.checkedAt > maxAge) return this.readAll()
    // So few are read as fast as their changes would be.
    if (many && state.index.columns.size <= this.sizes.waitedFor) return this.readAll()
    const vocabulary = changes.vocabulary ? await readVocabulary(this.db) : state.vocabulary
    const words = changes.words ? await readKnownWords(this.db) : state.words
    // Pieces name makers and references, and are true at once where the index is not. What is read from now on is of
    // after these changes.
    if (many || changes.vocabulary) state.pieces.forgetAll()
    else await inSlices(state.pieces.forgetting(pieces), this.pause)
    if (pieces.length > 0) await this.alone(state, taking(await this.workOut(state, pieces)))
    if (many || changes.vocabulary || pieces.length > 0) state.answers.clear()
    Object.assign(state, { vocabulary, words, snapshot, checkedAt })
    if (this.behind) {
      for (const id of pieces) this.behind.changed.add(id)
      this.behind.again ||= many
    } else if (many || this.isTimeToRebuild(state, checkedAt)) this.rebuild()
    this.isBehind ||= many
    state.complete = !this.isBehind
    return this.behind?.ready ? this.replace(state, this.behind, this.behind.ready) : state
  }

  /** What some pieces are now, worked out beside the index; to be taken in together. */
  private async workOut({ index, search }: Indexes, ids: readonly string[]): Promise<() => void> {
    if (ids.length === 0) return () => {}
    const change = index.change()
    const documents: SearchDocument[] = []
    for (let begin = 0; begin < ids.length; begin += this.sizes.batch) {
      const some = ids.slice(begin, begin + this.sizes.batch)
      const read = await readPieces(this.db, sql`p.id = any(${some})`, sql`s.product_id = any(${some})`)
      const pieces = new Map(read.map((piece) => [piece.id, piece]))
      for (const id of some.map(Number)) change.write(id, pieces.get(id) ?? null)
      documents.push(...(await readDocuments(this.db, sql`product_id = any(${some})`)))
    }
    const isLittle = ids.length <= this.sizes.batch && index.columns.size <= atATime.moved
    const work = (slices: Generator<number, () => void>) =>
      isLittle ? atOnce(slices) : inSlices(slices, this.pause)
    const listed = await work(index.finishing(change))
    const searched = await work(search.changing(ids.map(Number), documents))
    return () => {
      listed()
      searched()
    }
  }

  /** Takes changed pieces into indexes that nobody reads yet, a part at a time, until no more than `most` are left. */
  private async bringUpToDate(indexes: Indexes, changed: Set<string>, most: number): Promise<void> {
    while (changed.size > most) {
      if (most > 0) this.stopping.signal.throwIfAborted()
      const some: string[] = []
      for (const id of changed) if (some.push(id) === this.sizes.waitedFor) break
      // Before they are read: one that changes once more meanwhile is named anew.
      for (const id of some) changed.delete(id)
      try {
        const takeIn = await this.workOut(indexes, some)
        takeIn()
      } catch (error) {
        for (const id of some) changed.add(id)
        throw error
      }
    }
  }

  private isTimeToRebuild({ search }: State, now: number): boolean {
    return this.failedAt === null ? search.isWorn : now - this.failedAt > tryAgainAfter
  }

  private rebuild(): void {
    if (this.isStopping) {
      this.failedAt ??= this.state?.checkedAt ?? 0
      return
    }
    const behind: Rebuild = { changed: new Set(), again: false, ready: null }
    this.behind = behind
    this.failedAt = null
    const work = async () => {
      const ready = await this.read()
      // Most of what has changed meanwhile; the rest when it takes its place.
      await this.bringUpToDate(ready, behind.changed, this.sizes.batch)
      behind.ready = ready
    }
    this.rebuilding = work()
      .catch((error: unknown) => {
        if (!this.isStopping)
          this.log?.error(
            { err: error },
            'the catalogue could not be read anew; listings are those of before',
          )
        if (this.behind !== behind) return
        this.behind = null
        this.failedAt = this.state?.checkedAt ?? 0
      })
      .then(() => this.look())
      // Where the database is away, whoever asks next is told so, and takes it into place later.
      .catch(() => undefined)
  }

  /** Puts a new picture, brought up to the former one, into its place. */
  private async replace(state: State, behind: Rebuild, ready: CatalogueRead): Promise<State> {
    await this.bringUpToDate(ready, behind.changed, 0)
    const { vocabulary, words, snapshot, checkedAt, pieces } = state
    this.behind = null
    this.isBehind = behind.again
    if (behind.again) this.rebuild()
    const { index, search } = ready
    return {
      ...this.asState({ index, search, vocabulary, words, snapshot, checkedAt }, pieces),
      complete: !this.isBehind,
    }
  }

  /** A picture that many read is asked and changed in turn. Of few pieces nothing takes long. */
  private alone<T>({ index }: Pick<State, 'index'>, work: Generator<number, T>): Promise<T> {
    const isLittle = index.columns.size <= atATime.copied
    const done = this.working.then(() => (isLittle ? atOnce(work) : inSlices(work, this.pause)))
    this.working = done.catch(() => undefined)
    return done
  }

  private asState(read: CatalogueRead, pieces: KeptPieces): State {
    const alone: State['alone'] = (work) => this.alone(read, work)
    return { ...read, answers: new LRUCache({ max: 500 }), pieces, alone, complete: true }
  }
}

// biome-ignore lint/correctness/useYield: taken in slices as the longer ones are, and has no place to pause in
function* taking(takeIn: () => void): Generator<number, void> {
  takeIn()
}
