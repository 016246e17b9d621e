import { blocks, boolean, defineBlock } from '../fields.ts'
import { columns, eyebrow, lead, title } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'tiles',
  label: { de: 'Kacheln', en: 'Tiles' },
  help: {
    de: 'Kacheln nebeneinander. Nummeriert werden sie zu Schritten.',
    en: 'Tiles side by side. Numbered, they become steps.',
  },
  fields: {
    eyebrow,
    title,
    lead,
    items: blocks({
      label: { de: 'Kacheln', en: 'Tiles' },
      help: {
        de: 'Meist Kacheln; jeder andere Block geht auch.',
        en: 'Mostly tiles; any other block will do too.',
      },
      allow: 'any',
      required: true,
      max: 24,
    }),
    columns,
    numbered: boolean({ label: { de: 'Nummeriert', en: 'Numbered' } }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./Tiles.tsx')).Tiles
export { tilesExamples as examples } from './examples.ts'
