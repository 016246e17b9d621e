import { attribute } from './attribute.ts'
import { figure } from './columns.ts'

export const length = attribute(figure('length_mm', 'numeric(6, 1)', { above: 0 }), {
  id: 'length',
  label: { de: 'Länge', en: 'Length' },
  part: 'jewellery',
  key: 'length',
  form: { length_mm: { unit: 'mm' } },
  fact: {
    place: { jewellery: 100 },
    first: { jewellery: 20 },
    text: (value, say) => say.unit(value, 'mm'),
    essential: true,
  },
})
