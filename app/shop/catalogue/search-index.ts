import { atATime, atOnce } from '#app/platform/slices.ts'
import { copyOf, roomFor } from './column-copies.ts'
import { RowList } from './row-list.ts'
import { RowNumbers } from './row-numbers.ts'
import { placesOf } from './row-orders.ts'
import { countBits, emptySet, intersect, listRows, type RowSet } from './row-sets.ts'
import { exchanged, placeIn, SortingRoom, sorted } from './sorted-rows.ts'
import { mergedWords, placeOf, sortedWords, startingWith } from './sorted-words.ts'

/** What is searched of a public piece. */
export type SearchDocument = {
  id: number
  /** 0 available, 1 reserved, 2 sold. */
  availability: number
  /** In microseconds. */
  listedAt: number
  cents: number
  /** As `search_document` has them: `'_17':4 'rolex':1A,3C`. D stands for the attributes, and is not written. */
  words: string
}

/** Any of these words, of words that begin so. */
type Sought = { words: readonly string[]; beginnings: readonly string[] }

/** In cents, both inclusive. */
export type Cents = { from: number; to: number }

/** So few are sorted; of more, the kept order is read until enough are found. */
const fewRows = 512
/** In microseconds. */
const second = 1_000_000

/**
 * The words of all public pieces, each with the rows that hold it. A piece that changes gets another row and its former
 * one is passed over, so that no list is ever written but at its end; `isWorn` says when it is time to begin anew.
 */
export class SearchIndex {
  private size = 0
  /** Pieces that are shown. */
  private pieces = 0
  private id = new Int32Array(0)
  private availability = new Uint8Array(0)
  private listedAt = new Float64Array(0)
  private cents = new Int32Array(0)
  /** One more than the row that was shown of the same piece when a row was written; 0 is none. */
  private former = new Int32Array(0)
  private current: RowSet = emptySet(0)
  /** The row that was last written of a piece. */
  private readonly latest = new RowNumbers()
  /** Available, reserved, sold; newest first; rows of before among them. */
  private order = new Int32Array(0)
  private readonly lists = new Map<string, RowList>()
  /** A word as it is written with its weights: read a million times, taken apart once. */
  private readonly written = new Map<string, { list: RowList; named: 0 | 1 }>()
  /** The words of the lists, sorted; those that came since, sorted as soon as the others are. */
  private words: readonly string[] | null = null
  private newWords: string[] = []
  /** Of all stock numbers. */
  private lowest = Number.POSITIVE_INFINITY
  private highest = 0

  get isWorn(): boolean {
    return this.size > 1.5 * this.pieces + 20_000
  }

  /** Makes room for `count` rows more, a column at a time; whoever reads meanwhile reads the same. */
  *growing(count: number): Generator<number, void> {
    const rows = this.size
    if (rows + count <= this.id.length) return
    const length = roomFor(rows + count)
    this.current = yield* copyOf(this.current, { rows: wordsOf(rows), length: wordsOf(length) })
    // The one that says how many there is room for is grown last.
    for (const name of ['availability', 'listedAt', 'cents', 'former', 'id'] as const) {
      yield 1
      Object.assign(this, { [name]: yield* copyOf(this[name], { rows, length }) })
    }
  }

  /** Adds a piece without keeping the order; `sorting` comes at the end. */
  append(document: SearchDocument) {
    const row = this.write(document)
    put(this.current, row)
    this.pieces += 1
  }

  *sorting(): Generator<number, void> {
    this.order = yield* this.sortedRows(this.size)
    this.words = yield* sortedWords(this.newWords)
    this.newWords = []
  }

  /**
   * Writes some pieces as they are now, a slice at a time; the function it ends with shows all of them together, and
   * none of the others of `ids` any more. Nothing else may be written meanwhile.
   */
  *changing(ids: readonly number[], documents: readonly SearchDocument[]): Generator<number, () => void> {
    const { moved, written } = atATime
    const first = this.size
    yield* this.growing(documents.length)
    for (const [at, document] of documents.entries()) {
      if (at > 0 && at % written === 0) yield written
      this.write(document)
      if (this.words && this.newWords.length > moved) {
        this.words = yield* mergedWords(this.words, this.newWords)
        this.newWords = []
      }
    }
    yield documents.length % written
    const { size } = this
    const added = yield* this.sortedRows(
      size - first,
      Int32Array.from({ length: size - first }, (_, at) => first + at),
    )
    const places = yield* placesOf(added.length, (at) =>
      placeIn(this.order, (other) => this.compare(other, added[at] as number)),
    )
    const order = yield* exchanged(this.order, new Int32Array(0), { places, rows: added })
    const current = yield* copyOf(this.current, { rows: wordsOf(size), length: this.current.length })
    let pieces = this.pieces
    let work = 0
    for (const id of ids) {
      if (++work % moved === 0) yield moved
      const row = this.shownRow(id)
      if (row === undefined) continue
      take(current, row)
      if ((this.latest.get(id) as number) < first) pieces -= 1
    }
    for (let row = first; row < size; row++) {
      if (++work % moved === 0) yield moved
      put(current, row)
      if (this.former[row] === 0) pieces += 1
    }
    return () => {
      this.current = current
      this.order = order
      this.pieces = pieces
    }
  }

  /** Rows with any of these words. `named`: in maker, model, name or reference. */
  rowsWith({ words, beginnings }: Sought, named = false): RowSet {
    const set = emptySet(this.size)
    const add = (word: string) => this.lists.get(word)?.addTo(set, named)
    for (const word of words) {
      add(word)
      const stock = stockNumber.exec(word)?.[1]
      const row = stock === undefined ? undefined : this.shownRow(Number(stock))
      if (row !== undefined) put(set, row)
    }
    for (const start of beginnings) {
      for (const word of startingWith(this.words ?? [], start)) add(word)
      for (const word of startingWith(this.newWords, start)) add(word)
      const stock = stockNumber.exec(start)?.[1]
      if (stock !== undefined) this.addStockNumbers(set, stock)
    }
    return set
  }

  /** Rows that are shown; of a state, of a price. */
  shown(state: number | null, cents: Cents | null): RowSet {
    const { size, current, availability } = this
    if (state === null && cents === null) return current.slice(0, wordsOf(size))
    const set = emptySet(size)
    const prices = this.cents
    const from = cents?.from ?? Number.NEGATIVE_INFINITY
    const to = cents?.to ?? Number.POSITIVE_INFINITY
    const wanted = state ?? -1
    // One plain loop: with a function that tests each row it takes ten times as long.
    for (let row = 0; row < size; row++) {
      const price = prices[row] as number
      if (price < from || price > to || (wanted >= 0 && availability[row] !== wanted)) continue
      const word = row >>> 5
      set[word] = (set[word] as number) | (1 << (row & 31))
    }
    return intersect(set, set, current)
  }

  /** Stock numbers of the first rows of a set: available, reserved, sold; newest first. */
  first(set: RowSet, limit: number): number[] {
    const count = countBits(set)
    if (count === 0 || limit <= 0) return []
    if (count <= fewRows) {
      const rows = new Int32Array(count)
      listRows(set, rows)
      rows.sort((a, b) => this.compare(a, b))
      return Array.from(rows.subarray(0, limit), (row) => this.id[row] as number)
    }
    const found: number[] = []
    for (let at = 0; at < this.order.length && found.length < limit; at++) {
      const row = this.order[at] as number
      if (holds(set, row)) found.push(this.id[row] as number)
    }
    return found
  }

  private addStockNumbers(set: RowSet, start: string) {
    const low = Number(start)
    for (let more = 1; low * more <= this.highest; more *= 10) {
      const [from, to] = [low * more, (low + 1) * more]
      const [first, last] = [Math.max(from, this.lowest), Math.min(to - 1, this.highest)]
      // Whichever are fewer: the numbers that begin so, or the rows.
      if (last - first < this.size) {
        for (let id = first; id <= last; id++) {
          const row = this.shownRow(id)
          if (row !== undefined) put(set, row)
        }
        continue
      }
      for (let row = 0; row < this.size; row++) {
        const id = this.id[row] as number
        if (id >= first && id <= last) put(set, row)
      }
    }
  }

  private compare(a: number, b: number): number {
    return (
      (this.availability[a] as number) - (this.availability[b] as number) ||
      (this.listedAt[b] as number) - (this.listedAt[a] as number) ||
      (String(this.id[a]) < String(this.id[b]) ? -1 : 1)
    )
  }

  private write({ id, availability, listedAt, cents, words }: SearchDocument): number {
    const row = this.size
    atOnce(this.growing(1))
    this.id[row] = id
    this.availability[row] = availability
    this.listedAt[row] = listedAt
    this.cents[row] = cents
    this.lowest = Math.min(this.lowest, id)
    this.highest = Math.max(this.highest, id)
    const own = `'=${id}':`
    for (const word of words.split(' ')) {
      // Every piece has a stock number of its own: it is found by the number, and needs no list.
      if (word === '' || word.startsWith(own)) continue
      const { list, named } = this.written.get(word) ?? this.read(word)
      list.add(row, named)
    }
    this.former[row] = (this.shownRow(id) ?? -1) + 1
    this.latest.set(id, row)
    this.size = row + 1
    return row
  }

  private read(written: string) {
    const end = written.lastIndexOf("'")
    const word = written.slice(1, end)
    let list = this.lists.get(word)
    if (!list) {
      list = new RowList()
      this.lists.set(word, list)
      if (this.words) this.newWords.splice(placeOf(this.newWords, word), 0, word)
      else this.newWords.push(word)
    }
    const named: 0 | 1 = /[ABC]/.test(written.slice(end)) ? 1 : 0
    const read = { list, named }
    this.written.set(written, read)
    return read
  }

  /** Rows as they are shown: of all, or of some. */
  private *sortedRows(size: number, rows?: Int32Array): Generator<number, Int32Array<ArrayBuffer>> {
    const { id, listedAt, availability } = this
    // Stock numbers as texts, as the database sorts them: 10 before 9.
    const digits = (row: number) => String(id[row]).length
    const text = (row: number) => (id[row] as number) * 10 ** (10 - digits(row))
    const time = (row: number) => listedAt[row] as number
    const figures = [
      digits,
      (row: number) => text(row) % 100_000,
      (row: number) => Math.floor(text(row) / 100_000),
      (row: number) => second - 1 - (time(row) % second),
      (row: number) => 0xffffffff - Math.floor(time(row) / second),
      (row: number) => availability[row] as number,
    ]
    let order = new Int32Array(0)
    const room = new SortingRoom()
    for (const [at, figure] of figures.entries()) {
      order = yield* sorted(size, figure, at === 0 ? rows : order, room)
      yield 1
    }
    return order
  }

  /** The last row of a piece, or the one before while that belongs to a change that is not taken in, or never was. */
  private shownRow(id: number): number | undefined {
    const row = this.latest.get(id)
    if (row === undefined || holds(this.current, row)) return row
    const former = (this.former[row] as number) - 1
    return former >= 0 && holds(this.current, former) ? former : undefined
  }
}

/** A stock number, as it stands among a piece's words. */
const stockNumber = /^=([1-9][0-9]{0,9})$/

/** So many words of a set hold so many rows. */
function wordsOf(rows: number): number {
  return (rows + 31) >>> 5
}

function holds(set: RowSet, row: number): boolean {
  return ((set[row >>> 5] as number) & (1 << (row & 31))) !== 0
}

function put(set: RowSet, row: number) {
  const word = row >>> 5
  set[word] = (set[word] as number) | (1 << (row & 31))
}

function take(set: RowSet, row: number) {
  const word = row >>> 5
  set[word] = (set[word] as number) & ~(1 << (row & 31))
}
