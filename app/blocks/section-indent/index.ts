import { boolean, defineBlock } from '../fields.ts'
import { actions, content, eyebrow, lead, title } from '../shared-fields.ts'

export const schema = defineBlock({
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

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./SectionIndent.tsx')).SectionIndent
export { sectionIndentExamples as examples } from './examples.ts'
