import { attribute } from './attribute.ts'
import { joined } from './columns.ts'

export const model = attribute(joined('m', 'name'), {
  id: 'model',
  label: { de: 'Modell', en: 'Model' },
  part: 'piece',
  key: 'model',
  file: { in: {} },
  filter: {
    slug: null,
    panel: { watches: 20, jewelry: 70 },
    givenUp: 210,
    byCount: true,
    open: ['watches', 'jewelry'],
  },
  fact: { place: { watch: 20, jewellery: 30, bullion: 30 }, text: (its) => its.name, asWritten: true },
})
