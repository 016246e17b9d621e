import { attribute } from './attribute.ts'
import { derived } from './columns.ts'

/** What a piece is at all: found by it, and told apart by departments instead of a filter. */
export const kind = attribute(derived(), {
  id: 'kind',
  label: { de: 'Art', en: 'Kind' },
  search: {
    reading: 'term',
    column: 'kind',
    terms: [
      [
        'kind',
        'watch',
        'Uhr Uhren Armbanduhr Armbanduhren Zeitmesser watch watches wristwatch wristwatches timepiece',
      ],
      ['kind', 'jewellery', 'Schmuck Schmuckstück Juwelen jewellery jewelry jewel jewels'],
      ['kind', 'bullion', 'Münze Münzen Barren Edelmetall Anlage coin coins bar bars bullion investment'],
    ],
  },
})
