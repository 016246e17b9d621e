import { boolean, defineBlock, richText, text } from '../fields.ts'
import { picture, title } from '../shared-fields.ts'

const branchId = text({
  label: { de: 'Filiale', en: 'Branch' },
  help: {
    de: 'Kürzel der Filiale aus den Einstellungen, etwa: koeln',
    en: 'Id of the branch in the settings, for example: koeln',
  },
  format: 'slug',
  required: true,
  maxLength: 60,
})

export const schema = defineBlock({
  name: 'location',
  label: { de: 'Filiale', en: 'Location' },
  help: {
    de: 'Eine Filiale mit Anschrift, Öffnungszeiten, freien Tagen und Weg. Alles außer Bild und Text kommt aus den Einstellungen.',
    en: 'A branch with address, opening hours, holidays and the way there. All but picture and text comes from the settings.',
  },
  fields: {
    branch: branchId,
    title,
    text: richText({ label: { de: 'Text', en: 'Text' }, translatable: true }),
    image: picture,
    showHours: boolean({ label: { de: 'Öffnungszeiten zeigen', en: 'Show opening hours' } }),
    showDirections: boolean({ label: { de: 'Weg zeigen', en: 'Show the way there' } }),
    showMap: boolean({ label: { de: 'Karte anbieten', en: 'Offer a map' } }),
  },
})

export const rhythm = 'section'
export const hydration = { when: '50%' } as const
export const component = async () => (await import('./Location.tsx')).Location
export const loader = async () => (await import('./loader.ts')).loadLocation
export { locationExamples as examples } from './examples.ts'
