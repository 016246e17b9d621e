import { attribute } from './attribute.ts'
import { oneOf } from './columns.ts'
import { fineness, finenessText } from './fineness.ts'
import { materialsOf } from './materials.ts'

const values = materialsOf(
  ...['yellow-gold', 'white-gold', 'rose-gold', 'two-tone-gold', 'fine-gold', 'platinum', 'palladium'],
  ...['silver', 'titanium', 'steel'],
)

export const metal = attribute(oneOf('metal', values), {
  id: 'metal',
  label: { de: 'Material', en: 'Metal' },
  part: 'piece',
  key: 'metal',
  file: { in: { jewellery: 'required' } },
  card: true,
  // Of bullion it follows from the file's own words.
  form: { metal: { in: { jewellery: 'required', bullion: 'required' } } },
  filter: {
    slug: { de: 'material', en: 'metal' },
    panel: { jewelry: 30 },
    open: ['jewelry'],
    givenUp: 180,
    heading: {
      rank: 20,
      any: { de: { after: 'aus {values}' }, en: { before: '{values}', afterName: 'in {values}' } },
      small: true,
    },
    values,
    besideType: true,
  },
  fact: {
    place: { jewellery: 70, bullion: 70 },
    first: { jewellery: 30, bullion: 20 },
    text: (value, say) => [say.word(values, value), finenessText(value, say.of(fineness), say)],
    essential: true,
  },
  jsonLd: (value, say) => ({ material: say.word(values, value), color: say.word(values, value) }),
  search: { field: 'material' },
})
