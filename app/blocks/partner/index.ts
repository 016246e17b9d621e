import { asset, defineBlock, definePart, link, multiline, parts, text } from '../fields.ts'
import { lead, title } from '../shared-fields.ts'

const partnerEntry = definePart({
  name: 'partner-entry',
  label: { de: 'Partner', en: 'Partner' },
  fields: {
    name: text({ label: { de: 'Name', en: 'Name' }, required: true, maxLength: 120 }),
    logo: asset({ label: { de: 'Logo', en: 'Logo' } }),
    text: multiline({
      label: { de: 'Wofür', en: 'What for' },
      help: {
        de: 'Was der Partner für uns tut, in einem Satz.',
        en: 'What the partner does for us, in one sentence.',
      },
      translatable: true,
      maxLength: 300,
    }),
    link: link({ label: { de: 'Website', en: 'Website' }, translatable: true }),
  },
})

export const schema = defineBlock({
  name: 'partner',
  label: { de: 'Partner', en: 'Partner' },
  help: {
    de: 'Prüfstellen, Werkstätten, Verbände und Versender, mit denen wir arbeiten.',
    en: 'Laboratories, workshops, associations and couriers we work with.',
  },
  fields: {
    title,
    lead,
    partners: parts({
      label: { de: 'Partner', en: 'Partners' },
      part: partnerEntry,
      required: true,
      min: 1,
      max: 24,
    }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./Partner.tsx')).Partner
export { partnerExamples as examples } from './examples.ts'
