import type { Database } from '#app/platform/database/database.ts'
import { int4, nullable, query, timestamptz } from '#app/platform/database/statement.ts'
import { closestFirst } from './comparable-pieces.ts'
import type { AskedWatch, WatchPrices } from './watch-answers.ts'

/** Fewer pieces say more about each of them than about the watch that is offered. */
const fewest = 3

/** Prices of longer ago say little about those of today. */
const months = 24

/**
 * At what prices our own watches of the same reference, else of the same model, stand in the shop or were sold in the last
 * two years. Only what every visitor may see; no price that we paid. `enough` is false where there are too few to say
 * anything: then somebody has to look at the watch.
 */
export async function watchPrices(db: Database, asked: AskedWatch, now: Date): Promise<WatchPrices> {
  const { brand, model, reference } = asked
  const details = {
    kind: 'watch' as const,
    ...{ brand, model, reference, year: null, scope: 'none' as const, description: '' },
  }
  for (const [alike, where] of closestFirst(details)) {
    // Of one maker everything is there, from quartz to gold: its span would say nothing.
    if (alike !== 'reference' && alike !== 'model') continue
    const [found] = await query(db, columns)`
      select count(*)::int as pieces, min(e.price_cents) as "lowCents", max(e.price_cents) as "highCents",
        count(e.sold_at)::int as sold, min(coalesce(e.sold_at, e.on_sale_since)) as since
      from product p join stock_entry e on e.product_id = p.id
      left join brand b on b.id = p.brand_id left join reference r on r.id = p.reference_id
      where p.status in ('listed', 'reserved', 'sold') and e.price_cents is not null
        and (e.sold_at is null or e.sold_at >= ${now}::timestamptz - make_interval(months => ${months}))
        and ${where}`
    const { pieces = 0, lowCents, highCents, sold = 0, since } = found ?? {}
    if (pieces >= fewest && lowCents != null && highCents != null && since)
      return { enough: true, alike, pieces, sold, lowCents, highCents, since: since.toISOString() }
  }
  return { enough: false }
}

const columns = {
  pieces: int4,
  lowCents: nullable(int4),
  highCents: nullable(int4),
  sold: int4,
  since: nullable(timestamptz),
}
