import { attribute, type Say } from './attribute.ts'
import { oneOf, whole } from './columns.ts'
import { valueTable } from './values.ts'

const values = valueTable(`
  id         | slug       | de         | en             | search                                               | de after                    | en after
  steel      | stahl      | Stahl      | Steel          | Stahl Stahlband Metallband steel                     | mit Stahlband               | on a steel bracelet
  steel-gold | stahl-gold | Stahl/Gold | Steel and gold | Stahl-Gold-Band steel-gold                           | mit Band aus Stahl und Gold | on a steel and gold bracelet
  gold       | gold       | Gold       | Gold           | Goldband gold                                        | mit Goldband                | on a gold bracelet
  platinum   | platin     | Platin     | Platinum       | Platin Platinband platinum                           | mit Platinband              | on a platinum bracelet
  titanium   | titan      | Titan      | Titanium       | Titan Titanband titanium                             | mit Titanband               | on a titanium bracelet
  ceramic    | keramik    | Keramik    | Ceramic        | Keramik Keramikband ceramic                          | mit Keramikband             | on a ceramic bracelet
  leather    | leder      | Leder      | Leather        | Leder Lederband Lederarmband leather strap           | mit Lederband               | on a leather strap
  rubber     | kautschuk  | Kautschuk  | Rubber         | Kautschuk Kautschukband Gummi Gummiband rubber strap | mit Kautschukband           | on a rubber strap
  textile    | textil     | Textil     | Textile        | Textil Textilband Nato Natoband textile fabric strap | mit Textilband              | on a textile strap
`)

const label = { de: 'Band', en: 'Bracelet or strap' }
const words = {
  label,
  wrist: { de: 'bis {cm}\u00a0cm Handgelenkumfang', en: 'for wrists up to {cm}\u00a0cm' },
}
const wristText = (mm: number, say: Say) => say.in(words.wrist, { cm: say.number(mm / 10) })

const source = oneOf('bracelet', values)

/** mm; said with the bracelet. */
export const maxWrist = attribute(whole('max_wrist_mm', { min: 80, max: 300 }), {
  id: 'max-wrist',
  label: { de: 'Größter Handgelenkumfang', en: 'Largest wrist' },
  part: 'watch',
  key: 'maxWrist',
  form: { max_wrist_mm: { unit: 'mm' } },
  fact: {
    place: { watch: 131 },
    label,
    text: (value, say) =>
      say.of({ part: 'watch', key: 'bracelet', source }) === null ? wristText(value, say) : null,
    essential: true,
  },
})

export const bracelet = attribute(source, {
  id: 'bracelet',
  label: { de: 'Armband', en: 'Bracelet' },
  part: 'watch',
  key: 'bracelet',
  words,
  filter: {
    slug: { de: 'armband', en: 'bracelet' },
    panel: { watches: 110 },
    givenUp: 60,
    heading: { rank: 100 },
    values,
    named: true,
  },
  fact: {
    place: { watch: 130 },
    label,
    text(value, say) {
      const most = say.of(maxWrist)
      return [say.word(values, value), most !== null && wristText(most, say)]
    },
    essential: true,
  },
})
