import { attribute } from './attribute.ts'
import { bilingual } from './columns.ts'

export const bezel = attribute(bilingual('bezel'), {
  id: 'bezel',
  label: { de: 'Lünette', en: 'Bezel' },
  part: 'watch',
  key: 'bezel',
  fact: { place: { watch: 100 } },
  search: { reading: 'words' },
})
