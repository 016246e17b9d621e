import { attribute } from './attribute.ts'
import { derived, oneOf } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id              | slug           | de             | en              | search
  round-brilliant | brillant       | Brillant       | Round brilliant | Brillant Brillanten Brillantschliff brilliant round-brilliant
  old-cut         | altschliff     | Altschliff     | Old cut         | Altschliff Altschliffdiamant old-cut old european
  single-cut      | achtkant       | Achtkant       | Single cut      | Achtkant Achtkantschliff single-cut
  rose-cut        | rosenschliff   | Rosenschliff   | Rose cut        | Rosenschliff Diamantrose rose-cut
  emerald-cut     | smaragdschliff | Smaragdschliff | Emerald cut     | Smaragdschliff emerald-cut
  asscher         | asscher        | Asscher        | Asscher         | Asscher
  baguette        | baguette       | Baguette       | Baguette        | Baguette Baguetteschliff
  briolette       | briolette      | Briolette      | Briolette       | Briolette
  cabochon        | cabochon       | Cabochon       | Cabochon        | Cabochon
  carre           | carre          | Carré          | Carré           | Carré
  cushion         | kissen         | Kissen         | Cushion         | Kissen Kissenschliff cushion
  heart           | herz           | Herz           | Heart           | Herz heart
  marquise        | navette        | Navette        | Marquise        | Navette Marquise
  oval            | oval           | Oval           | Oval            | oval ovaler
  pear            | tropfen        | Tropfen        | Pear            | Tropfen Tropfenschliff pear drop
  princess        | princess       | Princess       | Princess        | Princess Prinzess Princessschliff
  radiant         | radiant        | Radiant        | Radiant         | Radiant
  round           | rund           | Rund           | Round           | rund round
  step-cut        | treppenschliff | Treppenschliff | Step cut        | Treppenschliff step-cut
  trillion        | trillant       | Trillant       | Trillion        | Trillant trillion trilliant
`)

export const cutColumn = oneOf('cut', values, { table: 'stone' })

export const cut = attribute(derived(cutColumn.columns), {
  id: 'cut',
  label: { de: 'Schliff', en: 'Cut' },
  filter: {
    slug: { de: 'schliff', en: 'cut' },
    panel: { jewelry: 100 },
    givenUp: 90,
    heading: {
      rank: 70,
      any: { de: { after: 'im Schliff {values}' }, en: { after: 'in {values}' } },
      small: true,
    },
    values,
    of: (_, { stones }) => stones.flatMap((stone) => stone.cut ?? []),
    byCount: true,
    named: true,
  },
})
