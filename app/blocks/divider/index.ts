import { defineBlock, option } from '../fields.ts'

export const schema = defineBlock({
  name: 'divider',
  label: { de: 'Trenner', en: 'Divider' },
  help: { de: 'Eine Haarlinie oder Leerraum zwischen Blöcken.', en: 'A hairline or space between blocks.' },
  fields: {
    variant: option({
      label: { de: 'Art', en: 'Kind' },
      options: {
        line: { de: 'Haarlinie', en: 'Hairline' },
        short: { de: 'Kurze Linie in Messing', en: 'Short brass line' },
        space: { de: 'Nur Leerraum', en: 'Only space' },
      },
      default: 'line',
    }),
    size: option({
      label: { de: 'Abstand', en: 'Space' },
      options: {
        small: { de: 'Klein', en: 'Small' },
        medium: { de: 'Mittel', en: 'Medium' },
        large: { de: 'Groß', en: 'Large' },
      },
      default: 'medium',
    }),
  },
})

export const rhythm = 'divider'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./Divider.tsx')).Divider
export { dividerExamples as examples } from './examples.ts'
