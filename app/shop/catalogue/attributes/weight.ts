import { attribute } from './attribute.ts'
import { figure } from './columns.ts'

/** Grams. */
export const weight = attribute(figure('weight_grams', 'numeric(10, 4)', { above: 0 }), {
  id: 'weight',
  label: { de: 'Gewicht', en: 'Weight' },
  part: 'piece',
  key: 'weight',
  claim: { de: /\d\s*(?:g|Gramm)\b/u, en: /\d\s*(?:g|grams?|grammes?)\b/u },
  form: { weight_grams: { unit: 'g' } },
  fact: {
    place: { watch: 220, jewellery: 90, bullion: 90 },
    text: (value, say) => say.unit(value, 'g', 2),
    essential: true,
  },
  jsonLd: (value) => ({ weight: { '@type': 'QuantitativeValue', value, unitCode: 'GRM' } }),
})
