import { attribute } from './attribute.ts'
import { joined } from './columns.ts'

export const brand = attribute(joined('b', 'name'), {
  id: 'brand',
  label: { de: 'Marke', en: 'Brand' },
  part: 'piece',
  key: 'brand',
  file: { in: {} },
  filter: { slug: null, panel: { watches: 10, jewelry: 60 }, givenUp: 230, byCount: true, open: ['watches'] },
  fact: { place: { watch: 10, jewellery: 20, bullion: 20 }, text: (its) => its.name, asWritten: true },
})
