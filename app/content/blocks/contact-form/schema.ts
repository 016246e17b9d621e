import { boolean, defineBlock, option, richText } from '../../fields.ts'
import { lead, title } from '../shared-fields.ts'

export const contactForm = defineBlock({
  name: 'contact-form',
  label: { de: 'Kontaktformular und Kontaktdaten', en: 'Contact form and details' },
  help: {
    de: 'Das Formular, daneben auf Wunsch Telefon, Nachrichten-App, E-Mail und Filialen aus den Einstellungen.',
    en: 'The form and, if wanted, phone, messaging app, e-mail and branches from the settings beside it.',
  },
  fields: {
    title,
    lead,
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
