import { attribute } from './attribute.ts'
import { oneOf } from './columns.ts'
import { materialsOf } from './materials.ts'

export const caseValues = materialsOf(
  ...['steel', 'steel-gold', 'yellow-gold', 'white-gold', 'rose-gold', 'platinum', 'titanium', 'ceramic'],
  ...['silver', 'bronze', 'carbon', 'gold-plated'],
)

export const caseMaterial = attribute(oneOf('case_material', caseValues), {
  id: 'case',
  label: { de: 'Gehäuse', en: 'Case' },
  part: 'watch',
  key: 'caseMaterial',
  file: { in: { watch: 'required' } },
  card: true,
  filter: {
    slug: { de: 'gehaeuse', en: 'case' },
    panel: { watches: 40 },
    open: ['watches'],
    givenUp: 190,
    heading: {
      rank: 10,
      any: { de: { after: 'aus {values}' }, en: { before: '{values}', afterName: 'in {values}' } },
      small: true,
    },
    values: caseValues,
  },
  fact: { place: { watch: 90 }, essential: true },
  jsonLd: (value, say) => ({ material: say.word(caseValues, value) }),
  search: { field: 'material' },
})
