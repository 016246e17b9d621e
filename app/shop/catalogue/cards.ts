import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { answerUses } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  float8,
  json,
  nullable,
  query,
  type Row,
  text,
  timestamptz,
} from '#app/platform/database/statement.ts'
import { answersOf, cardAttributes, readCardFacts, selectList } from './attributes/select-attributes.ts'
import { type CatalogueInMemory, catalogueInMemory } from './catalogue-in-memory.ts'
import { hasPage, isExamined, lastPrice } from './examined.ts'
import type { KeptCard } from './kept-pieces.ts'
import {
  datesOf,
  history,
  onSaleBefore,
  photo,
  photoFocus,
  pieceColumns,
  timesOnSale,
} from './piece-shapes.ts'
import { reductionOf } from './price-history.ts'
import { publicStatus } from './product-status.ts'
import type { CardPiece, PagePiece } from './types.ts'

const columns = {
  ...answersOf(cardAttributes),
  ...pieceColumns,
  brand: nullable(text),
  reference: nullable(text),
  carat: nullable(float8),
  listed_at: nullable(timestamptz),
  photos: nullable(json(z.array(photo))),
  history,
  on_sale_before: timesOnSale,
}

/**
 * The cards of some stock numbers, in their order; numbers that are not shown to the public are left out.
 * Kept in memory until the piece changes.
 */
export async function findCards(db: Database, ids: readonly string[], now: Date): Promise<CardPiece[]> {
  return cardsOf(db, await catalogueInMemory(db, ['vocabulary']), ids, now)
}

/** The same for who has looked at the catalogue already. */
export async function cardsOf(
  db: Database,
  { pieces }: Pick<CatalogueInMemory, 'pieces'>,
  ids: readonly string[],
  now: Date,
): Promise<CardPiece[]> {
  answerUses(...ids.map((id) => `piece:${id}`))
  const found = await pieces.cards.get(ids, (missing) => readCards(db, missing))
  return ids.flatMap((id) => {
    const kept = found.get(id)
    if (!kept) return []
    const { piece, history, ...times } = kept
    return history.length === 0 ? [piece] : [{ ...piece, reduction: reductionOf(history, { ...times, now }) }]
  })
}

/**
 * The cards of whatever has a page, in the order of the stock numbers: also of pieces that are examined again after a
 * sale. For lists of one's own pieces alone; those are in no listing.
 */
export async function cardsWithPage(db: Database, ids: readonly string[], now: Date): Promise<PagePiece[]> {
  const shown = await findCards(db, ids, now)
  const missing = ids.filter((id) => !shown.some((card) => card.id === id))
  if (missing.length === 0) return shown
  const examined = (await readRows(db, missing, sql`${isExamined} and ${hasPage}`)).map(
    (row): PagePiece => ({ ...cardOf(row), status: 'examined' }),
  )
  return ids.flatMap((id) => [...shown, ...examined].find((card) => card.id === id) ?? [])
}

async function readCards(db: Database, ids: readonly string[]): Promise<KeptCard[]> {
  const rows = await readRows(db, ids, sql`p.status in ('listed', 'reserved', 'sold')`)
  return rows.flatMap((row) => {
    const status = publicStatus(row.status)
    if (status === null || row.listed_at === null) return []
    const history = (row.history ?? []).map(({ since, priceCents }) => ({
      since: new Date(since),
      priceCents,
    }))
    const before = datesOf(row.on_sale_before)
    return [{ piece: { ...cardOf(row), status }, listedAt: row.listed_at, before, history }]
  })
}

function readRows(db: Database, ids: readonly string[], which: RawBuilder<unknown>) {
  return query(db, columns)`
    select p.id, p.kind, p.status, b.name as brand, p.name, r.number as reference, ${lastPrice} as price_cents,
      p.slug_de, p.slug_en, p.listed_at, ${selectList(cardAttributes)},
      (select sum(carat)::float8 from stone where product_id = p.id) as carat,
      (select json_agg(json_strip_nulls(json_build_object('id', f.id, 'width', f.width, 'height', f.height,
          'alt', f.alt, 'placeholder', f.placeholder, 'focus', ${photoFocus})) order by f.position)
        from (select * from photo where product_id = p.id order by position limit 2) f) as photos,
      case when p.price_since > p.listed_at then
        (select json_agg(json_build_object('since', h.since, 'priceCents', h.price_cents) order by h.since)
          from price_history h where h.product_id = p.id) end as history,
      case when p.price_since > p.listed_at then ${onSaleBefore} end as on_sale_before
    from product p
    left join brand b on b.id = p.brand_id
    left join reference r on r.id = p.reference_id
    where p.id = any(${ids}) and ${which}
  `
}

function cardOf(row: Row<typeof columns>): Omit<CardPiece, 'status'> {
  const { caseMaterial, ...facts } = readCardFacts(row)
  return {
    id: row.id,
    kind: row.kind,
    brand: row.brand,
    name: row.name,
    reference: row.reference,
    ...facts,
    type: row.kind === 'bullion' ? 'coins-and-bars' : facts.type,
    metal: caseMaterial ?? facts.metal,
    carat: row.carat,
    priceCents: row.price_cents,
    reduction: null,
    slug: { de: row.slug_de, en: row.slug_en },
    photos: row.photos ?? [],
  }
}
