import { attribute } from './attribute.ts'
import { figure } from './columns.ts'

export const width = attribute(figure('width_mm', 'numeric(6, 1)', { above: 0 }), {
  id: 'width',
  label: { de: 'Breite', en: 'Width' },
  part: 'jewellery',
  key: 'width',
  form: { width_mm: { unit: 'mm' } },
  fact: { place: { jewellery: 110 }, text: (value, say) => say.unit(value, 'mm') },
})
