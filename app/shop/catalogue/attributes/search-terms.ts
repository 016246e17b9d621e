import type { Attribute, Term } from './attribute.ts'
import { attributes } from './registry.ts'

/** What every value is called: field, value, words. */
export function searchTerms(): Term[] {
  const terms = (attributes as readonly Attribute[]).flatMap(({ id, filter, search }) => [
    ...(filter?.values ?? []).flatMap((value): Term[] =>
      value.search ? [[search?.field ?? id, value.id, value.search]] : [],
    ),
    ...(search?.terms ?? []),
  ])
  const byKey = new Map<string, Term>()
  for (const term of terms) {
    const [field, value, words] = term
    const known = byKey.get(`${field} ${value}`)
    if (known && known[2] !== words) throw new Error(`Two attributes call ${field} "${value}" differently`)
    byKey.set(`${field} ${value}`, term)
  }
  return [...byKey.values()]
}
