import { type Bilingual, type Locale, locales } from '#app/language/locales.ts'

/** How a value is said in a listing's heading: before the noun, behind it, or behind a model's name. */
export type Phrase = { before?: string; after?: string; afterName?: string }

/** One value of a choice. The id is what the database stores and, as a rule, the English slug. */
export type FacetValue = {
  id: string
  /** The word in the path. */
  slug: Bilingual
  /** The word on the page. */
  label: Bilingual
  /** What people call it, in both languages: the words by which a piece that has it is found. */
  search?: string
  phrase?: Partial<Bilingual<Phrase>>
  /** Of a single piece, where the label is a plural. */
  one?: Bilingual
  meaning?: Bilingual
}

const headings: Record<string, keyof Phrase | 'one' | 'meaning' | 'slug' | 'label'> = {
  before: 'before',
  after: 'after',
  'after name': 'afterName',
  one: 'one',
  meaning: 'meaning',
  slug: 'slug',
}

/**
 * Values as a table, one a line, cells parted by `|`, an empty cell for nothing. The first line names the columns:
 * `id`, `slug` (German; `en slug` where it is not the id), `de` and `en` (labels), `search`, and per language `after`,
 * `before`, `after name` (phrases of the heading), `one`, `meaning`.
 * @throws {Error} for an unknown column, a line with a cell too many or few, or a missing id or label
 */
export function valueTable(text: string): readonly FacetValue[] {
  const [head = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return rows.map((cells) => {
    if (cells.length !== head.length)
      throw new Error(`A line with ${cells.length} cells: ${cells.join(' | ')}`)
    const given = new Map(head.map((name, index) => [name, cells[index] || undefined]))
    const id = given.get('id')
    const [de, en] = [given.get('de'), given.get('en')]
    if (!id || !de || !en) throw new Error(`A value without id or label: ${cells.join(' | ')}`)
    const value: FacetValue = { id, slug: { de: given.get('slug') ?? id, en: id }, label: { de, en } }
    const search = given.get('search')
    if (search) value.search = search
    for (const [name, cell] of given) {
      if (cell === undefined || ['id', 'slug', 'de', 'en', 'search'].includes(name)) continue
      addWords(value, name, cell)
    }
    return value
  })
}

function addWords(value: FacetValue, column: string, words: string) {
  const locale = locales.find((each) => column.startsWith(`${each} `))
  const heading = locale && headings[column.slice(3)]
  if (!heading) throw new Error(`Nobody knows the column "${column}"`)
  if (heading === 'slug') value.slug[locale] = words
  else if (heading === 'one' || heading === 'meaning')
    value[heading] = { ...(value[heading] as Bilingual), [locale]: words }
  else value.phrase = { ...value.phrase, [locale]: { ...value.phrase?.[locale], [heading]: words } }
}

/** A value that is a figure and reads the same in both languages. */
export function figureValue(figure: number | string): FacetValue {
  const id = String(figure)
  return { id, slug: { de: id, en: id }, label: { de: id, en: id } }
}

/** The words of an open range in a path, as in `preis-bis-1000` and `price-from-5000`. */
export const rangeWords: Bilingual<{ upTo: string; from: string }> = {
  de: { upTo: 'bis', from: 'ab' },
  en: { upTo: 'up-to', from: 'from' },
}

/** A band as `[from, to]`, both in the path's figures; `null` is an open end. */
export type Band = readonly [from: number | null, to: number | null]

type Ends = { from: number | null; to: number | null }

/**
 * Bands of figures as the values of a filter. `to` is inclusive and counts whole figures (35–37 also holds 37.8)
 * unless `exclusive`.
 */
export function bands(
  limits: readonly Band[],
  { unit, exclusive = false }: { unit: string; exclusive?: boolean },
) {
  const holds = ([from, to]: Band, figure: number) =>
    (from === null || figure >= from) && (to === null || (exclusive ? figure < to : figure <= to))
  return {
    limits,
    values: limits.map(
      (band): FacetValue => ({
        id: slugOf(band, 'en'),
        slug: { de: slugOf(band, 'de'), en: slugOf(band, 'en') },
        label: { de: labelOf(band, 'de', unit), en: labelOf(band, 'en', unit) },
      }),
    ),
    /** The band that holds a figure. */
    of(figure: number | null): string | null {
      const found =
        figure === null
          ? undefined
          : limits.find((band) => holds(band, exclusive ? figure : Math.floor(figure)))
      return found ? slugOf(found, 'en') : null
    },
    /** The band that is exactly this range. */
    ofRange(range: Ends): string | null {
      const found = limits.find(([from, to]) => from === range.from && to === range.to)
      return found ? slugOf(found, 'en') : null
    },
  }
}

function slugOf([from, to]: Band, locale: Locale): string {
  const words = rangeWords[locale]
  if (from === null) return `${words.upTo}-${to}`
  return to === null ? `${words.from}-${from}` : `${from}-${to}`
}

function labelOf([from, to]: Band, locale: Locale, unit: string): string {
  const figure = (value: number | null) => (locale === 'de' ? String(value).replace('.', ',') : String(value))
  const words = { de: { upTo: 'bis', from: 'ab' }, en: { upTo: 'up to', from: 'from' } }[locale]
  const text =
    from === null
      ? `${words.upTo} ${figure(to)}`
      : to === null
        ? `${words.from} ${figure(from)}`
        : `${figure(from)}–${figure(to)}`
  return `${text}\u00a0${unit}`
}
