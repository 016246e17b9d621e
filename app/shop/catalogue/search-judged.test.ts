import { beforeAll, expect, test } from 'vitest'
import { float8, int4, nullable, query, text, texts } from '#app/platform/database/statement.ts'
import { loadCatalogue } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { judgedQueries as insideQueries } from '#tests/search-judged.ts'
import { furtherQueries } from '#tests/search-judged-further.ts'
import type { JudgedQuery } from '#tests/search-judged-meant.ts'
import { outsideQueries } from '#tests/search-judged-outside.ts'
import { rangeQueries } from '#tests/search-judged-ranges.ts'
import { spokenQueries } from '#tests/search-judged-spoken.ts'
import { searchProducts } from './search.ts'

const database = testDatabase()

const judgedQueries = [
  ...insideQueries,
  ...outsideQueries,
  ...spokenQueries,
  ...furtherQueries,
  ...rangeQueries,
]

type Facts = { tags: Set<string>; figures: Record<string, number | null> }
const factsById = new Map<string, Facts>()

beforeAll(async () => {
  await loadCatalogue(database.db)
  const columns = {
    id: text,
    cents: int4,
    mm: nullable(float8),
    year: nullable(int4),
    said: texts,
    movement: nullable(text),
    brand: nullable(text),
  }
  const rows = await query(database.db, columns)`
    select p.id, p.price_cents as cents, p.diameter_mm::float8 as mm, p.year_from::int4 as year, p.movement, b.slug as brand, array_remove(
      array[p.kind, p.jewellery_type, p.gender, coalesce(p.case_material, p.metal), p.dial, p.bracelet, p.era, p.status,
        case when p.water_resistance_bar >= 20 then 'diver' end, m.slug, p.year_from::text,
        'mm-' || p.diameter_mm::float8,
        case when coalesce(p.case_material, p.metal) in ('yellow-gold', 'white-gold', 'rose-gold') then 'gold' end]
      || p.complications
      || array(select case when laboratory_grown then 'grown-' else '' end || stone from stone where product_id = p.id)
      || array(select cut from stone where product_id = p.id), null) as said
    from product p left join brand b on b.id = p.brand_id left join model m on m.id = p.model_id`
  for (const { id, cents, mm, year, said, movement, brand } of rows) {
    const tags = new Set(said)
    if (movement) tags.add(movement === 'quartz' ? 'quartz-movement' : movement)
    if (brand) tags.add(brand)
    factsById.set(id, { tags, figures: { euros: cents / 100, mm, year } })
  }
})

test('there are at least 1100 judged queries, none twice', () => {
  const queries = judgedQueries.map((judged) => judged.query)
  expect(new Set(queries).size).toBe(queries.length)
  expect(queries.length).toBeGreaterThanOrEqual(1100)
})

test('what a customer types finds the piece that is meant', async () => {
  const misses: string[] = []
  for (const judged of judgedQueries) {
    const found = (await searchProducts(database.db, judged.query)).items.map(({ id }) => id)
    if (!fulfils(judged, found)) misses.push(`${judged.query}: ${wanted(judged)}, found ${told(found)}`)
  }
  expect(misses).toEqual([])
})

function fulfils({ first, within, is, none }: JudgedQuery, found: string[]): boolean {
  const [top] = found
  if (none) return top === undefined
  if (top === undefined) return false
  if (first && !first.includes(top)) return false
  if (within && !within.every((id) => found.slice(0, 3).includes(id))) return false
  return is === undefined || is.split(' ').every((tag) => holds(factsById.get(top) as Facts, tag))
}

function holds({ tags, figures }: Facts, tag: string): boolean {
  if (tag.startsWith('-')) return !tags.has(tag.slice(1))
  const [, name, sign, bound] = /^(mm|year|)([<>])(.*)$/.exec(tag) ?? []
  if (name !== undefined) {
    const figure = figures[name || 'euros'] ?? Number.NaN
    return sign === '<' ? figure < Number(bound) : figure > Number(bound)
  }
  return tag.split('/').some((each) => tags.has(each))
}

const wanted = ({ first, within, is, none }: JudgedQuery) => (none ? 'nothing' : (is ?? `${first ?? within}`))
const told = ([top, ...more]: string[]) =>
  top === undefined
    ? 'nothing'
    : `${top} (${[...(factsById.get(top) as Facts).tags].join(' ')}) ${more.slice(0, 5)}`
