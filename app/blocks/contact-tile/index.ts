import { defineBlock, link, multiline, option, text } from '../fields.ts'
import { requiredTitle } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'contact-tile',
  label: { de: 'Kontaktkachel', en: 'Contact tile' },
  help: {
    de: 'Ein Weg, uns zu erreichen. Nummern und Adressen kommen aus den Einstellungen, außer bei „Eigener Link“.',
    en: 'One way to reach us. Numbers and addresses come from the settings, except for “own link”.',
  },
  fields: {
    way: option({
      label: { de: 'Weg', en: 'Way' },
      options: {
        phone: { de: 'Telefon', en: 'Phone' },
        message: { de: 'Nachrichten-App', en: 'Messaging app' },
        email: { de: 'E-Mail', en: 'E-mail' },
        form: { de: 'Kontaktformular', en: 'Contact form' },
        own: { de: 'Eigener Link', en: 'Own link' },
      },
      default: 'phone',
    }),
    title: requiredTitle,
    text: multiline({ label: { de: 'Text', en: 'Text' }, translatable: true, maxLength: 400 }),
    link: link({
      label: { de: 'Eigener Link', en: 'Own link' },
      help: { de: 'Nur beim Weg „Eigener Link“.', en: 'Only with the way “own link”.' },
      translatable: true,
    }),
    linkLabel: text({
      label: { de: 'Beschriftung des Links', en: 'Label of the link' },
      help: {
        de: 'Leer: Nummer oder Adresse aus den Einstellungen.',
        en: 'Empty: the number or address from the settings.',
      },
      translatable: true,
      maxLength: 90,
    }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./ContactTile.tsx')).ContactTile
export const loader = async () => (await import('./loader.ts')).loadContactTile
export { contactTileExamples as examples } from './examples.ts'
