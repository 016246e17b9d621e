import type { RowSet } from './row-sets.ts'

/** Bytes of a page: a longer list goes on in another one, for it would be copied as a whole. */
const pageBytes = 4_096
const bytesAtFirst = 16
/** Bits of a byte that say something; the eighth says that another byte follows. */
const bits = 7
const follows = 1 << bits

/** Rows behind `from` as steps from one to the next, each with whether the word names the row's piece. */
type Steps = { from: number; bytes: Uint8Array; length: number }
/** Rows from 32 × `word` on, one bit each; `named` is `rows` where all are named. */
type Bits = { word: number; rows: RowSet; named: RowSet | null }

const noPages: readonly (Steps | Bits)[] = []

/**
 * The rows that hold a word, in their order, each with whether it is named so. A row is written as the step from the one
 * before, in as few bytes as that takes: mostly one, where the row's number has four. Words that many pieces hold have
 * pages of bits instead, wherever those are smaller.
 */
export class RowList {
  private full = noPages
  private page: Steps = { from: 0, bytes: new Uint8Array(bytesAtFirst), length: 0 }
  private last = 0

  /** Rows come in their order, each once. */
  add(row: number, named: 0 | 1) {
    const { page } = this
    const entry = ((row - this.last) << 1) | named
    let rest = entry
    while (rest >= follows) {
      this.push((rest & (follows - 1)) | follows)
      rest >>>= bits
    }
    this.push(rest)
    this.last = row
    // An entry never lies in two pages.
    if (page.length > pageBytes - 5) this.turnPage()
  }

  addTo(set: RowSet, named: boolean) {
    for (const page of this.full) {
      if ('bytes' in page) addSteps(set, page, named)
      else addBits(set, page, named)
    }
    addSteps(set, this.page, named)
  }

  private push(byte: number) {
    const { page } = this
    if (page.length === page.bytes.length) {
      const longer = new Uint8Array(
        Math.min(pageBytes, page.length + Math.max(bytesAtFirst, page.length >>> 1)),
      )
      longer.set(page.bytes)
      page.bytes = longer
    }
    page.bytes[page.length++] = byte
  }

  private turnPage() {
    this.full = [...this.full, asBits(this.page, this.last) ?? this.page]
    this.page = { from: this.last, bytes: new Uint8Array(bytesAtFirst), length: 0 }
  }
}

/** A page that ends with a row as bits; `null` where those would take more room. */
function asBits(page: Steps, last: number): Bits | null {
  const word = page.from >>> 5
  const words = (last >>> 5) - word + 1
  if (words * 4 > page.length) return null
  const rows: RowSet = new Int32Array(words)
  const named: RowSet = new Int32Array(words)
  addSteps(rows, { ...page, from: page.from - 32 * word }, false)
  addSteps(named, { ...page, from: page.from - 32 * word }, true)
  if (named.every((some, at) => some === rows[at])) return { word, rows, named: rows }
  if (named.every((some) => some === 0)) return { word, rows, named: null }
  return words * 8 > page.length ? null : { word, rows, named }
}

function addSteps(set: RowSet, { from, bytes, length }: Steps, named: boolean) {
  let row = from
  for (let at = 0; at < length; ) {
    let byte = bytes[at++] as number
    let entry = byte
    if (byte >= follows) {
      entry &= follows - 1
      for (let shift = bits; byte >= follows; shift += bits) {
        byte = bytes[at++] as number
        entry |= (byte & (follows - 1)) << shift
      }
    }
    row += entry >>> 1
    if (named && (entry & 1) === 0) continue
    const word = row >>> 5
    set[word] = (set[word] as number) | (1 << (row & 31))
  }
}

function addBits(set: RowSet, { word, rows, named: onlyNamed }: Bits, named: boolean) {
  const page = named ? onlyNamed : rows
  if (page === null) return
  for (let at = 0; at < page.length; at++) set[word + at] = (set[word + at] as number) | (page[at] as number)
}
