import { attribute } from './attribute.ts'
import { joined } from './columns.ts'

export const reference = attribute(joined('r', 'number'), {
  id: 'reference',
  label: { de: 'Referenz', en: 'Reference' },
  part: 'piece',
  key: 'reference',
  file: { in: {} },
  filter: { slug: null, panel: { watches: 80, jewelry: 80 }, givenUp: 170, byCount: true },
  fact: { place: { watch: 30, jewellery: 40, bullion: 40 }, text: (its) => its.number, asWritten: true },
})
