import { answerChangesAt } from '#app/platform/answer-record.ts'
import type { Reduction } from './types.ts'

export type PricePoint = { since: Date; priceCents: number }

/** A time in which a piece was on sale before; `from` is null where it was so from the start. */
export type TimeOnSale = { from: Date | null; until: Date }

const day = 86_400_000
/** § 11 PAngV looks back 30 days; after as long the lower price is simply the price. */
const window = 30 * day

/**
 * The reduction a shop may and must announce: the last change of price, if it went down within the last 30 days
 * below the lowest price of the 30 days before it. Only prices that were asked publicly count: since `listedAt`, and,
 * of a piece that came back after a sale, in the times `before` in which it was on sale. Until when that holds is told
 * to the answer under way.
 */
export function reductionOf(
  history: readonly PricePoint[],
  { listedAt, before = [], now }: { listedAt: Date; before?: readonly TimeOnSale[]; now: Date },
): Reduction | null {
  const known = history
    .filter((point) => point.since <= now)
    .toSorted((a, b) => a.since.getTime() - b.since.getTime())
  const last = known.at(-1)
  for (const { since } of history) if (since > now) answerChangesAt(since)
  if (!last || last.since <= listedAt || now.getTime() - last.since.getTime() > window) return null
  const from = new Date(last.since.getTime() - window)
  const asked = [...before, { from: listedAt, until: now }]
  let lowest: number | null = null
  for (const [index, point] of known.slice(0, -1).entries()) {
    const until = known[index + 1]?.since ?? from
    if (!asked.some((time) => overlap(time, { from: point.since > from ? point.since : from, until })))
      continue
    lowest = lowest === null ? point.priceCents : Math.min(lowest, point.priceCents)
  }
  if (lowest === null || lowest <= last.priceCents) return null
  answerChangesAt(last.since.getTime() + window + 1)
  return { lowestCents: lowest, since: last.since }
}

function overlap(one: TimeOnSale, { from, until }: { from: Date; until: Date }): boolean {
  return from < until && from < one.until && (one.from === null || one.from < until)
}

/** The prices that were asked publicly: at the beginning of each time on sale, and every change in it. */
export function askedPrices(
  history: readonly PricePoint[],
  { listedAt, before = [] }: { listedAt: Date; before?: readonly TimeOnSale[] },
): PricePoint[] {
  const sorted = history.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  const times: { from: Date | null; until: Date | null }[] = [...before, { from: listedAt, until: null }]
  return times.flatMap(({ from, until }) => {
    const first =
      from === null
        ? 0
        : Math.max(
            0,
            sorted.findLastIndex((point) => point.since <= from),
          )
    return sorted.slice(first).flatMap((point, index) => {
      if (until !== null && point.since >= until) return []
      return [index === 0 && from !== null && point.since < from ? { ...point, since: from } : point]
    })
  })
}
