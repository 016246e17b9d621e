import { attribute } from './attribute.ts'
import { bilingual } from './columns.ts'

export const replacedParts = attribute(bilingual('replaced_parts'), {
  id: 'replaced-parts',
  label: { de: 'Ersetzte Teile', en: 'Replaced parts' },
  part: 'watch',
  key: 'replacedParts',
  fact: { place: { watch: 190 } },
})
