import { attribute } from './attribute.ts'
import { texts } from './columns.ts'

export const hallmarks = attribute(texts('hallmarks'), {
  id: 'hallmarks',
  label: { de: 'Punzen', en: 'Hallmarks' },
  part: 'piece',
  key: 'hallmarks',
  file: { in: { jewellery: 'optional' } },
  fact: { place: { jewellery: 130, bullion: 130 }, asWritten: true },
  search: { reading: 'words' },
})
