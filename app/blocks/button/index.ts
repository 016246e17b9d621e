import { defineBlock, link, option, text } from '../fields.ts'

export const schema = defineBlock({
  name: 'button',
  label: { de: 'Schaltfläche', en: 'Button' },
  help: {
    de: 'Ein Link als Schaltfläche, als Pfeilzeile oder als einfacher Textlink.',
    en: 'A link as a button, as an arrow line or as a plain text link.',
  },
  fields: {
    label: text({
      label: { de: 'Beschriftung', en: 'Label' },
      translatable: true,
      required: true,
      maxLength: 90,
    }),
    link: link({ label: { de: 'Ziel', en: 'Target' }, translatable: true, required: true }),
    variant: option({
      label: { de: 'Art', en: 'Kind' },
      options: {
        primary: { de: 'Schaltfläche', en: 'Button' },
        quiet: { de: 'Schaltfläche, zurückhaltend', en: 'Button, quiet' },
        arrow: { de: 'Pfeilzeile', en: 'Arrow line' },
        text: { de: 'Textlink', en: 'Text link' },
      },
      default: 'primary',
    }),
    count: option({
      label: { de: 'Zahl statt des Pfeils', en: 'Number instead of the arrow' },
      help: { de: 'Nur bei Pfeilzeilen.', en: 'Arrow lines only.' },
      options: {
        none: { de: 'Keine', en: 'None' },
        watches: { de: 'Uhren, wie ihre Liste sie zählt', en: 'Watches, as their listing counts them' },
        jewelry: { de: 'Schmuck, wie seine Liste ihn zählt', en: 'Jewellery, as its listing counts it' },
      },
      default: 'none',
    }),
    align: option({
      label: { de: 'Ausrichtung', en: 'Alignment' },
      options: {
        start: { de: 'Links', en: 'Left' },
        center: { de: 'Mitte', en: 'Centre' },
        stretch: { de: 'Volle Breite', en: 'Full width' },
      },
      default: 'start',
    }),
  },
})

export const rhythm = 'flow'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./Button.tsx')).Button
export const loader = async () => (await import('./loader.ts')).loadButton
export { buttonExamples as examples } from './examples.ts'
