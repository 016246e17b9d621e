import { asset, defineBlock, definePart, link, multiline, parts, text } from '../fields.ts'
import { columns, lead, ratio, title } from '../shared-fields.ts'

const imageColumn = definePart({
  name: 'image-column',
  label: { de: 'Bild mit Text', en: 'Picture with text' },
  fields: {
    image: asset({ label: { de: 'Bild', en: 'Picture' }, translatable: true }),
    title: text({ label: { de: 'Titel', en: 'Title' }, translatable: true, maxLength: 120 }),
    text: multiline({ label: { de: 'Text', en: 'Text' }, translatable: true, maxLength: 600 }),
    link: link({ label: { de: 'Link', en: 'Link' }, translatable: true }),
  },
})

export const schema = defineBlock({
  name: 'image-columns',
  label: { de: 'Bilderspalten', en: 'Image columns' },
  help: {
    de: 'Bilder nebeneinander, jedes mit Titel, Text und Link, etwa für Warengruppen.',
    en: 'Pictures side by side, each with title, text and link, for instance for departments.',
  },
  fields: {
    title,
    lead,
    items: parts({
      label: { de: 'Bilder', en: 'Pictures' },
      part: imageColumn,
      required: true,
      min: 1,
      max: 12,
    }),
    columns,
    ratio,
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./ImageColumns.tsx')).ImageColumns
export { imageColumnsExamples as examples } from './examples.ts'
