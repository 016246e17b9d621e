import { longWord, writeExamples } from '../example.ts'

export const pageTitleExamples = writeExamples('page-title', ({ say, long }) => [
  {
    name: { de: 'Mit Dachzeile und Einleitung', en: 'With line above and introduction' },
    fields: {
      eyebrow: say('Service', 'Service'),
      title: say('Versand und Rücksendung', 'Shipping and returns'),
      lead: say(
        'Versichert bis zu Ihnen, und ebenso versichert zurück.',
        'Insured all the way to you, and just as insured on the way back.',
      ),
    },
  },
  {
    name: { de: 'Mittig', en: 'Centred' },
    fields: { title: say('Danke für Ihre Nachricht', 'Thank you for your message'), align: 'center' },
  },
  { name: { de: 'Ein Wort', en: 'One word' }, fields: { title: say('Impressum', 'Imprint') } },
  {
    name: { de: 'Langes Wort, lange Einleitung', en: 'Long word, long introduction' },
    fields: { title: longWord, lead: long.slice(0, 1100) },
  },
])
