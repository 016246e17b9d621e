import { atATime } from '#app/platform/slices.ts'
import { ListingTally } from './listing-tally.ts'
import { type ListedPiece, PieceColumns } from './piece-columns.ts'
import { byDate, byPrice, reordered } from './row-orders.ts'

/** What a change of an index begins with. */
type Former = {
  columns: PieceColumns
  newest: Int32Array<ArrayBuffer>
  cheapest: Int32Array<ArrayBuffer>
  /** The row of a stock number, also of one that is no longer shown. */
  rowOf(id: number): number | null
}

/** What an index consists of from then on. */
type Changed = {
  takeColumns(): void
  tally: ListingTally
  newest: Int32Array<ArrayBuffer>
  cheapest: Int32Array<ArrayBuffer>
}

/**
 * What an index will be with some pieces as they are now, worked out beside it: readers see nothing of it until all is
 * taken in together. Nothing else may be put into the index meanwhile.
 */
export class IndexChange {
  private readonly former: Former
  private readonly beside: PieceColumns
  private readonly tally = new ListingTally()
  /** Where the rows beside will be. */
  private readonly rows: number[] = []
  private readonly removed: number[] = []
  private readonly added: { id: number; row: number }[] = []
  private readonly leaving: number[] = []
  private readonly arriving: number[] = []

  constructor(former: Former) {
    this.former = former
    this.beside = new PieceColumns(former.columns)
  }

  /** A piece as it is now, each at most once; `null` when it is no longer shown. */
  write(id: number, piece: ListedPiece | null): void {
    const { columns } = this.former
    const { beside, tally, rows } = this
    const known = this.former.rowOf(id)
    if (known !== null) tally.remove(columns, known)
    if (!piece) {
      if (known !== null) this.removed.push(known)
      return
    }
    const at = rows.length
    beside.write(at, piece)
    tally.add(beside, at)
    if (known === null) {
      const row = columns.size + this.added.length
      this.added.push({ id, row })
      rows.push(row)
    } else {
      rows.push(known)
      if (columns.listedAt[known] === beside.listedAt[at] && columns.price[known] === beside.price[at]) return
      this.leaving.push(known)
    }
    this.arriving.push(at)
  }

  /** Everything that takes time, after the last `write`. */
  *finishing(place: (id: number, row: number) => void): Generator<number, Changed> {
    const { beside, tally, rows, removed, added, leaving, arriving } = this
    const { columns } = this.former
    let { newest, cheapest } = this.former
    if (arriving.length > 0) {
      const moves = { columns, beside, rows, leaving, arriving }
      newest = yield* reordered(newest, byDate, moves)
      cheapest = yield* reordered(cheapest, byPrice, moves)
    }
    yield* columns.growing(added.length)
    const takeColumns = yield* columns.taking(beside, rows, removed)
    const { moved } = atATime
    let work = 0
    for (const { id, row } of added) {
      place(id, row)
      if (++work % moved === 0) yield moved
    }
    return { takeColumns, tally, newest, cheapest }
  }
}
