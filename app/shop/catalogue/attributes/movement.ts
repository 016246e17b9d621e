import { attribute } from './attribute.ts'
import { oneOf, text } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id        | slug       | de         | en             | search                                                                    | de after          | en before      | en after name
  automatic | automatik  | Automatik  | Automatic      | Automatik automatisch automatische automatic self-winding                 | mit Automatikwerk | automatic      | with automatic movement
  manual    | handaufzug | Handaufzug | Manual winding | Handaufzug mechanisch mechanische manual hand-wound winding mechanical | mit Handaufzug    | manual-winding | with manual winding
  quartz    | quarz      | Quarz      | Quartz         | Quarz Batterie quartz battery                                    | mit Quarzwerk     | quartz         | with quartz movement
`)

const words = { calibre: { de: 'Kaliber {calibre}', en: 'calibre {calibre}' } }

/** Said with the movement. */
export const calibre = attribute(text('calibre'), {
  id: 'calibre',
  label: { de: 'Kaliber', en: 'Calibre' },
  part: 'watch',
  key: 'calibre',
  search: { reading: 'words' },
})

export const movement = attribute(oneOf('movement', values), {
  id: 'movement',
  label: { de: 'Aufzug', en: 'Movement' },
  part: 'watch',
  key: 'movement',
  file: { in: { watch: 'required' } },
  words,
  filter: {
    slug: { de: 'aufzug', en: 'movement' },
    panel: { watches: 100 },
    givenUp: 130,
    heading: { rank: 40 },
    values,
  },
  fact: {
    place: { watch: 50 },
    label: { de: 'Werk', en: 'Movement' },
    text(value, say) {
      const number = say.of(calibre)
      return [say.word(values, value), number && say.in(words.calibre, { calibre: number })]
    },
    essential: true,
  },
})
