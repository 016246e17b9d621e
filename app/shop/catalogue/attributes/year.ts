import { z } from 'zod'
import type { Bilingual, Locale } from '#app/language/locales.ts'
import type { PieceYears } from '../types.ts'
import { attribute, type Term } from './attribute.ts'
import { flag, together, whole } from './columns.ts'

/** The decades that have a word; a piece of 1968–1972 belongs to two. */
const decades: readonly number[] = Array.from({ length: 24 }, (_, index) => 1800 + index * 10)

const values = decades.map((decade) => {
  const words = { de: `${decade}er`, en: `${decade}s` }
  return { id: words.en, slug: words, label: words }
})

/** Also those to come; "20er" says the 1920s as well as the 2020s. */
const ofDecades = [...decades, 2030].map((decade): Term => {
  const short = decade < 1900 ? '' : ` ${String(decade).slice(2)}er ${String(decade).slice(2)}s`
  return ['decade', String(decade), `${decade}er ${decade}s${short}`]
})

const terms: readonly Term[] = [
  ...ofDecades,
  ['style', 'antique', 'antik antike antiker antique vintage'],
  ['style', 'vintage', 'vintage'],
]

const made = { de: 'Entstehung', en: 'Made' }
const circa = { de: 'ca. {years}', en: 'c. {years}' }
const limits = { min: 1500, max: 2100 }
const year = z.int()

export const years = attribute(
  together<
    {
      from: ReturnType<typeof whole>
      to: ReturnType<typeof whole>
      circa: ReturnType<typeof flag>
    },
    PieceYears | null
  >(
    { from: whole('year_from', limits), to: whole('year_to', limits), circa: flag('year_circa') },
    z
      .strictObject({ from: year, to: year, circa: z.boolean().default(false) })
      .refine(({ from, to }) => from <= to, 'from is later than to'),
    ({ from, to, circa }) => (from === null || to === null ? null : { from, to, circa }),
  ),
  {
    id: 'year',
    label: { de: 'Baujahr', en: 'Year' },
    part: 'piece',
    key: 'years',
    file: { key: 'year', in: { piece: 'optional' } },
    card: true,
    words: { made, circa },
    filter: {
      slug: { de: 'baujahr', en: 'year' },
      panel: { watches: 130, jewelry: 140 },
      ordinal: true,
      givenUp: 120,
      heading: { rank: 90, any: { de: { after: 'aus den {values}n' }, en: { after: 'from the {values}' } } },
      values,
      of: decadesOf,
      range: {
        min: 1500,
        max: 2100,
        decimals: 0,
        single: true,
        spans: true,
        phrase: { de: 'Baujahr {range}', en: 'made {range}' },
        of: (value) => value,
      },
      ofRange: ({ from, to }) =>
        from !== null && to === from + 9 && decades.includes(from) ? `${from}s` : null,
    },
    form: {
      year_from: { label: { de: 'Baujahr von', en: 'Year from' } },
      year_to: {
        label: { de: 'Baujahr bis', en: 'Year to' },
        help: { de: 'leer: dasselbe Jahr', en: 'empty: the same year' },
      },
      year_circa: { label: { de: 'Baujahr geschätzt (ca.)', en: 'Year is a guess (c.)' } },
    },
    fact: {
      place: { watch: 40, jewellery: 60, bullion: 60 },
      labelOf: (_, { kind }) => (kind === 'jewellery' ? made : { de: 'Baujahr', en: 'Year' }),
      text: (value, { locale }) => yearsOf(value, locale),
      essential: true,
    },
    // Only a year that is known exactly is a date.
    jsonLd: ({ from, to, circa }) => (circa || from !== to ? {} : { productionDate: String(from) }),
    search: { terms },
  },
)

/** Every decade that a piece's years touch, but of a guess wider than thirty years none. */
function decadesOf(years: PieceYears | null): string[] {
  if (!years || years.to - years.from > 30) return []
  const found: string[] = []
  for (let decade = years.from - (years.from % 10); decade <= years.to; decade += 10) found.push(`${decade}s`)
  return found
}

/** `2016` or `1968–1972`. */
export function yearsText({ from, to }: PieceYears): string {
  return from === to ? String(from) : `${from}–${to}`
}

/** The same with “c.” where the years are a guess. */
export function yearsOf(years: PieceYears, locale: Locale): string {
  const text = yearsText(years)
  return years.circa ? (circa as Bilingual)[locale].replace('{years}', text) : text
}
