import { asset, defineBlock, link, option, text } from '../../fields.ts'
import { ratio } from '../shared-fields.ts'

export const image = defineBlock({
  name: 'image',
  label: { de: 'Bild', en: 'Image' },
  help: { de: 'Ein einzelnes Bild mit Unterschrift.', en: 'A single picture with a caption.' },
  fields: {
    image: asset({ label: { de: 'Bild', en: 'Picture' }, translatable: true, required: true }),
    caption: text({ label: { de: 'Bildunterschrift', en: 'Caption' }, translatable: true, maxLength: 240 }),
    width: option({
      label: { de: 'Breite', en: 'Width' },
      options: {
        text: { de: 'Lesebreite', en: 'Reading width' },
        normal: { de: 'Seitenbreite', en: 'Page width' },
        wide: { de: 'Bis zum Rand', en: 'Edge to edge' },
      },
      default: 'normal',
    }),
    ratio,
    link: link({ label: { de: 'Link', en: 'Link' }, translatable: true }),
  },
})
