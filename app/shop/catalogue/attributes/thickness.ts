import { attribute } from './attribute.ts'
import { figure } from './columns.ts'

export const thickness = attribute(figure('thickness_mm', 'numeric(4, 1)', { min: 1, max: 40 }), {
  id: 'thickness',
  label: { de: 'Höhe', en: 'Thickness' },
  part: 'watch',
  key: 'thickness',
  form: { thickness_mm: { unit: 'mm' } },
  fact: { place: { watch: 80 }, text: (value, say) => say.unit(value, 'mm') },
})
