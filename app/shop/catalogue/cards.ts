import { sql } from 'kysely'
import type { Bilingual } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { type LiveCatalogue, liveCatalogue } from './live-catalogue.ts'
import { reductionOf } from './price-history.ts'
import { type ProductStatus, publicStatus } from './product-status.ts'
import type { CardPiece, PieceKind, PiecePhoto } from './types.ts'

/** A card as it is kept: whether it is reduced depends on the day it is shown. */
type KeptCard = {
  card: CardPiece
  listedAt: Date
  /** Only of pieces whose price changed since they were listed. */
  history: { since: Date; priceCents: number }[]
}

type CardRow = {
  id: string
  kind: PieceKind
  status: ProductStatus
  brand: string | null
  name: Bilingual
  reference: string | null
  year_from: number | null
  year_to: number | null
  year_circa: boolean
  condition: string
  type: string | null
  metal: string | null
  fineness: number | null
  ring_size: number | null
  carat: number | null
  price_cents: number
  slug_de: string
  slug_en: string
  listed_at: Date
  photos: PiecePhoto[] | null
  history: { since: string; priceCents: number }[] | null
}

/**
 * The cards of some stock numbers, in their order; numbers that are not shown to the public are left out.
 * Kept in memory until the piece changes.
 */
export async function findCards(db: Database, ids: readonly string[], now: Date): Promise<CardPiece[]> {
  return cardsOf(db, await liveCatalogue(db), ids, now)
}

/** The same for who has looked at the catalogue already. */
export async function cardsOf(
  db: Database,
  { cards }: Pick<LiveCatalogue, 'cards'>,
  ids: readonly string[],
  now: Date,
): Promise<CardPiece[]> {
  const missing = ids.filter((id) => !cards.has(id))
  const read = missing.length > 0 ? await readCards(db, missing) : []
  const found = new Map(read.map((kept) => [kept.card.id, kept]))
  for (const kept of read) cards.set(kept.card.id, kept)
  return ids.flatMap((id) => {
    const kept = found.get(id) ?? (cards.get(id) as KeptCard | undefined)
    if (!kept) return []
    const { card, listedAt, history } = kept
    return history.length === 0 ? [card] : [{ ...card, reduction: reductionOf(history, { listedAt, now }) }]
  })
}

async function readCards(db: Database, ids: readonly string[]): Promise<KeptCard[]> {
  const { rows } = await sql<CardRow>`
    select p.id, p.kind, p.status, b.name as brand, p.name, r.number as reference,
      p.year_from, p.year_to, p.year_circa, p.condition,
      case when p.kind = 'bullion' then 'coins-and-bars' else p.jewellery_type end as type,
      coalesce(p.case_material, p.metal) as metal, p.fineness::float8 as fineness,
      p.ring_size_mm::float8 as ring_size,
      (select sum(carat)::float8 from stone where product_id = p.id) as carat,
      p.price_cents, p.slug_de, p.slug_en, p.listed_at,
      (select json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height, 'alt', f.alt,
          'placeholder', f.placeholder) order by f.position)
        from (select * from photo where product_id = p.id order by position limit 2) f) as photos,
      case when p.price_since > p.listed_at then
        (select json_agg(json_build_object('since', h.since, 'priceCents', h.price_cents) order by h.since)
          from price_history h where h.product_id = p.id) end as history
    from product p
    left join brand b on b.id = p.brand_id
    left join reference r on r.id = p.reference_id
    where p.id = any(${ids}) and p.status in ('listed', 'reserved', 'sold')
  `.execute(db)
  return rows.flatMap((row) => {
    const status = publicStatus(row.status)
    if (status === null) return []
    const card: CardPiece = {
      id: row.id,
      kind: row.kind,
      status,
      brand: row.brand,
      name: row.name,
      reference: row.reference,
      years:
        row.year_from === null || row.year_to === null
          ? null
          : { from: row.year_from, to: row.year_to, circa: row.year_circa },
      condition: row.condition,
      type: row.type,
      metal: row.metal,
      fineness: row.fineness,
      ringSize: row.ring_size,
      carat: row.carat,
      priceCents: row.price_cents,
      reduction: null,
      slug: { de: row.slug_de, en: row.slug_en },
      photos: row.photos ?? [],
    }
    const history = (row.history ?? []).map(({ since, priceCents }) => ({
      since: new Date(since),
      priceCents,
    }))
    return [{ card, listedAt: row.listed_at, history }]
  })
}
