import { defineBlock, option } from '../fields.ts'
import { background, content, width } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'container',
  label: { de: 'Rahmen', en: 'Container' },
  help: {
    de: 'Hält Blöcke zusammen und gibt ihnen Breite, Abstand und Hintergrund.',
    en: 'Holds blocks together and gives them width, space and background.',
  },
  fields: {
    content,
    width,
    background,
    gap: option({
      label: { de: 'Abstand der Blöcke', en: 'Space between blocks' },
      options: {
        small: { de: 'Klein', en: 'Small' },
        medium: { de: 'Mittel', en: 'Medium' },
        large: { de: 'Groß', en: 'Large' },
      },
      default: 'medium',
    }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./Container.tsx')).Container
export { containerExamples as examples } from './examples.ts'
