import { attribute } from './attribute.ts'
import { derived, oneOf } from './columns.ts'
import { valueTable } from './values.ts'

// "Diamant" alone means natural: the grown ones have a word of their own.
const values = valueTable(`
  id                       | slug                  | de                    | en                       | search                                                                | de after
  diamond                  | diamant               | Diamant               | Diamond                  | Diamant Diamanten Brillant Brillanten diamond diamonds                |
  laboratory-grown-diamond | synthetischer-diamant | Synthetischer Diamant | Laboratory-grown diamond | synthetischer Diamant Labordiamant Labor laborgezüchtet lab laboratory-grown lab-grown diamond | mit synthetischem Diamant
  ruby                     | rubin                 | Rubin                 | Ruby                     | Rubin Rubine Rubinen ruby rubies                                      |
  sapphire                 | saphir                | Saphir                | Sapphire                 | Saphir Saphire Saphiren sapphire sapphires                            |
  emerald                  | smaragd               | Smaragd               | Emerald                  | Smaragd Smaragde Smaragden emerald emeralds                           |
  pearl                    | perle                 | Perle                 | Pearl                    | Perle Perlen Zuchtperle Zuchtperlen pearl pearls cultured             |
  alexandrite              | alexandrit            | Alexandrit            | Alexandrite              | Alexandrit alexandrite                                                |
  amber                    | bernstein             | Bernstein             | Amber                    | Bernstein amber                                                       |
  amethyst                 | amethyst              | Amethyst              | Amethyst                 | Amethyst Amethyste amethysts                                          |
  aquamarine               | aquamarin             | Aquamarin             | Aquamarine               | Aquamarin Aquamarine aquamarine                                       |
  chalcedony               | chalzedon             | Chalzedon             | Chalcedony               | Chalzedon Chalcedon chalcedony                                        |
  citrine                  | citrin                | Citrin                | Citrine                  | Citrin Citrine citrine                                                |
  coral                    | koralle               | Koralle               | Coral                    | Koralle Korallen coral                                                |
  cubic-zirconia           | zirkonia              | Zirkonia              | Cubic zirconia           | Zirkonia cubic zirconia                                               |
  garnet                   | granat                | Granat                | Garnet                   | Granat Granate garnet garnets                                         |
  jade                     | jade                  | Jade                  | Jade                     | Jade                                                                  |
  lapis-lazuli             | lapislazuli           | Lapislazuli           | Lapis lazuli             | Lapislazuli Lapis lapis-lazuli                                        |
  moonstone                | mondstein             | Mondstein             | Moonstone                | Mondstein Mondsteine moonstone                                        |
  onyx                     | onyx                  | Onyx                  | Onyx                     | Onyx                                                                  |
  opal                     | opal                  | Opal                  | Opal                     | Opal Opale opals                                                      |
  peridot                  | peridot               | Peridot               | Peridot                  | Peridot Olivin                                                        |
  quartz                   | quarz                 | Quarz                 | Quartz                   | Quarz Bergkristall quartz                                             |
  spinel                   | spinell               | Spinell               | Spinel                   | Spinell spinel                                                        |
  tanzanite                | tansanit              | Tansanit              | Tanzanite                | Tansanit tanzanite                                                    |
  topaz                    | topas                 | Topas                 | Topaz                    | Topas topaz                                                           |
  tourmaline               | turmalin              | Turmalin              | Tourmaline               | Turmalin Turmaline tourmaline                                         |
  turquoise                | tuerkis               | Türkis                | Turquoise                | Türkis Türkise turquoise                                              |
  zircon                   | zirkon                | Zirkon                | Zircon                   | Zirkon zircon                                                         |
`)
const grown = 'laboratory-grown-diamond'

/** The column of a stone; that a diamond was grown stands beside it. */
export const stoneColumn = oneOf(
  'stone',
  values.filter(({ id }) => id !== grown),
  { table: 'stone', required: true },
)

export const gemstone = attribute(derived(stoneColumn.columns), {
  id: 'gemstone',
  label: { de: 'Edelstein', en: 'Gemstone' },
  filter: {
    slug: { de: 'edelstein', en: 'gemstone' },
    panel: { jewelry: 40 },
    open: ['jewelry'],
    givenUp: 200,
    heading: {
      rank: 30,
      any: { de: { after: 'mit {values}' }, en: { after: 'with {values}' } },
      small: true,
    },
    values,
    of: (_, { stones }) =>
      stones.map(({ stone, laboratoryGrown }) => (laboratoryGrown && stone === 'diamond' ? grown : stone)),
    byCount: true,
    besideType: true,
  },
  search: { field: 'stone' },
})
