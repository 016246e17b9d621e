import { attribute } from './attribute.ts'
import { oneOf } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id             | slug            | de             | en             | search                                                                                      | de after           | en after
  switzerland    | schweiz         | Schweiz        | Switzerland    | Schweiz Schweizer schweizerisch Swiss Switzerland                                           | aus der Schweiz    | from Switzerland
  germany        | deutschland     | Deutschland    | Germany        | Deutschland deutsch deutsche deutscher deutsches German Germany                             | aus Deutschland    | from Germany
  austria        | oesterreich     | Österreich     | Austria        | Österreich österreichisch österreichischer Austria Austrian                                 | aus Österreich     | from Austria
  france         | frankreich      | Frankreich     | France         | Frankreich französisch französische französischer France French                             | aus Frankreich     | from France
  italy          | italien         | Italien        | Italy          | Italien italienisch italienische italienischer Italy Italian                                | aus Italien        | from Italy
  united-kingdom | grossbritannien | Großbritannien | United Kingdom | Großbritannien England englisch englische englischer britisch britischer UK English British | aus Großbritannien | from the United Kingdom
  denmark        | daenemark       | Dänemark       | Denmark        | Dänemark dänisch dänische dänischer Denmark Danish                                          | aus Dänemark       | from Denmark
  usa            | usa             | USA            | USA            | USA Amerika amerikanisch amerikanische amerikanischer America American                      | aus den USA        | from the USA
  japan          | japan           | Japan          | Japan          | Japan japanisch japanische japanischer Japanese                                             | aus Japan          | from Japan
  south-africa   | suedafrika      | Südafrika      | South Africa   | Südafrika südafrikanisch                                                                    | aus Südafrika      | from South Africa
`)

/** Where a piece was made. */
export const countryOfOrigin = attribute(oneOf('country_of_origin', values), {
  id: 'country-of-origin',
  label: { de: 'Herkunftsland', en: 'Country of origin' },
  part: 'piece',
  key: 'countryOfOrigin',
  filter: {
    slug: { de: 'herkunftsland', en: 'country-of-origin' },
    panel: { watches: 145, jewelry: 155 },
    givenUp: 45,
    heading: { rank: 115 },
    values,
    byCount: true,
  },
  fact: { place: { watch: 225, jewellery: 145, bullion: 145 } },
  jsonLd: (value, say) => ({ countryOfOrigin: { '@type': 'Country', name: say.word(values, value) } }),
})
