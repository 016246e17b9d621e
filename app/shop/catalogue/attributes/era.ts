import { attribute } from './attribute.ts'
import { oneOf } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id          | slug          | de            | en          | search                                                | de after                 | en before   | en after name
  victorian   | viktorianisch | Viktorianisch | Victorian   | viktorianisch viktorianischer Victorian antik antique | aus viktorianischer Zeit | Victorian   | from the Victorian era
  art-nouveau | jugendstil    | Jugendstil    | Art Nouveau | Jugendstil art-nouveau antik antique                  | aus dem Jugendstil       | Art Nouveau | from the Art Nouveau
  art-deco    | art-deco      | Art déco      | Art Deco    | Art-déco art-deco Zwanziger Dreißiger                 | aus dem Art déco         | Art Deco    | from the Art Deco
  retro       | retro         | Retro         | Retro       | Retro Vierziger forties                               | aus der Retro-Zeit       | retro       | from the retro years
  modern      | modern        | Modern        | Modern      | modern moderner modernes contemporary                 | aus neuerer Zeit         | modern      | of recent make
`)

export const era = attribute(oneOf('era', values), {
  id: 'era',
  label: { de: 'Epoche', en: 'Era' },
  part: 'jewellery',
  key: 'era',
  filter: {
    slug: { de: 'epoche', en: 'era' },
    panel: { jewelry: 90 },
    givenUp: 110,
    heading: { rank: 80 },
    values,
    besideType: true,
  },
  fact: { place: { jewellery: 55 } },
})
