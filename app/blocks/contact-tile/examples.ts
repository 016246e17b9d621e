import { toPage, writeExamples } from '../example.ts'

export const contactTileExamples = writeExamples('contact-tile', ({ say }) => [
  {
    name: { de: 'Telefon', en: 'Phone' },
    fields: {
      way: 'phone',
      title: say('Anrufen', 'Call'),
      text: say('Mo–Fr 10–18:30 Uhr', 'Mon–Fri 10 am–6:30 pm'),
    },
  },
  {
    name: { de: 'Nachricht', en: 'Message' },
    fields: { way: 'message', title: say('Schreiben', 'Write'), linkLabel: 'WhatsApp' },
  },
  { name: { de: 'E-Mail', en: 'E-mail' }, fields: { way: 'email', title: say('E-Mail', 'E-mail') } },
  { name: { de: 'Formular', en: 'Form' }, fields: { way: 'form', title: say('Formular', 'Form') } },
  {
    name: { de: 'Eigener Link', en: 'Own link' },
    fields: {
      way: 'own',
      title: say('Anfahrt', 'Getting here'),
      link: toPage('contact'),
      linkLabel: say('Filialen ansehen', 'See the branches'),
    },
  },
])
