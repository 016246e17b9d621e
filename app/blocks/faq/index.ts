import { boolean, defineBlock, definePart, parts, richText, text } from '../fields.ts'
import { eyebrow, lead, title } from '../shared-fields.ts'

const faqItem = definePart({
  name: 'faq-item',
  label: { de: 'Frage', en: 'Question' },
  fields: {
    question: text({
      label: { de: 'Frage', en: 'Question' },
      translatable: true,
      required: true,
      maxLength: 240,
    }),
    answer: richText({ label: { de: 'Antwort', en: 'Answer' }, translatable: true, required: true }),
    anchor: text({
      label: { de: 'Sprungmarke', en: 'Anchor' },
      help: { de: 'Links auf #sprungmarke führen hierher.', en: 'Links to #anchor lead here.' },
      format: 'slug',
      maxLength: 60,
    }),
  },
})

export const schema = defineBlock({
  name: 'faq',
  label: { de: 'Häufige Fragen', en: 'FAQ' },
  help: {
    de: 'Fragen, die sich zu ihrer Antwort aufklappen lassen.',
    en: 'Questions that unfold to their answers.',
  },
  fields: {
    eyebrow,
    title,
    lead,
    items: parts({
      label: { de: 'Fragen', en: 'Questions' },
      part: faqItem,
      required: true,
      min: 1,
      max: 40,
    }),
    openFirst: boolean({ label: { de: 'Erste Antwort aufgeklappt', en: 'First answer unfolded' } }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./Faq.tsx')).Faq
export { faqExamples as examples } from './examples.ts'
