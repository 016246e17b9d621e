import { attribute } from './attribute.ts'
import { bilingual } from './columns.ts'

export const crystal = attribute(bilingual('crystal'), {
  id: 'crystal',
  label: { de: 'Glas', en: 'Crystal' },
  part: 'watch',
  key: 'crystal',
  fact: { place: { watch: 110 } },
})
