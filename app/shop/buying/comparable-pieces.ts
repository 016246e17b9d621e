import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import {
  int4,
  json,
  nullable,
  oneOf,
  query,
  type Row,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { bilingual } from '#app/shop/catalogue/piece-shapes.ts'
import { productStatuses } from '#app/shop/catalogue/product-status.ts'
import type { SellDetails } from './sell-request-form.ts'

const columns = {
  id: text,
  brand: nullable(text),
  name: json(bilingual),
  reference: nullable(text),
  status: oneOf(productStatuses),
  priceCents: nullable(int4),
  costCents: nullable(int4),
  days: nullable(int4),
  soldAt: nullable(timestamptz),
  photo: nullable(text),
  photoWidth: nullable(int4),
}

/** A piece of ours beside what is offered: cents; `days` on sale until it was sold, or until now. */
export type ComparablePiece = Row<typeof columns>

/** By what pieces are alike, closest first; `category`: the kind of jewellery alone. */
export type Alike = 'reference' | 'model' | 'brand' | 'category'

export type Comparables = { alike: Alike | null; pieces: ComparablePiece[] }

const most = 12
const plain = (words: RawBuilder<unknown>) => sql`lower(regexp_replace(${words}, '[^[:alnum:]]', '', 'g'))`

/**
 * Our own pieces like what somebody offers, sold ones and those in the shop: of the same reference, else of the same maker
 * and model, else of the maker; of jewellery those of its kind. `alike` says which; null where there are none.
 */
export async function comparablePieces(db: Database, details: SellDetails, now: Date): Promise<Comparables> {
  for (const [alike, where] of closestFirst(details)) {
    const pieces = await piecesWhere(db, where, now)
    if (pieces.length > 0) return { alike, pieces }
  }
  return { alike: null, pieces: [] }
}

/** Conditions on `p` (product), `b` (its brand) and `r` (its reference) that say what is like it, closest first. */
export function closestFirst(details: SellDetails): [Alike, RawBuilder<unknown>][] {
  if (details.kind === 'gold') return []
  if (details.kind === 'jewellery')
    return [['category', sql`p.kind = 'jewellery' and p.jewellery_type = ${details.type}`]]
  const { brand, model, reference } = details
  const ofBrand = sql`p.kind = 'watch' and ${plain(sql`b.name`)} = ${plain(sql`${brand}::text`)}`
  const asked: [Alike, RawBuilder<unknown>][] = []
  if (reference)
    asked.push(['reference', sql`${ofBrand} and ${plain(sql`r.number`)} = ${plain(sql`${reference}::text`)}`])
  if (model)
    asked.push([
      'model',
      sql`${ofBrand} and position(${plain(sql`${model}::text`)} in ${plain(sql`p.name ->> 'de'`)}) > 0`,
    ])
  return [...asked, ['brand', ofBrand]]
}

async function piecesWhere(db: Database, where: RawBuilder<unknown>, now: Date): Promise<ComparablePiece[]> {
  return query(db, columns)`
    select p.id, b.name as brand, p.name, r.number as reference, p.status, e.price_cents as "priceCents",
      e.cost_cents as "costCents",
      floor(extract(epoch from coalesce(e.sold_at, ${now}::timestamptz) - e.on_sale_since) / 86400)::int as days,
      e.sold_at as "soldAt", f.id as photo, f.width as "photoWidth"
    from product p join stock_entry e on e.product_id = p.id
    left join brand b on b.id = p.brand_id left join reference r on r.id = p.reference_id
    left join lateral (select f.id, f.width from photo f where f.product_id = p.id order by f.position limit 1) f on true
    where p.status in ('listed', 'reserved', 'sold', 'preparing', 'intake') and ${where}
    order by e.sold_at desc nulls last, e.on_sale_since desc nulls last, p.id limit ${most}`
}
