import { boolean, defineBlock } from '../fields.ts'
import { lead, title } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'locations',
  label: { de: 'Filialen', en: 'Locations' },
  help: {
    de: 'Alle Filialen aus den Einstellungen nebeneinander.',
    en: 'All branches of the settings side by side.',
  },
  fields: {
    title,
    lead,
    showHours: boolean({ label: { de: 'Öffnungszeiten zeigen', en: 'Show opening hours' } }),
    showDirections: boolean({ label: { de: 'Weg zeigen', en: 'Show the way there' } }),
    showMap: boolean({ label: { de: 'Karte anbieten', en: 'Offer a map' } }),
  },
})

export const rhythm = 'section'
export const hydration = { when: '50%' } as const
export const component = async () => (await import('./Locations.tsx')).Locations
export const loader = async () => (await import('./loader.ts')).loadLocations
export { locationsExamples as examples } from './examples.ts'
