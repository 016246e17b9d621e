import { type Locale, locales } from '#app/language/locales.ts'
import { type Facet, facet, facets } from './facets.ts'
import { type ListingFilters, maxSegments, normaliseFilters } from './listing-filters.ts'
import { foldSegment, parseListingPath } from './listing-path.ts'
import type { Department } from './types.ts'
import type { ListingVocabulary } from './vocabulary.ts'

/** More segments than an old address ever had. */
const maxRead = 50
/** The longest of our words has fewer parts between hyphens. */
const maxParts = 6
const locale: Locale = 'de'

/**
 * What the old category paths' segments mean today. Segments of the grammar and plain words of either language become
 * filters: `gelbgold`, `damen`, `herrenuhren`, `damen-ringe`. Others are dropped, and so is whatever would exceed the
 * bounds.
 */
export function filtersFromLegacy(
  department: Department,
  segments: readonly string[],
  vocabulary: ListingVocabulary,
): ListingFilters {
  let kept: string[] = []
  let filters = normaliseFilters({ department })
  const take = (meant: readonly string[]): boolean => {
    const tried = parseListingPath({ locale, department, segments: [...kept, ...meant] }, vocabulary)
    if (tried.kind === 'unknown' || kept.length + meant.length > maxSegments) return false
    kept = [...kept, ...meant]
    filters = tried.filters
    return true
  }
  for (const segment of segments.slice(0, maxRead).filter((each) => each.length <= 200)) {
    if (take([segment])) continue
    const parts = foldSegment(segment)
      .split(/[-_\s+]+/)
      .filter(Boolean)
    for (let at = 0; at < parts.length; ) {
      let length = Math.min(maxParts, parts.length - at)
      // The longest run of parts that means something, so that `sehr-gut` is no half of itself.
      while (length > 0) {
        const word = parts.slice(at, at + length).join('-')
        const plain = plainWord(word, department)
        if (plain ? take(plain) : take([word])) break
        length -= 1
      }
      at += Math.max(1, length)
    }
  }
  return filters
}

/** The segments that a plain word stands for; `[]` for one that says no more than the department does. */
function plainWord(word: string, department: Department): string[] | null {
  if (!/[a-z]/.test(word)) return null
  if (ofDepartments.has(word)) return []
  const value = valuesOf(word, department)
  const compound = /^(damen|herren|unisex)(.+)$/.exec(word)
  if (compound) {
    const [, who = '', what = ''] = compound
    const kind = ofDepartments.has(what) ? [] : kindOf(what)
    if (kind) return [segmentOf(facet('gender'), [genders[who] ?? who]), ...kind]
  }
  return value === null ? null : [value]
}

const genders: Record<string, string> = { damen: 'ladies', herren: 'gents', unisex: 'unisex' }

/** Words that mean a department itself. */
const ofDepartments = new Set(
  'uhr uhren armbanduhr armbanduhren watch watches schmuck schmuckstueck jewelry jewellery'.split(' '),
)

/** A type of jewellery, as it is called. */
function kindOf(what: string): string[] | null {
  const type = facet('type')
  const meant = wordsOf(type).get(what)
  return meant ? [segmentOf(type, [...(meant.slugged.size > 0 ? meant.slugged : meant.called)])] : null
}

/** What the department's nearest filter understands by a word: its values' own words first, then what people call them. */
function valuesOf(word: string, department: Department): string | null {
  const rank = ({ panel }: Facet) => panel[department] ?? Number.POSITIVE_INFINITY
  const known = facets
    .flatMap((each) => {
      const found = wordsOf(each).get(word)
      return found ? [{ each, found }] : []
    })
    .sort((a, b) => rank(a.each) - rank(b.each))
  const slugged = known.find(({ found }) => found.slugged.size > 0)
  if (slugged) return segmentOf(slugged.each, [...slugged.found.slugged])
  const [called] = known
  return called ? segmentOf(called.each, [...called.found.called]) : null
}

function segmentOf({ slug, values }: Facet, ids: readonly string[]): string {
  const words = values.filter(({ id }) => ids.includes(id)).map((value) => value.slug[locale])
  return (slug ? `${slug[locale]}-` : '') + words.join('_')
}

type Meant = { slugged: Set<string>; called: Set<string> }
const kept = new Map<string, Map<string, Meant>>()

/** Every word for a facet's values: of addresses and labels (`slugged`), and of the search (`called`). */
function wordsOf({ id, values }: Facet): Map<string, Meant> {
  const made = kept.get(id)
  if (made) return made
  const words = new Map<string, Meant>()
  const add = (word: string, way: keyof Meant, value: string) => {
    const meant = words.get(word) ?? { slugged: new Set(), called: new Set() }
    meant[way].add(value)
    words.set(word, meant)
  }
  for (const value of values) {
    for (const each of locales) {
      add(foldSegment(value.slug[each]), 'slugged', value.id)
      add(foldSegment(value.label[each]).replace(/[^a-z0-9]+/g, '-'), 'slugged', value.id)
    }
    for (const word of (value.search ?? '').split(' ').filter(Boolean))
      add(foldSegment(word), 'called', value.id)
  }
  kept.set(id, words)
  return words
}
