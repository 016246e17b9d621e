import { attribute } from './attribute.ts'
import { derived } from './columns.ts'

/** Asked in cents, filtered in whole euros; its segment is the path's last. */
export const price = attribute(derived(), {
  id: 'price',
  label: { de: 'Preis', en: 'Price' },
  filter: {
    slug: { de: 'preis', en: 'price' },
    panel: { watches: 30, jewelry: 20 },
    givenUp: 160,
    open: ['watches', 'jewelry'],
    heading: { rank: 180 },
    range: {
      min: 0,
      max: 99_999_999,
      decimals: 0,
      scale: 100,
      unit: '€',
      bands: [
        [null, 1000],
        [1000, 2500],
        [2500, 5000],
        [5000, 10_000],
        [10_000, null],
      ],
      phrase: { de: '{range}', en: '{range}' },
      of: (_, { priceCents }) => priceCents,
    },
  },
})
