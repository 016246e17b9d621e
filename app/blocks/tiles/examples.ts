import { longWord, picture, toPage, writeExamples } from '../example.ts'

export const tilesExamples = writeExamples('tiles', ({ say, block, doc, p }) => {
  const tile = (de: string, en: string) =>
    block('tile', {
      title: say(de, en),
      text: say('Jede Spur wird fotografiert und beschrieben.', 'Every mark is photographed and described.'),
    })
  return [
    {
      name: { de: 'Drei Schritte', en: 'Three steps' },
      fields: {
        title: say('So prüfen wir', 'How we examine'),
        numbered: true,
        items: [
          tile('Geöffnet und geprüft', 'Opened and examined'),
          tile('Beschrieben, wie es ist', 'Described as it is'),
          tile('14 Tage Bedenkzeit', '14 days to think'),
        ],
      },
    },
    {
      name: { de: 'Alles Mögliche darin', en: 'All kinds inside' },
      fields: {
        columns: '2',
        items: [
          block('image', { image: picture('pearls.jpg', say('Perlen', 'Pearls')) }),
          block('rich-text', { text: doc(p('Text als Kachel.', 'Text as a tile.')) }),
          block('contact-tile', { way: 'phone', title: say('Anrufen', 'Call') }),
          block('tiles', { columns: '2', items: [tile('Innen', 'Inside'), tile('Auch', 'Too')] }),
          block('button', { label: say('Fragen', 'Ask'), link: toPage('contact') }),
          block('faq', {
            items: [
              {
                component: 'faq-item',
                question: say('Darin auch?', 'In here too?'),
                answer: doc(p('Ja.', 'Yes.')),
              },
            ],
          }),
        ],
      },
    },
    {
      name: { de: 'Eine, langes Wort', en: 'One, long word' },
      fields: { items: [tile(longWord, longWord)], columns: '4' },
    },
    {
      name: { de: 'Zwölf', en: 'Twelve' },
      fields: {
        items: Array.from({ length: 12 }, (_, index) => tile(`Kachel ${index + 1}`, `Tile ${index + 1}`)),
        columns: '4',
      },
    },
  ]
})
