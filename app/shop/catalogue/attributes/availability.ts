import { attribute } from './attribute.ts'
import { derived } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id        | slug       | de         | en        | de after         | en after
  available | verfuegbar | Verfügbar  | Available | sofort verfügbar | available now
  reserved  | reserviert | Reserviert | Reserved  | reserviert       | reserved
  sold      | verkauft   | Verkauft   | Sold      | schon verkauft   | already sold
`)

const ofStatus = { listed: 'available', reserved: 'reserved', sold: 'sold' } as const

/** What is said of a piece's status. The search reads its words as a wish for that state, not as a term. */
export const availability = attribute(derived(), {
  id: 'availability',
  label: { de: 'Verfügbarkeit', en: 'Availability' },
  filter: {
    slug: { de: 'verfuegbarkeit', en: 'availability' },
    panel: { watches: 150, jewelry: 170 },
    givenUp: 10,
    heading: { rank: 190 },
    values,
    of: (_, { status }) => ofStatus[status],
  },
})
