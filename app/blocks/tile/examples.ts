import { longWord, picture, toPage, writeExamples } from '../example.ts'

export const tileExamples = writeExamples('tile', ({ say, block, doc, p, long }) => [
  {
    name: { de: 'Mit Zeichen', en: 'With icon' },
    fields: {
      icon: 'shield',
      title: say('14 Tage Bedenkzeit', '14 days to think'),
      text: say('Versichert geliefert, gegen Unterschrift.', 'Delivered insured and signed for.'),
    },
  },
  {
    name: { de: 'Mit Bild und Link', en: 'With picture and link' },
    fields: {
      eyebrow: say('Werkstatt', 'Workshop'),
      title: say('Geöffnet und geprüft', 'Opened and examined'),
      image: picture('workbench.jpg', say('Werkbank', 'Workbench')),
      link: toPage('about-us'),
      linkLabel: say('So arbeiten wir', 'How we work'),
      variant: 'plain',
    },
  },
  {
    name: { de: 'Titel als Link, dunkleres Papier', en: 'Title as link, darker paper' },
    fields: { title: say('Häufige Fragen', 'Questions'), link: toPage('faq'), variant: 'deep' },
  },
  {
    name: { de: 'Langes Wort, langer Text, Blöcke darin', en: 'Long word, long text, blocks inside' },
    fields: {
      title: longWord,
      text: long,
      content: [
        block('rich-text', { text: doc(p('Darin.', 'Inside.')) }),
        block('button', { label: say('Fragen', 'Ask'), link: toPage('contact') }),
      ],
    },
  },
  { name: { de: 'Leer', en: 'Empty' }, fields: {} },
])
