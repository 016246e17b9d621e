import { attribute } from './attribute.ts'
import { oneOf } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id              | slug        | de          | en              | search                                                      | de after                           | en after
  black           | schwarz     | Schwarz     | Black           | schwarz schwarze schwarzer schwarzes schwarzem black        | mit schwarzem Zifferblatt          | with a black dial
  white           | weiss       | Weiß        | White           | weiß weiße weißer weißes weißem white                       | mit weißem Zifferblatt             | with a white dial
  silver          | silber      | Silber      | Silver          | silber silbern silbernes silbernem silver                   | mit silbernem Zifferblatt          | with a silver dial
  grey            | grau        | Grau        | Grey            | grau graue grauer graues grauem anthrazit Rhodium grey gray | mit grauem Zifferblatt             | with a grey dial
  blue            | blau        | Blau        | Blue            | blau blaue blauer blaues blauem blue                        | mit blauem Zifferblatt             | with a blue dial
  green           | gruen       | Grün        | Green           | grün grüne grüner grünes grünem green                       | mit grünem Zifferblatt             | with a green dial
  champagne       | champagner  | Champagner  | Champagne       | Champagner champagnerfarben champagne                       | mit champagnerfarbenem Zifferblatt | with a champagne dial
  ivory           | elfenbein   | Elfenbein   | Ivory           | Elfenbein elfenbeinfarben creme ivory cream                 | mit elfenbeinfarbenem Zifferblatt  | with an ivory dial
  mother-of-pearl | perlmutt    | Perlmutt    | Mother-of-pearl | Perlmutt Perlmuttzifferblatt mother-of-pearl                | mit Perlmuttzifferblatt            | with a mother-of-pearl dial
  salmon          | lachs       | Lachs       | Salmon          | Lachs lachsfarben salmon                                    | mit lachsfarbenem Zifferblatt      | with a salmon dial
  burgundy        | bordeaux    | Bordeaux    | Burgundy        | Bordeaux weinrot burgundy                                   | mit bordeauxrotem Zifferblatt      | with a burgundy dial
  brown           | braun       | Braun       | Brown           | braun braune brauner braunes brown                          | mit braunem Zifferblatt            | with a brown dial
  red             | rot         | Rot         | Red             | rot rote roter rotes red                                    | mit rotem Zifferblatt              | with a red dial
  pink            | rosa        | Rosa        | Pink            | rosa pink                                                   | mit rosafarbenem Zifferblatt       | with a pink dial
  yellow          | gelb        | Gelb        | Yellow          | gelb gelbe gelber gelbes yellow                             | mit gelbem Zifferblatt             | with a yellow dial
  orange          | orange      | Orange      | Orange          | orange                                                      | mit orangefarbenem Zifferblatt     | with an orange dial
  turquoise       | tuerkis     | Türkis      | Turquoise       | türkis turquoise Tiffany                                    | mit türkisfarbenem Zifferblatt     | with a turquoise dial
  skeleton        | skelettiert | Skelettiert | Skeleton        | skelettiert skelettierte Skelett skeleton openworked        | mit skelettiertem Zifferblatt      | with a skeleton dial
`)

export const dial = attribute(oneOf('dial', values), {
  id: 'dial',
  label: { de: 'Zifferblatt', en: 'Dial' },
  part: 'watch',
  key: 'dial',
  filter: {
    slug: { de: 'zifferblatt', en: 'dial' },
    panel: { watches: 50 },
    givenUp: 70,
    heading: { rank: 60 },
    values,
    byCount: true,
    named: true,
    swatch: true,
  },
  fact: { place: { watch: 120 } },
  jsonLd: (value, say) => ({ color: say.word(values, value) }),
})
