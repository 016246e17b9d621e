import { attribute } from './attribute.ts'
import { figure } from './columns.ts'

const gramsPerOunce = 31.1034768

const words = { weight: { de: '{grams}\u00a0g ({ounces}\u00a0oz)', en: '{grams}\u00a0g ({ounces}\u00a0oz)' } }

/** Grams of fine metal. */
export const fineWeight = attribute(figure('fine_grams', 'numeric(10, 4)', { above: 0 }), {
  id: 'fine-weight',
  label: { de: 'Feingewicht', en: 'Fine weight' },
  part: 'bullion',
  key: 'fineGrams',
  file: { in: { bullion: 'required' } },
  words,
  form: { fine_grams: { unit: 'g' } },
  fact: {
    place: { bullion: 80 },
    first: { bullion: 10 },
    text: (value, say) =>
      say.in(words.weight, { grams: say.number(value, 4), ounces: say.number(value / gramsPerOunce, 3) }),
    essential: true,
  },
})
