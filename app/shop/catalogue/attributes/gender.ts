import { attribute } from './attribute.ts'
import { oneOf } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id     | slug   | de     | en     | search                                                                                | de after             | en after
  ladies | damen  | Damen  | Ladies | Damen Dame weiblich Frau Frauen ladies lady women womens woman female           | für Damen            | for ladies
  gents  | herren | Herren | Gents  | Herren Herr männlich Mann Männer gents gentleman gentlemen men mens man male          | für Herren           | for gents
  unisex | unisex | Unisex | Unisex | unisex                                                                                | für Damen und Herren | for ladies and gents
`)

export const gender = attribute(oneOf('gender', values), {
  id: 'gender',
  label: { de: 'Für', en: 'For' },
  part: 'piece',
  key: 'gender',
  filter: {
    slug: { de: 'fuer', en: 'for' },
    panel: { watches: 140, jewelry: 160 },
    givenUp: 40,
    heading: { rank: 110 },
    values,
    named: true,
  },
  fact: { place: { watch: 230, jewellery: 150, bullion: 150 } },
  jsonLd: (value) => ({
    audience: {
      '@type': 'PeopleAudience',
      suggestedGender: { ladies: 'female', gents: 'male' }[value] ?? 'unisex',
      suggestedMinAge: 18,
    },
  }),
})
