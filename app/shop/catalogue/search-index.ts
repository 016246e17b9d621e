import { atATime } from '#app/platform/slices.ts'
import { placeOf, startingWith } from './known-words.ts'
import { countBits, emptySet, intersect, listRows, type RowSet } from './row-sets.ts'
import { exchanged, placeIn, sorted } from './sorted-rows.ts'

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

const listsFrom = 8
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
  private id = new Int32Array(0)
  private availability = new Uint8Array(0)
  private listedAt = new Float64Array(0)
  private cents = new Int32Array(0)
  private current: RowSet = emptySet(0)
  private readonly rowOf = new Map<number, number>()
  /** Available, reserved, sold; newest first; rows of before among them. */
  private order = new Int32Array(0)
  private readonly lists = new Map<string, RowList>()
  /** A word as it is written with its weights: read a million times, taken apart once. */
  private readonly written = new Map<string, { list: RowList; named: 0 | 1 }>()
  private words: string[] | null = null
  /** Of all stock numbers. */
  private lowest = Number.POSITIVE_INFINITY
  private highest = 0

  get isWorn(): boolean {
    return this.size > 2 * this.rowOf.size + 20_000
  }

  /** Adds a piece without keeping the order; `sorting` comes at the end. */
  append(document: SearchDocument) {
    this.show(this.write(document))
  }

  *sorting(): Generator<number, void> {
    const { size, id, listedAt, availability } = this
    // Stock numbers as texts, as the database sorts them: 10 before 9.
    const digits = (row: number) => String(id[row]).length
    const text = (row: number) => (id[row] as number) * 10 ** (10 - digits(row))
    const shorter = yield* sorted(size, digits)
    const byEnd = yield* sorted(size, (row) => text(row) % 100_000, shorter)
    const byText = yield* sorted(size, (row) => Math.floor(text(row) / 100_000), byEnd)
    const time = (row: number) => listedAt[row] as number
    const fine = yield* sorted(size, (row) => second - 1 - (time(row) % second), byText)
    const newest = yield* sorted(size, (row) => 0xffffffff - Math.floor(time(row) / second), fine)
    this.order = yield* sorted(size, (row) => availability[row] as number, newest)
  }

  /**
   * Writes some pieces as they are now, a slice at a time; the function it ends with shows all of them together, and
   * none of the others of `ids` any more. Nothing else may be written meanwhile.
   */
  *changing(ids: readonly number[], documents: readonly SearchDocument[]): Generator<number, () => void> {
    const rows: number[] = []
    for (const document of documents) {
      rows.push(this.write(document))
      if (rows.length % atATime.written === 0) yield atATime.written
    }
    const compare = (a: number, b: number) => this.compare(a, b)
    const added = Int32Array.from(rows).sort(compare)
    const places = added.map((row) => placeIn(this.order, (other) => compare(other, row)))
    const order = yield* exchanged(this.order, new Int32Array(0), { places, rows: added })
    return () => {
      for (const id of ids) this.hide(id)
      for (const row of rows) this.show(row)
      this.order = order
    }
  }

  /** Rows with any of these words. `named`: in maker, model, name or reference. */
  rowsWith({ words, beginnings }: Sought, named = false): RowSet {
    const set = emptySet(this.size)
    const add = (word: string) => this.lists.get(word)?.addTo(set, named)
    for (const word of words) {
      add(word)
      const stock = stockNumber.exec(word)?.[1]
      const row = stock === undefined ? undefined : this.rowOf.get(Number(stock))
      if (row !== undefined) put(set, row)
    }
    for (const start of beginnings) {
      for (const word of startingWith(this.sortedWords(), start)) add(word)
      const stock = stockNumber.exec(start)?.[1]
      if (stock !== undefined) this.addStockNumbers(set, stock)
    }
    return set
  }

  /** Rows that are shown; of a state, of a price. */
  shown(state: number | null, cents: Cents | null): RowSet {
    const { size, current, availability } = this
    if (state === null && cents === null) return current.slice(0, (size + 31) >>> 5)
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
      if (((set[row >>> 5] as number) & (1 << (row & 31))) !== 0) found.push(this.id[row] as number)
    }
    return found
  }

  private addStockNumbers(set: RowSet, start: string) {
    const low = Number(start)
    for (let more = 1; low * more <= this.highest; more *= 10) {
      const [from, to] = [low * more, (low + 1) * more]
      if (to <= this.lowest) continue
      for (let row = 0; row < this.size; row++) {
        const id = this.id[row] as number
        if (id >= from && id < to) put(set, row)
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
    this.grow(row + 1)
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
      if (this.words) this.words.splice(placeOf(this.words, word), 0, word)
    }
    const named: 0 | 1 = /[ABC]/.test(written.slice(end)) ? 1 : 0
    const read = { list, named }
    this.written.set(written, read)
    return read
  }

  private sortedWords(): string[] {
    this.words ??= [...this.lists.keys()].sort()
    return this.words
  }

  private show(row: number) {
    this.rowOf.set(this.id[row] as number, row)
    put(this.current, row)
  }

  private hide(id: number) {
    const row = this.rowOf.get(id)
    if (row === undefined) return
    this.rowOf.delete(id)
    const word = row >>> 5
    this.current[word] = (this.current[word] as number) & ~(1 << (row & 31))
  }

  private grow(size: number) {
    if (size <= this.id.length) return
    const room = Math.max(1024, this.id.length + (this.id.length >>> 1))
    this.id = grown(new Int32Array(room), this.id)
    this.availability = grown(new Uint8Array(room), this.availability)
    this.listedAt = grown(new Float64Array(room), this.listedAt)
    this.cents = grown(new Int32Array(room), this.cents)
    this.current = grown(emptySet(room), this.current)
  }
}

/** A stock number, as it stands among a piece's words. */
const stockNumber = /^=([1-9][0-9]{0,9})$/

/** Rows in their order, each with whether it is named so. */
class RowList {
  private rows = new Int32Array(listsFrom)
  private length = 0

  add(row: number, named: 0 | 1) {
    if (this.length === this.rows.length) {
      const room = this.length + Math.max(listsFrom, this.length >>> 1)
      this.rows = grown(new Int32Array(room), this.rows)
    }
    this.rows[this.length++] = (row << 1) | named
  }

  addTo(set: RowSet, named: boolean) {
    const { rows, length } = this
    for (let at = 0; at < length; at++) {
      const entry = rows[at] as number
      if (named && (entry & 1) === 0) continue
      const word = entry >>> 6
      set[word] = (set[word] as number) | (1 << ((entry >>> 1) & 31))
    }
  }
}

function put(set: RowSet, row: number) {
  const word = row >>> 5
  set[word] = (set[word] as number) | (1 << (row & 31))
}

function grown<Values extends { set(values: Values): void }>(longer: Values, values: Values): Values {
  longer.set(values)
  return longer
}
