import { boolean, defineBlock, option, richText, text } from '../fields.ts'
import { lead, title } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'contact-form',
  label: { de: 'Kontaktformular und Kontaktdaten', en: 'Contact form and details' },
  help: {
    de: 'Das Formular, daneben auf Wunsch Telefon, Nachrichten-App, E-Mail und Filialen aus den Einstellungen.',
    en: 'The form and, if wanted, phone, messaging app, e-mail and branches from the settings beside it.',
  },
  fields: {
    title,
    lead,
    form: option({
      label: { de: 'Art des Formulars', en: 'Kind of form' },
      help: {
        de: 'Die Ankaufsanfrage nimmt Angaben zum Stück und Fotos auf. Es gibt sie nur auf Deutsch; auf Englisch steht dort das Kontaktformular.',
        en: 'The selling request takes details of the piece and photos. It exists in German only; in English the contact form stands in its place.',
      },
      options: {
        message: { de: 'Nachricht', en: 'Message' },
        offer: { de: 'Ankaufsanfrage', en: 'Selling request' },
      },
      default: 'message',
    }),
    offers: option({
      label: { de: 'Vorgewähltes Stück', en: 'Preselected piece' },
      help: { de: 'Nur bei der Ankaufsanfrage.', en: 'Only with the selling request.' },
      options: {
        gold: { de: 'Gold, Silber, Münzen', en: 'Gold, silver, coins' },
        jewellery: { de: 'Schmuck', en: 'Jewellery' },
        watch: { de: 'Uhr', en: 'Watch' },
      },
      default: 'gold',
    }),
    branch: text({
      label: { de: 'Vorgewählte Filiale', en: 'Preselected branch' },
      help: {
        de: 'Kürzel der Filiale aus den Einstellungen, etwa: koeln. Nur bei der Ankaufsanfrage.',
        en: 'Id of the branch in the settings, for example: koeln. Only with the selling request.',
      },
      format: 'slug',
      maxLength: 60,
    }),
    subject: option({
      label: { de: 'Vorgewählter Betreff', en: 'Preselected subject' },
      options: {
        question: { de: 'Allgemeine Frage', en: 'General question' },
        piece: { de: 'Frage zu einem Stück', en: 'About a piece' },
        selling: { de: 'Verkaufen', en: 'Selling' },
        appointment: { de: 'Termin', en: 'Appointment' },
        order: { de: 'Bestellung', en: 'Order' },
      },
      default: 'question',
    }),
    showDetails: boolean({ label: { de: 'Kontaktdaten daneben', en: 'Contact details beside it' } }),
    showBranches: boolean({ label: { de: 'Filialen daneben', en: 'Branches beside it' } }),
    note: richText({
      label: { de: 'Hinweis unter dem Formular', en: 'Note below the form' },
      translatable: true,
    }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'load' } as const
export const component = async () => (await import('./ContactForm.tsx')).ContactForm
export const loader = async () => (await import('./loader.ts')).loadContactForm
export { contactFormExamples as examples } from './examples.ts'
