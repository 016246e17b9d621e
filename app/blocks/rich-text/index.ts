import { defineBlock, option, richText } from '../fields.ts'
import { align } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'rich-text',
  label: { de: 'Text', en: 'Text' },
  help: {
    de: 'Fließtext mit Überschriften, Listen, Tabellen, Links und Bildern.',
    en: 'Running text with headings, lists, tables, links and pictures.',
  },
  fields: {
    text: richText({ label: { de: 'Text', en: 'Text' }, translatable: true, required: true }),
    size: option({
      label: { de: 'Schriftgröße', en: 'Type size' },
      options: {
        normal: { de: 'Normal', en: 'Normal' },
        large: { de: 'Groß, für Einleitungen', en: 'Large, for introductions' },
        small: { de: 'Klein, für Hinweise', en: 'Small, for notes' },
      },
      default: 'normal',
    }),
    width: option({
      label: { de: 'Breite', en: 'Width' },
      options: {
        text: { de: 'Lesebreite', en: 'Reading width' },
        columns: { de: 'Zwei Spalten auf breiten Bildschirmen', en: 'Two columns on wide screens' },
        aside: {
          de: 'Überschriften links, Text rechts auf breiten Bildschirmen',
          en: 'Headings left, text right on wide screens',
        },
        wide: { de: 'Seitenbreite, für Tabellen', en: 'Page width, for tables' },
      },
      default: 'text',
    }),
    align,
  },
})

export const rhythm = 'flow'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./RichTextBlock.tsx')).RichTextBlock
export { richTextExamples as examples } from './examples.ts'
