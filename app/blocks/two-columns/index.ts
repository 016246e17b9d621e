import { blocks, boolean, defineBlock, option } from '../fields.ts'

export const schema = defineBlock({
  name: 'two-columns',
  label: { de: 'Zwei Spalten', en: 'Two columns' },
  help: {
    de: 'Zwei Spalten nebeneinander, auf schmalen Bildschirmen untereinander.',
    en: 'Two columns side by side, one below the other on narrow screens.',
  },
  fields: {
    left: blocks({ label: { de: 'Links', en: 'Left' }, allow: 'any', max: 20 }),
    right: blocks({ label: { de: 'Rechts', en: 'Right' }, allow: 'any', max: 20 }),
    ratio: option({
      label: { de: 'Aufteilung', en: 'Split' },
      options: {
        even: { de: 'Gleich breit', en: 'Even' },
        'narrow-left': { de: 'Links schmaler (5:7)', en: 'Narrow left (5:7)' },
        'narrow-right': { de: 'Rechts schmaler (7:5)', en: 'Narrow right (7:5)' },
        'third-left': { de: 'Links ein Drittel', en: 'One third left' },
        'third-right': { de: 'Rechts ein Drittel', en: 'One third right' },
      },
      default: 'even',
    }),
    align: option({
      label: { de: 'Senkrecht', en: 'Vertical' },
      options: {
        start: { de: 'Oben bündig', en: 'Top' },
        center: { de: 'Mittig', en: 'Centre' },
        end: { de: 'Unten bündig', en: 'Bottom' },
      },
      default: 'start',
    }),
    rule: boolean({ label: { de: 'Linie zwischen den Spalten', en: 'Line between the columns' } }),
    rightFirst: boolean({
      label: {
        de: 'Auf schmalen Bildschirmen rechte Spalte zuerst',
        en: 'Right column first on narrow screens',
      },
    }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./TwoColumns.tsx')).TwoColumns
export { twoColumnsExamples as examples } from './examples.ts'
