import { attribute } from './attribute.ts'
import { certain, oneOf } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id         | slug           | de               | en           | search                                        | de after                           | en before      | en after                        | en after name  | de meaning                                                                                             | en meaning
  new        | neu            | Neu & ungetragen | New & unworn | neu neue ungetragen neuwertig new unworn mint | neu und ungetragen                 | new and unworn |                                 | new and unworn | Keine Tragespuren, nicht poliert.                                                                      | No wear, unpolished.
  very-good  | sehr-gut       | Sehr gut         | Very good    | sehr gut very good                            | in sehr gutem Zustand              |                | in very good condition          |                | Wenige feine Kratzer, mit dem Finger nicht zu fühlen; Kanten erhalten; vielleicht fachgerecht poliert. | Few fine scratches that cannot be felt; edges intact; perhaps professionally polished.
  good       | gut            | Gut              | Good         | gut good                                      | in gutem Zustand                   |                | in good condition               |                | Sichtbare, fühlbare Kratzer oder kleine Dellen; bei Uhren kann das Band gelängt sein.                  | Visible scratches that can be felt, or small dents; a watch’s bracelet may have stretched.
  fair       | befriedigend   | Befriedigend     | Fair         | befriedigend getragen fair worn               | in befriedigendem Zustand          |                | in fair condition               |                | Starke Tragespuren.                                                                                    | Heavy wear.
  incomplete | unvollstaendig | Unvollständig    | Incomplete   | unvollständig defekt incomplete               | mit fehlenden oder defekten Teilen |                | with missing or defective parts |                | Teile fehlen oder sind defekt.                                                                         | Parts are missing or defective.
`)

/** Shown by itself, with the scale and what each grade means. */
export const condition = attribute(certain(oneOf('condition', values)), {
  id: 'condition',
  label: { de: 'Zustand', en: 'Condition' },
  part: 'piece',
  key: 'condition',
  file: { in: { piece: 'required' } },
  card: true,
  filter: {
    slug: { de: 'zustand', en: 'condition' },
    panel: { watches: 70, jewelry: 130 },
    givenUp: 30,
    heading: { rank: 120 },
    values,
  },
})
