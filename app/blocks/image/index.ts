import { asset, defineBlock, link, text } from '../fields.ts'
import { ratio, width } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'image',
  label: { de: 'Bild', en: 'Image' },
  help: { de: 'Ein einzelnes Bild mit Unterschrift.', en: 'A single picture with a caption.' },
  fields: {
    image: asset({ label: { de: 'Bild', en: 'Picture' }, translatable: true, required: true }),
    caption: text({ label: { de: 'Bildunterschrift', en: 'Caption' }, translatable: true, maxLength: 240 }),
    width,
    ratio,
    link: link({ label: { de: 'Link', en: 'Link' }, translatable: true }),
  },
})

export const rhythm = 'flow'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./Image.tsx')).Image
export { imageExamples as examples } from './examples.ts'
