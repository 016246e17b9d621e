import { attribute } from './attribute.ts'
import { bilingual } from './columns.ts'

export const clasp = attribute(bilingual('clasp'), {
  id: 'clasp',
  label: { de: 'Schließe', en: 'Clasp' },
  part: 'watch',
  key: 'clasp',
  fact: { place: { watch: 140 } },
})
