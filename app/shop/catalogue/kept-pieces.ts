import { LRUCache } from 'lru-cache'
import { ReadsUnderWay } from '#app/platform/reads-under-way.ts'
import type { TimeOnSale } from './price-history.ts'
import type { CardPiece } from './types.ts'

/** A card as it is kept: whether it is reduced depends on the day it is shown. */
export type KeptCard = {
  card: CardPiece
  listedAt: Date
  /** When it was on sale before it came back. */
  before: TimeOnSale[]
  /** Only of pieces whose price changed since they were listed. */
  history: { since: Date; priceCents: number }[]
}

/** So many cards are forgotten before others have their turn. */
const dropped = 1_024

/** Cards by stock number, until their piece changes. */
export class KeptCards {
  /** Some 2 kB each. */
  private readonly cards = new LRUCache<string, KeptCard>({ max: 10_000 })
  private readonly reads = new ReadsUnderWay<'everything' | ReadonlySet<string>>()

  /** The cards of some stock numbers; `read` is asked for those that are not kept. */
  async get(
    ids: readonly string[],
    read: (missing: readonly string[]) => Promise<KeptCard[]>,
  ): Promise<Map<string, KeptCard>> {
    const found = new Map<string, KeptCard>()
    const missing: string[] = []
    for (const id of ids) {
      const kept = this.cards.get(id)
      if (kept) found.set(id, kept)
      else missing.push(id)
    }
    if (missing.length === 0) return found
    const reading = this.reads.begin()
    try {
      for (const card of await read(missing)) found.set(card.card.id, card)
    } finally {
      reading.end()
    }
    for (const id of missing) {
      const card = found.get(id)
      if (card && !reading.changes.some((change) => change === 'everything' || change.has(id)))
        this.cards.set(id, card)
    }
    return found
  }

  /** Everything has changed. */
  forgetAll(): void {
    this.reads.tell('everything')
    this.cards.clear()
  }

  /** Pieces have changed: their cards are read anew, also those that are being read just now. */
  *forgetting(changed: readonly string[]): Generator<number, void> {
    if (changed.length === 0) return
    this.reads.tell(new Set(changed))
    let work = 0
    for (const id of changed) {
      this.cards.delete(id)
      if (++work % dropped === 0) yield dropped
    }
  }
}
