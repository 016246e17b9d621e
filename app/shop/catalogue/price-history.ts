import type { Reduction } from './types.ts'

export type PricePoint = { since: Date; priceCents: number }

const day = 86_400_000
/** § 11 PAngV looks back 30 days; after as long the lower price is simply the price. */
const window = 30 * day

/**
 * The reduction a shop may and must announce: the last change of price, if it went down within the last 30 days
 * below the lowest price of the 30 days before it. Only prices that were asked publicly count, so nothing before
 * `listedAt`.
 */
export function reductionOf(
  history: readonly PricePoint[],
  { listedAt, now }: { listedAt: Date; now: Date },
): Reduction | null {
  const known = history
    .filter((point) => point.since <= now)
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
  const last = known.at(-1)
  if (!last || last.since <= listedAt || now.getTime() - last.since.getTime() > window) return null
  const from = Math.max(listedAt.getTime(), last.since.getTime() - window)
  let lowest: number | null = null
  for (const [index, point] of known.slice(0, -1).entries()) {
    const until = known[index + 1]?.since.getTime() ?? 0
    if (until <= from) continue
    lowest = lowest === null ? point.priceCents : Math.min(lowest, point.priceCents)
  }
  return lowest !== null && lowest > last.priceCents ? { lowestCents: lowest, since: last.since } : null
}
