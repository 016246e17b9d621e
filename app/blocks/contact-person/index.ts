import { defineBlock, multiline, text } from '../fields.ts'
import { actions, picture } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'contact-person',
  label: { de: 'Ansprechperson', en: 'Contact person' },
  help: {
    de: 'Eine Person, an die man sich wenden kann, mit Bild und direkten Wegen.',
    en: 'A person to turn to, with a picture and direct ways to reach them.',
  },
  fields: {
    name: text({ label: { de: 'Name', en: 'Name' }, required: true, maxLength: 120 }),
    role: text({ label: { de: 'Aufgabe', en: 'Role' }, translatable: true, maxLength: 160 }),
    text: multiline({ label: { de: 'Text', en: 'Text' }, translatable: true, maxLength: 900 }),
    image: picture,
    phone: text({ label: { de: 'Telefon', en: 'Phone' }, format: 'phone' }),
    email: text({ label: { de: 'E-Mail', en: 'E-mail' }, format: 'email' }),
    availability: text({
      label: { de: 'Erreichbar', en: 'Available' },
      help: { de: 'Etwa: Mo–Fr 10–18 Uhr', en: 'For example: Mon–Fri, 10 am to 6 pm' },
      translatable: true,
      maxLength: 120,
    }),
    actions,
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./ContactPerson.tsx')).ContactPerson
export { contactPersonExamples as examples } from './examples.ts'
