import { defineBlock, link, number, option, text } from '../fields.ts'
import { lead, title } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'arrivals',
  label: { de: 'Neu eingetroffen', en: 'Arrivals' },
  help: {
    de: 'Die neuesten verfügbaren Stücke aus dem Bestand.',
    en: 'The newest available pieces in stock.',
  },
  fields: {
    title,
    lead,
    department: option({
      label: { de: 'Abteilung', en: 'Department' },
      options: {
        all: { de: 'Alle', en: 'All' },
        watches: { de: 'Uhren', en: 'Watches' },
        jewelry: { de: 'Schmuck', en: 'Jewellery' },
      },
      default: 'all',
    }),
    count: number({ label: { de: 'Anzahl', en: 'Number' }, min: 1, max: 12, default: 4 }),
    link: link({ label: { de: 'Link daneben', en: 'Link beside the title' }, translatable: true }),
    linkLabel: text({
      label: { de: 'Beschriftung des Links', en: 'Label of the link' },
      translatable: true,
      maxLength: 90,
    }),
  },
})

export const rhythm = 'section'
export const hydration = { when: '0%' } as const
export const component = async () => (await import('./Arrivals.tsx')).Arrivals
export const loader = async () => (await import('./loader.ts')).loadArrivals
export { arrivalsExamples as examples } from './examples.ts'
