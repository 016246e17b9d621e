import { attribute } from './attribute.ts'
import { derived } from './columns.ts'

/** Where a piece lies. */
export const branch = attribute(derived(), {
  id: 'branch',
  label: { de: 'Filiale', en: 'Branch' },
  search: {
    reading: 'term',
    column: 'branch_id',
    terms: [
      ['branch', 'koeln', 'Köln Cologne'],
      ['branch', 'duesseldorf', 'Düsseldorf Dusseldorf'],
    ],
  },
})
