import { boolean, defineBlock } from '../../fields.ts'
import { actions, content, eyebrow, lead, title } from '../shared-fields.ts'

export const sectionIndent = defineBlock({
  name: 'section-indent',
  label: { de: 'Eingerückter Abschnitt', en: 'Section indent' },
  help: {
    de: 'Titel links, Inhalt rechts eingerückt; auf schmalen Bildschirmen untereinander.',
    en: 'Title left, content indented right; one below the other on narrow screens.',
  },
  fields: {
    eyebrow,
    title,
    lead,
    actions,
    content,
    rule: boolean({ label: { de: 'Linien oben und unten', en: 'Lines above and below' } }),
  },
})
