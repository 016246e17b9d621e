import { boolean, defineBlock, option, richText } from '../fields.ts'
import { actions, eyebrow, picture, title } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'large-content',
  label: { de: 'Großer Inhalt', en: 'Large content' },
  help: {
    de: 'Ein großes Bild und daneben Text. Umgekehrt steht das Bild rechts; so wechseln sich mehrere ab.',
    en: 'A large picture with text beside it. Reversed, the picture stands right, so that several alternate.',
  },
  fields: {
    eyebrow,
    title,
    text: richText({ label: { de: 'Text', en: 'Text' }, translatable: true }),
    image: picture,
    ratio: option({
      label: { de: 'Bildformat', en: 'Picture format' },
      options: {
        landscape: { de: 'Quer 3:2', en: 'Landscape 3:2' },
        portrait: { de: 'Hoch 4:5', en: 'Portrait 4:5' },
        square: { de: 'Quadrat', en: 'Square' },
      },
      default: 'landscape',
    }),
    reversed: boolean({ label: { de: 'Umgekehrt: Bild rechts', en: 'Reversed: picture right' } }),
    actions,
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./LargeContent.tsx')).LargeContent
export { largeContentExamples as examples } from './examples.ts'
