import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { int4, nullable, query, timestamptz } from '#app/platform/database/statement.ts'
import { closestFirst } from './comparable-pieces.ts'
import type { AskedWatch, WatchPrices } from './watch-answers.ts'

/** Fewer pieces say more about each of them than about the watch that is offered. */
const fewest = 3

/** Prices of longer ago say little about those of today. */
const months = 24

/** Where the dearest costs more than so many times the cheapest, the span says nothing about one watch. */
const widestSpan = 2.5

/**
 * At what prices our own watches of the same reference stand in the shop or were sold in the last two years, else those of
 * the same model in the case material that ours of the reference have. Only what every visitor may see; no price that we
 * paid. `enough` is false where there are too few, or too different ones, to say anything: then somebody has to look at
 * the watch.
 */
export async function watchPrices(db: Database, asked: AskedWatch, now: Date): Promise<WatchPrices> {
  const { brand, model, reference } = asked
  const details = {
    kind: 'watch' as const,
    ...{ brand, model, reference, year: null, scope: 'none' as const, description: '' },
  }
  const conditions = new Map(closestFirst(details))
  const sameReference = conditions.get('reference')
  // Of one maker everything is there, from quartz to gold: its span would say nothing.
  const alikes: ['reference' | 'material' | 'model', RawBuilder<unknown>][] = []
  if (sameReference) alikes.push(['reference', sameReference])
  if (model) {
    // By name a Lady-Datejust would be a Datejust, too.
    const ofModel = sql`${conditions.get('brand')} and p.model_id in
      (select m.id from model m where lower(m.name) = lower(${model}::text))`
    // Of a reference that was never here nobody knows what it is made of: it is like none of its model.
    const ofMaterial = sql`p.case_material in (select p.case_material from ${watches}
      where p.status in ('listed', 'reserved', 'sold') and ${sameReference})`
    alikes.push(sameReference ? ['material', sql`${ofModel} and ${ofMaterial}`] : ['model', ofModel])
  }
  for (const [alike, where] of alikes) {
    const [found] = await query(db, columns)`
      select count(*)::int as pieces, min(e.price_cents) as "lowCents", max(e.price_cents) as "highCents",
        count(e.sold_at)::int as sold, min(coalesce(e.sold_at, e.on_sale_since)) as since
      from ${watches} join stock_entry e on e.product_id = p.id
      where p.status in ('listed', 'reserved', 'sold') and e.price_cents is not null
        and (e.sold_at is null or e.sold_at >= ${now}::timestamptz - make_interval(months => ${months}))
        and ${where}`
    const { pieces = 0, lowCents, highCents, sold = 0, since } = found ?? {}
    if (pieces < fewest || lowCents == null || highCents == null || !since) continue
    // Whatever is less alike lies further apart.
    if (highCents > widestSpan * lowCents) break
    return { enough: true, alike, pieces, sold, lowCents, highCents, since: since.toISOString() }
  }
  return { enough: false }
}

const watches = sql`product p left join brand b on b.id = p.brand_id left join reference r on r.id = p.reference_id`

const columns = {
  pieces: int4,
  lowCents: nullable(int4),
  highCents: nullable(int4),
  sold: int4,
  since: nullable(timestamptz),
}
