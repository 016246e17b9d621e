import { LRUCache } from 'lru-cache'
import { ReadsUnderWay } from '#app/platform/reads-under-way.ts'
import type { TimeOnSale } from './price-history.ts'
import type { CardPiece, ProductDetail } from './types.ts'

/** A piece as it is kept: whether it is reduced depends on the day it is shown. */
type Kept<Piece> = {
  /** Not reduced. */
  piece: Piece
  /** When it was on sale before it came back. */
  before: TimeOnSale[]
  history: { since: Date; priceCents: number }[]
}

/** Its history only where its price changed since it was listed. */
export type KeptCard = Kept<CardPiece> & { listedAt: Date }
export type KeptDetail = Kept<ProductDetail>

/** So many pieces are forgotten before others have their turn. */
const dropped = 1_024

/** What was read of pieces, by stock number, until they change. */
class KeptReads<Read extends Kept<{ id: string }>> {
  private readonly kept: LRUCache<string, Read>
  private readonly reads = new ReadsUnderWay<'everything' | ReadonlySet<string>>()

  constructor(most: number) {
    this.kept = new LRUCache({ max: most })
  }

  /** What is kept of some stock numbers; `read` is asked for those of which nothing is. */
  async get(
    ids: readonly string[],
    read: (missing: readonly string[]) => Promise<Read[]>,
  ): Promise<Map<string, Read>> {
    const found = new Map<string, Read>()
    const missing: string[] = []
    for (const id of ids) {
      const kept = this.kept.get(id)
      if (kept) found.set(id, kept)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    const reading = this.reads.begin()
    try {
      for (const each of await read(missing)) found.set(each.piece.id, each)
    } finally {
      reading.end()
    }
    for (const id of missing) {
      const each = found.get(id)
      if (each && !reading.changes.some((change) => change === 'everything' || change.has(id)))
        this.kept.set(id, each)
    }
    return found
  }

  /** Everything has changed. */
  forgetAll(): void {
    this.reads.tell('everything')
    this.kept.clear()
  }

  /** Pieces have changed; told before any of them is forgotten. */
  tell(changed: ReadonlySet<string>): void {
    this.reads.tell(changed)
  }

  forget(id: string): void {
    this.kept.delete(id)
  }
}

/** Pieces as cards and as their own pages show them. */
export class KeptPieces {
  /** Some 2 kB each. */
  readonly cards = new KeptReads<KeptCard>(10_000)
  /** Some 8 kB each. */
  readonly details = new KeptReads<KeptDetail>(1_000)

  /** Everything has changed. */
  forgetAll(): void {
    for (const reads of [this.cards, this.details]) reads.forgetAll()
  }

  /** Pieces have changed: they are read anew, also those that are being read just now. */
  *forgetting(changed: readonly string[]): Generator<number, void> {
    if (changed.length === 0) return
    const ids = new Set(changed)
    for (const reads of [this.cards, this.details]) reads.tell(ids)
    let work = 0
    for (const id of changed) {
      this.cards.forget(id)
      this.details.forget(id)
      if (++work % dropped === 0) yield dropped
    }
  }
}
