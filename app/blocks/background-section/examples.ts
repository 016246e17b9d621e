import { picture, toPage, writeExamples } from '../example.ts'

export const backgroundSectionExamples = writeExamples('background-section', ({ say, block, doc, p }) => {
  const content = () => [
    block('page-title', {
      title: say('Was Ihr altes Gold heute wert ist', 'What your old gold is worth today'),
      lead: say('Gewicht, Feingehalt, Tageskurs, Auszahlung.', 'Weight, fineness, price of the day, payout.'),
    }),
    block('button', { label: say('Termin vereinbaren', 'Make an appointment'), link: toPage('contact') }),
    block('button', { label: say('Fragen', 'Questions'), link: toPage('faq'), variant: 'quiet' }),
  ]
  return [
    { name: { de: 'Dunkleres Papier', en: 'Darker paper' }, fields: { content: content(), tone: 'deep' } },
    {
      name: { de: 'Tinte, mittig', en: 'Ink, centred' },
      fields: { content: content(), tone: 'ink', align: 'center' },
    },
    { name: { de: 'Grün', en: 'Green' }, fields: { content: content(), tone: 'green', height: 'tall' } },
    {
      name: { de: 'Nur Linien', en: 'Only lines' },
      fields: {
        content: [block('rich-text', { text: doc(p('Ein Satz.', 'One sentence.')) })],
        tone: 'lines',
      },
    },
    {
      name: { de: 'Auf einem Bild', en: 'On a picture' },
      fields: { content: content(), image: picture('side-light.jpg', ''), height: 'tall' },
    },
  ]
})
