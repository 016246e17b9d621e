import { attribute } from './attribute.ts'
import { bilingual, oneOf } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id       | slug     | de                         | en                        | search                                                         | de after             | en after
  full-set | full-set | Full Set (Box und Papiere) | Full set (box and papers) | Fullset full-set Box Papiere Papieren papers komplett complete | mit Box und Papieren | with box and papers
  box      | box      | Mit Box                    | With box                  | Box Schachtel                                                  | mit Box              | with box
  papers   | papiere  | Mit Papieren               | With papers               | Papiere Papieren Zertifikat papers certificate                 | mit Papieren         | with papers
  none     | ohne     | Ohne Box und Papiere       | Without box and papers    |                                                                | ohne Box und Papiere | without box and papers
`)

export const scopeNotes = attribute(bilingual('scope_notes'), {
  id: 'scope-notes',
  label: { de: 'Bemerkungen zum Lieferumfang', en: 'Notes on what is included' },
  part: 'piece',
  key: 'scopeNotes',
  // The notes say it more exactly; the word alone would repeat them.
  fact: {
    place: { watch: 150, jewellery: 140, bullion: 140 },
    first: { watch: 10, jewellery: 60, bullion: 60 },
    label: { de: 'Lieferumfang', en: 'Included' },
    essential: true,
  },
})

export const scope = attribute(oneOf('scope', values), {
  id: 'scope',
  label: { de: 'Lieferumfang', en: 'Included' },
  part: 'piece',
  key: 'scope',
  card: true,
  filter: {
    slug: { de: 'lieferumfang', en: 'included' },
    panel: { watches: 44, jewelry: 54 },
    open: ['watches', 'jewelry'],
    givenUp: 20,
    heading: { rank: 130 },
    values,
  },
  fact: {
    place: { watch: 151, jewellery: 141, bullion: 141 },
    first: { watch: 10, jewellery: 60, bullion: 60 },
    text: (value, say) => (say.of(scopeNotes) ? null : say.word(values, value)),
    essential: true,
  },
})
