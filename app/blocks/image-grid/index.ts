import { assets, defineBlock, option, text } from '../fields.ts'
import { columns, ratio, title } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'image-grid',
  label: { de: 'Bilderraster', en: 'Image grid' },
  help: { de: 'Mehrere Bilder ohne Text, als Raster.', en: 'Several pictures without text, as a grid.' },
  fields: {
    title,
    images: assets({
      label: { de: 'Bilder', en: 'Pictures' },
      translatable: true,
      required: true,
      min: 1,
      max: 24,
    }),
    layout: option({
      label: { de: 'Anordnung', en: 'Arrangement' },
      options: {
        even: { de: 'Gleichmäßig', en: 'Even' },
        mosaic: { de: 'Erstes Bild groß', en: 'First picture large' },
      },
      default: 'even',
    }),
    columns,
    ratio,
    caption: text({ label: { de: 'Bildunterschrift', en: 'Caption' }, translatable: true, maxLength: 240 }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./ImageGrid.tsx')).ImageGrid
export { imageGridExamples as examples } from './examples.ts'
