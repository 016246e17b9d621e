import { attribute } from './attribute.ts'
import { figure } from './columns.ts'
import { bands } from './values.ts'

/** Whole millimetres: a band holds everything that begins with them, 35–37 also 37.8. */
export const diameterBands = bands(
  [
    [null, 34],
    [35, 37],
    [38, 40],
    [41, 43],
    [44, null],
  ],
  { unit: 'mm' },
)

const limits = { min: 5, max: 99.9 }
const words = {
  size: { de: 'Maße', en: 'Dimensions' },
  diameter: { de: 'Durchmesser', en: 'Diameter' },
  round: { de: '{mm}\u00a0mm ohne Krone', en: '{mm}\u00a0mm excluding the crown' },
  rectangle: {
    de: '{width} × {height}\u00a0mm ohne Krone',
    en: '{width} × {height}\u00a0mm excluding the crown',
  },
}

/** mm; only of cases that are not round, whose diameter is their width. */
export const height = attribute(figure('height_mm', 'numeric(4, 1)', limits), {
  id: 'height',
  label: { de: 'Gehäusehöhe', en: 'Height of the case' },
  part: 'watch',
  key: 'height',
  form: { height_mm: { unit: 'mm', help: { de: 'nur, wenn nicht rund', en: 'only where it is not round' } } },
})

/** mm without the crown. */
export const diameter = attribute(figure('diameter_mm', 'numeric(4, 1)', limits), {
  id: 'diameter',
  label: words.diameter,
  part: 'watch',
  key: 'diameter',
  words,
  form: { diameter_mm: { unit: 'mm', help: { de: 'ohne Krone', en: 'without the crown' } } },
  filter: {
    slug: { de: 'durchmesser', en: 'diameter' },
    panel: { watches: 60 },
    ordinal: true,
    givenUp: 100,
    heading: { rank: 140, any: { de: { after: 'mit {values}' }, en: { after: 'of {values}' } } },
    values: diameterBands.values,
    of: (value) => diameterBands.of(value),
    ofRange: diameterBands.ofRange,
    range: {
      min: 5,
      max: 99,
      decimals: 0,
      unit: 'mm',
      single: true,
      phrase: { de: 'mit {range}', en: 'of {range}' },
      of: (value) => Math.floor(value ?? 0),
    },
  },
  fact: {
    place: { watch: 70 },
    first: { watch: 30 },
    labelOf: (_, say) => (say.of(height) === null ? words.diameter : words.size),
    text(value, say) {
      const high = say.of(height)
      return high === null
        ? say.in(words.round, { mm: say.number(value) })
        : say.in(words.rectangle, { width: say.number(value), height: say.number(high) })
    },
    essential: true,
  },
  search: { reading: 'figure' },
})
