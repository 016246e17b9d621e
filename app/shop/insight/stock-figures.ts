import type { Database } from '#app/platform/database/database.ts'
import { date, int4, int8, nullable, query, text } from '#app/platform/database/statement.ts'
import { pieceResultsGone } from '#app/shop/ledger/piece-result.ts'
import type { Period } from './period.ts'

/** Whole days on sale, both inclusive; `to` null: and more. */
export const ageSpans = [
  { from: 0, to: 30 },
  { from: 31, to: 60 },
  { from: 61, to: 90 },
  { from: 91, to: 180 },
  { from: 181, to: 365 },
  { from: 366, to: null },
] as const

/**
 * How long what is on sale has been, counted as the list of pieces counts it: pieces, what they are offered for and what
 * was paid for them (cents) in each of `ageSpans`. `unknown`: of how many nobody knows what was paid.
 */
export async function stockAge(db: Database, now: Date) {
  const rows = await query(db, {
    span: int4,
    pieces: int8,
    price_cents: int8,
    cost_cents: int8,
    unknown: int8,
  })`
    select width_bucket(floor(extract(epoch from ${now}::timestamptz - on_sale_since) / 86400)::int,
        array[0, 31, 61, 91, 181, 366]) as span,
      count(*) as pieces, coalesce(sum(price_cents), 0)::int8 as price_cents,
      coalesce(sum(cost_cents), 0)::int8 as cost_cents, count(*) filter (where cost_cents is null) as unknown
    from stock_entry where status in ('listed', 'reserved') and on_sale_since is not null group by 1
  `
  return ageSpans.map((span, at) => {
    const found = rows.find((row) => row.span === at + 1)
    return {
      ...span,
      pieces: found?.pieces ?? 0,
      priceCents: found?.price_cents ?? 0,
      costCents: found?.cost_cents ?? 0,
      unknown: found?.unknown ?? 0,
    }
  })
}

const makerRow = {
  slug: nullable(text),
  name: nullable(text),
  offered: int8,
  sold: int8,
  left: int8,
  sold_cents: int8,
}

/**
 * By maker: pieces that were on sale at any time of a period, how many of them were sold in it, how many are on sale now,
 * and what the sold ones brought at their prices (cents). Most sold first.
 */
export async function sellThrough(
  db: Database,
  { from, to }: Period,
  { limit = 50 }: { limit?: number } = {},
) {
  return query(db, makerRow)`
    select b.slug, b.name, count(*) as offered, count(*) filter (where sold) as sold,
      count(*) filter (where on_sale) as left, coalesce(sum(price_cents) filter (where sold), 0)::int8 as sold_cents
    from (
      select e.brand_id, e.price_cents, e.status in ('listed', 'reserved') as on_sale,
        e.status = 'sold' and e.sold_at >= ${from}::date::timestamp at time zone 'Europe/Berlin'
          and e.sold_at < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin' as sold
      from stock_entry e
      where (e.status in ('listed', 'reserved')
          and e.on_sale_since < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin')
        or (e.status = 'sold' and e.sold_at >= ${from}::date::timestamp at time zone 'Europe/Berlin'
          and coalesce(e.on_sale_since, e.sold_at) < (${to}::date + 1)::timestamp at time zone 'Europe/Berlin')
    ) offered left join brand b on b.id = offered.brand_id
    group by b.slug, b.name order by sold desc, offered desc, b.name limit ${limit}
  `
}

const monthRow = {
  month: text,
  first: date,
  last: date,
  pieces: int8,
  unknown: int8,
  proceeds_cents: int8,
  tax_cents: int8,
  purchase_cents: int8,
  cost_cents: int8,
  result_cents: int8,
}

/**
 * What pieces left that went in a period and are gone, by month, cents; days within the period. Pieces of which nobody
 * knows what was paid (`unknown`) are in the proceeds, and in no result.
 */
export async function resultsByMonth(db: Database, { from, to }: Period) {
  return query(db, monthRow)`
    select to_char(month, 'YYYY-MM') as month, greatest(month::date, ${from}::date) as first,
      least((month + interval '1 month - 1 day')::date, ${to}::date) as last,
      pieces, unknown, proceeds_cents, tax_cents, purchase_cents, cost_cents, result_cents
    from (
      select date_trunc('month', last_out::timestamp) as month, count(*) as pieces,
        count(*) filter (where purchase_cents is null) as unknown, sum(proceeds_cents)::int8 as proceeds_cents,
        sum(tax_cents)::int8 as tax_cents, coalesce(sum(purchase_cents), 0)::int8 as purchase_cents,
        sum(cost_cents)::int8 as cost_cents, coalesce(sum(result_cents), 0)::int8 as result_cents
      from ${pieceResultsGone({ from, to })} result group by 1) of_month
    order by month
  `
}

const pieceRow = {
  number: int4,
  title: text,
  product_id: nullable(text),
  day: date,
  proceeds_cents: int8,
  tax_cents: int8,
  purchase_cents: nullable(int8),
  cost_cents: int8,
  result_cents: nullable(int8),
}

/** The same piece by piece, those that left most first. */
export async function resultsByPiece(
  db: Database,
  { from, to }: Period,
  { limit = 100 }: { limit?: number } = {},
) {
  return query(db, pieceRow)`
    select result.number, l.title, result.product_id, last_out as day, proceeds_cents::int8 as proceeds_cents,
      tax_cents::int8 as tax_cents, result.purchase_cents::int8 as purchase_cents, cost_cents::int8 as cost_cents,
      result_cents::int8 as result_cents
    from (
      select * from ${pieceResultsGone({ from, to })} gone order by result_cents desc nulls last, number limit ${limit}
    ) result join ledger l on l.number = result.number
    order by result_cents desc nulls last, result.number
  `
}
