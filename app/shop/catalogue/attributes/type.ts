import { attribute } from './attribute.ts'
import { oneOf } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id             | slug               | de                | en             | search                                                                                         | de one            | en one
  rings          | ringe              | Ringe             | Rings          | Ring Ringe Fingerring ring rings                                                               | Ring              | Ring
  earrings       | ohrringe           | Ohrringe          | Earrings       | Ohrring Ohrringe Ohrschmuck earring earrings | Ohrringe          | Earrings
  necklaces      | halsketten         | Halsketten        | Necklaces      | Kette Ketten Halskette Halsketten Halsband Halsbänder Collier Colliers Halsschmuck necklace necklaces chain chains choker chokers | Halskette         | Necklace
  bracelets      | armbaender         | Armbänder         | Bracelets      | Armband Armbänder Armschmuck Armkette Armketten bracelet bracelets | Armband           | Bracelet
  pendants       | anhaenger          | Anhänger          | Pendants       | Anhänger pendant pendants charm charms Kettenanhänger                                               | Anhänger          | Pendant
  brooches       | broschen           | Broschen          | Brooches       | Brosche Broschen Nadel Anstecknadel brooch brooches pin                                        | Brosche           | Brooch
  coins-and-bars | muenzen-und-barren | Münzen und Barren | Coins and bars |                                                                                                | Münzen und Barren | Coins and bars
`)
/** Follows from the kind of the piece. */
const bullion = 'coins-and-bars'

export const type = attribute(
  oneOf(
    'jewellery_type',
    values.filter(({ id }) => id !== bullion),
  ),
  {
    id: 'type',
    label: { de: 'Schmuckart', en: 'Type' },
    part: 'jewellery',
    key: 'type',
    file: { in: { jewellery: 'required' } },
    card: true,
    filter: {
      slug: null,
      panel: { jewelry: 10 },
      open: ['jewelry'],
      givenUp: 220,
      values,
      of: (value, piece) => (piece.kind === 'bullion' ? bullion : value),
    },
    fact: {
      place: { jewellery: 10 },
      label: { de: 'Art', en: 'Type' },
      text: (value, { locale }) => values.find(({ id }) => id === value)?.one?.[locale],
      essential: true,
    },
    search: {
      terms: [
        ['style', 'engagement', 'Verlobungsring Verlobungsringe Verlobung Antragsring engagement proposal'],
      ],
    },
  },
)
