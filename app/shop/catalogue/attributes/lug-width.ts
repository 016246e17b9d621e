import { attribute } from './attribute.ts'
import { whole } from './columns.ts'
import { bands } from './values.ts'

const widths = bands(
  [
    [null, 17],
    [18, 19],
    [20, 21],
    [22, null],
  ],
  { unit: 'mm' },
)

/** mm between the lugs: which straps fit. */
export const lugWidth = attribute(whole('lug_width_mm', { min: 6, max: 40 }), {
  id: 'lug-width',
  label: { de: 'Bandanstoß', en: 'Lug width' },
  part: 'watch',
  key: 'lugWidth',
  form: { lug_width_mm: { unit: 'mm' } },
  filter: {
    slug: { de: 'bandanstoss', en: 'lug-width' },
    panel: { watches: 115 },
    givenUp: 55,
    heading: {
      rank: 145,
      any: { de: { after: 'mit {values} Bandanstoß' }, en: { after: 'with a lug width of {values}' } },
    },
    values: widths.values,
    of: (value) => widths.of(value),
    ofRange: widths.ofRange,
    named: true,
    range: {
      min: 6,
      max: 40,
      decimals: 0,
      unit: 'mm',
      single: true,
      phrase: { de: 'mit {range} Bandanstoß', en: 'with a lug width of {range}' },
      of: (value) => value,
    },
  },
  fact: { place: { watch: 85 }, text: (value, say) => say.unit(value, 'mm') },
  search: { reading: 'whole' },
})
