import { longWord, toPage, toSite, writeExamples } from '../example.ts'

export const buttonExamples = writeExamples('button', ({ say }) => {
  const contact = { label: say('Termin vereinbaren', 'Make an appointment'), link: toPage('contact') }
  return [
    { name: { de: 'Schaltfläche', en: 'Button' }, fields: contact },
    {
      name: { de: 'Zurückhaltend, mittig', en: 'Quiet, centred' },
      fields: { ...contact, variant: 'quiet', align: 'center' },
    },
    { name: { de: 'Volle Breite', en: 'Full width' }, fields: { ...contact, align: 'stretch' } },
    {
      name: { de: 'Textlink nach außen', en: 'Text link to elsewhere' },
      fields: {
        label: say('Zur Handwerkskammer', 'To the chamber of crafts'),
        link: toSite('https://www.hwk-koeln.de'),
        variant: 'text',
      },
    },
    { name: { de: 'Pfeilzeile', en: 'Arrow line' }, fields: { ...contact, variant: 'arrow' } },
    {
      name: { de: 'Pfeilzeile mit Zahl', en: 'Arrow line with number' },
      fields: {
        label: say('Uhren ansehen', 'See the watches'),
        link: toPage('watches'),
        variant: 'arrow',
        count: 'watches',
      },
    },
    {
      name: { de: 'E-Mail', en: 'E-mail' },
      fields: {
        label: 'hallo@rheingold.example',
        link: { linktype: 'email', email: 'hallo@rheingold.example', url: 'hallo@rheingold.example' },
        variant: 'quiet',
      },
    },
    { name: { de: 'Langes Wort', en: 'Long word' }, fields: { ...contact, label: longWord } },
  ]
})
