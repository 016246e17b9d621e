import { sql } from 'kysely'
import { answerUses } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import { nullable, query, text, timestamptz } from '#app/platform/database/statement.ts'
import { type CatalogueInMemory, catalogueInMemory, untilAnyChanges } from './catalogue-in-memory.ts'
import { departmentSources, sourcesBeside } from './catalogue-sources.ts'
import { wasShown } from './examined.ts'
import { type ListingFilters, normaliseFilters } from './listing-filters.ts'
import { choiceOfKey, keyOfChoice, keysOfPiece } from './listing-tally.ts'
import type { ListingVocabulary } from './vocabulary.ts'

type Live = Pick<CatalogueInMemory, 'index' | 'vocabulary'>

/**
 * Whether search engines may keep a listing; all others say `noindex` (docs/product.md 1.5). Of these kinds:
 * departments, type, brand, brand + model, brand + reference, type + metal, type + gemstone, type + era, each with one
 * value; with two pieces or more, and with others than a broader listing shows.
 */
export function isIndexable({ index, vocabulary }: Live, filters: ListingFilters): boolean {
  const key = keyOfChoice(filters, vocabulary)
  return key !== null && index.tally.indexable().has(key)
}

/** The same for many choices, as the catalogue is now. */
export async function indexableNow(db: Database): Promise<(filters: ListingFilters) => boolean> {
  const live = await catalogueInMemory(db, ['vocabulary'])
  return (filters) => {
    answerUses(...departmentSources(filters.department))
    return isIndexable(live, filters)
  }
}

/** The listings that search engines may keep and a piece belongs to, or belonged to before it was sold. */
export async function indexableListingsOf(db: Database, id: string): Promise<ListingFilters[]> {
  const { index, vocabulary } = await catalogueInMemory(db, ['vocabulary', `piece:${id}`])
  const row = index.row(Number(id))
  if (row === null) return []
  answerUses(...sourcesBeside(index.columns, row))
  const indexable = index.tally.indexable()
  return keysOfPiece(index.columns, row).flatMap((key) => {
    const choice = indexable.has(key) ? choiceOfKey(key, vocabulary) : null
    return choice ? [normaliseFilters(choice)] : []
  })
}

export type IndexableListing = {
  filters: ListingFilters
  total: number
  /** When a piece in it last changed: came, was altered, reserved, sold or taken away. `null` where nobody knows. */
  changedAt: Date | null
}

/** Every listing that search engines may keep, for the sitemap. */
export async function indexableListings(db: Database): Promise<IndexableListing[]> {
  const { index, vocabulary } = await catalogueInMemory(db)
  const changes = await untilAnyChanges(db, 'changes of stock', () => stockChanges(db))
  // By their keys: the order in which they came about is another one in every process.
  const indexable = [...index.tally.indexable()].toSorted(([one], [other]) => one - other)
  return indexable.flatMap(([key, total]) => {
    const choice = choiceOfKey(key, vocabulary)
    if (choice === null) return []
    const filters = normaliseFilters(choice)
    return [{ filters, total, changedAt: changes.get(stockKey(filters, vocabulary)) ?? null }]
  })
}

/** What `stockChanges` calls a listing. */
function stockKey(filters: ListingFilters, vocabulary: ListingVocabulary): string {
  const { department, brands, models, references, facets } = filters
  const brand = vocabulary.brand(brands[0] ?? '')
  if (brand) {
    const model = vocabulary.model(brand.id, models[0] ?? '')
    const reference = vocabulary.reference(brand.id, references[0] ?? '')
    return `${department} ${model ? `m${model.id}` : reference ? `r${reference.id}` : `b${brand.id}`}`
  }
  const { type, ...others } = facets
  if (!type) return `${department} `
  const [beside] = Object.entries(others)
  return `${department} t${type[0]}${beside ? ` ${beside[0]} ${beside[1][0]}` : ''}`
}

/**
 * When the stock of each listing last changed, by the keys above. Pieces that are sold or were taken back count, too:
 * what is no longer there is a change.
 */
async function stockChanges(db: Database): Promise<Map<string, Date>> {
  const department = sql`case when p.kind = 'watch' then 'watches' else 'jewelry' end`
  const type = sql`case when p.kind = 'bullion' then 'coins-and-bars' else p.jewellery_type end`
  const stone = sql`case when s.laboratory_grown and s.stone = 'diamond' then 'laboratory-grown-diamond' else s.stone end`
  const rows = await query(db, { key: nullable(text), at: timestamptz })`
    select concat_ws(' ', department, coalesce('b' || brand, 'm' || model, 'r' || reference,
        't' || type || coalesce(' metal ' || metal, ' era ' || era, ''), '')) as key, max(at) as at
      from (select ${department} as department, ${type} as type, p.brand_id as brand, p.model_id as model,
          p.reference_id as reference, p.metal, p.era, p.updated_at as at
        from product p where ${wasShown}) piece
      group by grouping sets ((department), (department, brand), (department, model), (department, reference),
        (department, type), (department, type, metal), (department, type, era))
    union all
    select ${department} || ' t' || ${type} || ' gemstone ' || ${stone}, max(p.updated_at)
      from product p join stone s on s.product_id = p.id
      where ${wasShown} and p.kind <> 'watch' group by 1
  `
  const latest = new Map<string, Date>()
  for (const { key, at } of rows) {
    if (key === null) continue
    const known = latest.get(key)
    if (!known || known < at) latest.set(key, at)
  }
  return latest
}
