import { sql } from 'kysely'
import type { Database } from '#app/platform/database/database.ts'
import { nullable, query, text, timestamptz } from '#app/platform/database/statement.ts'
import type { FacetId } from './attributes/registry.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { facets as allFacets } from './facets.ts'
import { countValues, type ListingChoice, type ListingFilters, normaliseFilters } from './listing-filters.ts'
import { departmentCode } from './piece-columns.ts'
import { departments } from './types.ts'

/** What may stand beside a type in an indexed listing. */
const besideType = allFacets.filter((facet) => facet.besideType).map(({ id }) => id)

/**
 * Which listings search engines may keep, all others say `noindex` (docs/product.md 1.5): departments, type, brand, brand + model,
 * brand + reference, type + metal, type + gemstone, type + era, each with one value and where there is stock.
 */
export function isIndexable(filters: ListingFilters, total: number): boolean {
  if (total === 0 || countValues(filters) > 2) return false
  if (Object.keys(filters.ranges).length > 0) return false
  const { brands, models, references, facets } = filters
  const chosen = Object.keys(facets) as FacetId[]
  if ([brands, models, references, ...Object.values(facets)].some((values) => values.length > 1)) return false
  if (brands.length > 0) return chosen.length === 0
  const [only, ...more] = chosen.filter((id) => id !== 'type')
  if (only === undefined) return true
  return more.length === 0 && facets.type !== undefined && besideType.some((id) => id === only)
}

export type IndexableListing = {
  filters: ListingFilters
  total: number
  /** When a piece in it last changed: came, was altered, reserved, sold or taken away. */
  changedAt: Date
}

/** Every listing that search engines may keep and that has stock now, for the sitemap. */
export async function indexableListings(db: Database): Promise<IndexableListing[]> {
  const [{ index, vocabulary }, changes] = await Promise.all([catalogueInMemory(db), stockChanges(db)])
  const { columns } = index
  const found = new Map<string, { choice: ListingChoice; total: number; newest: number }>()
  const isSold = columns.facet('availability').having(['sold'])
  const status = columns.facet('availability').codes
  for (let row = 0; row < columns.size; row++) {
    const department = departments.find((each) => departmentCode[each] === columns.department[row])
    if (!department || isSold[status[row] ?? 0] === 1) continue
    const listedAt = columns.listedAt[row] ?? 0
    const note = (key: string, choice: () => Omit<ListingChoice, 'department'>) => {
      const known = found.get(`${department} ${key}`)
      if (known) {
        known.total += 1
        known.newest = Math.max(known.newest, listedAt)
      } else
        found.set(`${department} ${key}`, { choice: { department, ...choice() }, total: 1, newest: listedAt })
    }
    note('', () => ({}))
    const brand = vocabulary.brandById(columns.brand[row] ?? 0)
    if (brand) {
      const brands = [brand.slug]
      note(`b${brand.id}`, () => ({ brands }))
      const model = vocabulary.modelById(columns.model[row] ?? 0)
      if (model) note(`m${model.id}`, () => ({ brands, models: [model.slug] }))
      const reference = vocabulary.referenceById(columns.reference[row] ?? 0)
      if (reference) note(`r${reference.id}`, () => ({ brands, references: [reference.slug] }))
    }
    const [type] = index.valuesOf(row, 'type')
    if (type === undefined) continue
    note(`t${type}`, () => ({ facets: { type: [type] } }))
    for (const id of besideType) {
      for (const value of index.valuesOf(row, id))
        note(`t${type} ${id} ${value}`, () => ({ facets: { type: [type], [id]: [value] } }))
    }
  }
  return [...found].map(([key, { choice, total, newest }]) => ({
    filters: normaliseFilters(choice),
    total,
    changedAt: changes.get(key) ?? new Date(newest * 1000),
  }))
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
        from product p where p.listed_at is not null or p.status in ('listed', 'reserved', 'sold')) piece
      group by grouping sets ((department), (department, brand), (department, model), (department, reference),
        (department, type), (department, type, metal), (department, type, era))
    union all
    select ${department} || ' t' || ${type} || ' gemstone ' || ${stone}, max(p.updated_at)
      from product p join stone s on s.product_id = p.id
      where p.listed_at is not null and p.kind <> 'watch' group by 1
  `
  const latest = new Map<string, Date>()
  for (const { key, at } of rows) {
    if (key === null) continue
    const known = latest.get(key)
    if (!known || known < at) latest.set(key, at)
  }
  return latest
}
