import type { Bilingual } from '#app/language/locales.ts'
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

/** Which pieces wear in the same way: pearls have no edges, brooches no bracelet. */
export type Wearing = 'watch' | 'ring' | 'chain' | 'pearls' | 'jewel' | 'bullion'

const meanings = `
  id         | watch de | watch en | ring de | ring en | chain de | chain en | pearls de | pearls en | jewel de | jewel en | bullion de | bullion en
  new        | Keine Tragespuren, nicht poliert. | No wear, unpolished. | Keine Tragespuren, Größe nicht geändert. | No wear, never resized. | Keine Tragespuren, Verschluss schließt wie neu. | No wear, the clasp closes as new. | Keine Spuren an Perlen und Seide. | No marks on pearls or silk. | Keine Tragespuren. | No wear. | Prägefrisch oder in der Verpackung des Herstellers. | Mint, or in the maker’s packaging.
  very-good  | Wenige feine Kratzer, mit dem Finger nicht zu fühlen; Kanten erhalten; vielleicht fachgerecht poliert. | Few fine scratches that cannot be felt; edges intact; perhaps professionally polished. | Wenige feine Kratzer an der Schiene, Krappen und Fassungen fest. | Few fine scratches on the shank, claws and settings firm. | Wenige feine Kratzer, Glieder nicht gelängt, Verschluss fest. | Few fine scratches, links not stretched, clasp firm. | Lüster gleichmäßig, Oberfläche mit höchstens winzigen Wachstumsmerkmalen, Knoten fest. | Even lustre, tiny growth marks at most, knots firm. | Wenige feine Kratzer, Mechanik und Fassungen fest. | Few fine scratches, fittings and settings firm. | Höchstens leichte Spuren auf dem Feld. | Light marks on the field at most.
  good       | Sichtbare, fühlbare Kratzer oder kleine Dellen; das Band kann gelängt sein. | Visible scratches that can be felt, or small dents; the bracelet may have stretched. | Sichtbare Kratzer, Schiene etwas dünner, Steine vielleicht mit leicht beriebenen Kanten. | Visible scratches, shank slightly thinner, stones perhaps with lightly rubbed edges. | Sichtbare Kratzer oder kleine Dellen; einzelne Glieder gelängt oder gelötet. | Visible scratches or small dents; single links stretched or soldered. | Einzelne Perlen matter oder am Bohrloch abgerieben; neu zu knüpfen ratsam, wenn die Seide locker ist. | Single pearls duller or rubbed at the drill hole; restringing advisable where the silk is loose. | Sichtbare Kratzer oder kleine Dellen; Nadel oder Mechanik vielleicht erneuert. | Visible scratches or small dents; pin or fittings perhaps renewed. | Kratzer, Randstöße oder Henkelspur; Gewicht vollständig. | Scratches, edge knocks or traces of mounting; full weight.
  fair       | Starke Tragespuren, Kanten verrundet. | Heavy wear, edges rounded. | Starke Tragespuren, Schiene dünn, Stein beschädigt oder zerkratzt. | Heavy wear, shank thin, stone damaged or scratched. | Starke Tragespuren, Glieder dünn. | Heavy wear, links thin. | Lüster verloren, Oberfläche angegriffen. | Lustre lost, surface worn. | Starke Tragespuren. | Heavy wear. | Stark berieben oder beschädigt. | Heavily rubbed or damaged.
  incomplete | Teile fehlen oder sind defekt. | Parts are missing or defective. | Steine fehlen oder die Fassung ist gebrochen. | Stones are missing or the setting is broken. | Glieder oder Verschluss fehlen oder sind gebrochen. | Links or clasp are missing or broken. | Perlen fehlen oder der Strang ist gerissen. | Pearls are missing or the strand is broken. | Teile fehlen oder sind defekt. | Parts are missing or defective. | Teile fehlen; Materialwert. | Parts are missing; worth its metal.
`

/** What each grade means of pieces that wear alike, by grade. */
export const conditionMeanings: Readonly<Record<string, Record<Wearing, Bilingual>>> = readMeanings(meanings)

function readMeanings(table: string) {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return Object.fromEntries(
    rows.map(([id = '', ...cells]) => {
      const found: Record<string, Record<string, string>> = {}
      for (const [index, cell] of cells.entries()) {
        const [wearing = '', locale = ''] = (head[index + 1] ?? '').split(' ')
        found[wearing] = { ...found[wearing], [locale]: cell }
      }
      return [id, found as Record<Wearing, Bilingual>]
    }),
  )
}

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
    panel: { watches: 42, jewelry: 52 },
    ordinal: true,
    open: ['watches', 'jewelry'],
    givenUp: 30,
    heading: { rank: 120 },
    values,
  },
})
