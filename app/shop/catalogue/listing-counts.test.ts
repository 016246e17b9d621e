import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { locales } from '#app/language/locales.ts'
import { castNow, loadCatalogue } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { findListing, listingVocabulary } from './listing.ts'
import {
  chosenValues,
  type ListingFilters,
  normaliseFilters,
  toggleValue,
  withRange,
  withValues,
} from './listing-filters.ts'
import { listingPath, parseListingPath } from './listing-path.ts'

const database = testDatabase()

beforeAll(() => loadCatalogue(database.db))

const list = (filters: ListingFilters) => findListing(database.db, filters, { now: castNow })

/** What an address in that language leads to. */
async function followed(locale: 'de' | 'en', filters: ListingFilters) {
  const [, , , ...segments] = listingPath(locale, filters).split('/')
  const parsed = parseListingPath(
    { locale, department: filters.department, segments },
    await listingVocabulary(database.db),
  )
  if (parsed.kind !== 'ok') throw new Error(`${listingPath(locale, filters)} is ${parsed.kind}`)
  return list(parsed.filters)
}

/** Every facet's counts against the pieces that its value alone finds; the next step is any of its choices. */
async function walk(department: 'watches' | 'jewelry', steps: readonly number[], most: number | null) {
  let filters = normaliseFilters({ department })
  if (most !== null) filters = withRange(filters, 'price', { from: null, to: most })
  const wrong: string[] = []
  for (const [at, step] of [...steps, 0].entries()) {
    const { facets } = await list(filters)
    for (const { id, values } of facets)
      for (const { value, count } of values) {
        const only = withValues(filters, id, [value])
        const { total } = await followed(locales[(at + count) % 2] ?? 'de', only)
        if (total !== count) wrong.push(`${listingPath('de', only)}: ${count}, found ${total}`)
      }
    const choices = facets.flatMap(({ id, values }) => values.map(({ value }) => ({ id, value })))
    const next = choices[step % Math.max(1, choices.length)]
    if (next) filters = toggleValue(filters, next.id, next.value)
    if (next && chosenValues(filters, next.id).length > 15) break
  }
  return wrong
}

test('a facet counts as many pieces as its value finds, whatever else is chosen', async () => {
  const ways = fc.tuple(
    fc.constantFrom('watches' as const, 'jewelry' as const),
    fc.array(fc.nat(), { minLength: 0, maxLength: 4 }),
    fc.option(fc.integer({ min: 300, max: 20_000 })),
  )
  await fc.assert(
    fc.asyncProperty(ways, async ([department, steps, most]) => {
      expect(await walk(department, steps, most)).toEqual([])
    }),
    { numRuns: 12 },
  )
})
