import { attribute, type IndexedStone } from './attribute.ts'
import { derived } from './columns.ts'
import { bands } from './values.ts'

/** Carats, from (inclusive) to (exclusive). */
export const caratBands = bands(
  [
    [null, 0.25],
    [0.25, 0.5],
    [0.5, 1],
    [1, 2],
    [2, null],
  ],
  { unit: 'ct', exclusive: true },
)

/** Of all stones together. */
export const caratWeight = attribute(derived(), {
  id: 'carat-weight',
  label: { de: 'Caratgewicht', en: 'Carat weight' },
  filter: {
    slug: { de: 'caratgewicht', en: 'carat-weight' },
    panel: { jewelry: 110 },
    ordinal: true,
    givenUp: 140,
    heading: { rank: 160, any: { de: { after: 'mit {values}' }, en: { after: 'of {values}' } } },
    values: caratBands.values,
    of: (_, { stones }) => caratBands.of(caratOf(stones)),
    ofRange: caratBands.ofRange,
    range: {
      min: 0,
      max: 999,
      decimals: 2,
      scale: 1000,
      unit: 'ct',
      exclusive: true,
      phrase: { de: 'mit {range}', en: 'of {range}' },
      of: (_, { stones }) => Math.round((caratOf(stones) ?? 0) * 1000),
    },
  },
})

/** Of all stones together, to a thousandth; `null` when none was weighed. */
export function caratOf(stones: readonly Pick<IndexedStone, 'carat'>[]): number | null {
  let sum: number | null = null
  for (const { carat } of stones) if (carat !== null) sum = (sum ?? 0) + carat
  return sum === null ? null : Math.round(sum * 1000) / 1000
}
