import type { Database } from '#app/platform/database/database.ts'
import { catalogueInMemory } from './catalogue-in-memory.ts'
import { departmentSources } from './catalogue-sources.ts'
import { queryOf } from './listing.ts'
import { normaliseFilters } from './listing-filters.ts'
import { type Department, departments } from './types.ts'

/** A maker of whose watches or jewellery something is on sale or reserved. */
export type Maker = { department: Department; slug: string; name: string; count: number }

/** Every such maker, by department and name, as the catalogue is now. */
export async function makersOffered(db: Database): Promise<Maker[]> {
  const found: Maker[] = []
  for (const department of departments) {
    const live = await catalogueInMemory(db, departmentSources(department))
    const key = `makers ${department}`
    const kept = live.answers.get(key) as { makers: Maker[] } | undefined
    const makers = kept?.makers ?? makersIn(live, department)
    if (!kept) live.answers.set(key, { makers })
    found.push(...makers)
  }
  return found
}

function makersIn(
  { index, vocabulary }: Awaited<ReturnType<typeof catalogueInMemory>>,
  department: Department,
): Maker[] {
  const counts = index.countMakers(queryOf(normaliseFilters({ department }), vocabulary))
  return vocabulary.brands
    .flatMap(({ id, slug, name }) => {
      const count = counts.get(id) ?? 0
      return count > 0 ? [{ department, slug, name, count }] : []
    })
    .toSorted((one, other) => one.name.localeCompare(other.name, 'de'))
}
