import { writeExamples } from '../example.ts'

export const containerExamples = writeExamples('container', ({ say, block, doc, p }) => {
  const words = () =>
    block('rich-text', {
      text: doc(
        p(
          'Wir öffnen jede Uhr, vergleichen Werk und Gehäuse mit den Unterlagen und messen zwei Tage lang den Gang.',
          'We open every watch, compare movement and case with the records and measure its rate for two days.',
        ),
      ),
    })
  return [
    { name: { de: 'Seitenbreite', en: 'Page width' }, fields: { content: [words(), words()], gap: 'small' } },
    {
      name: { de: 'Lesebreite auf dunklerem Papier', en: 'Reading width on darker paper' },
      fields: { content: [words()], width: 'text', background: 'deep' },
    },
    {
      name: { de: 'Bis zum Rand, Tinte', en: 'Edge to edge, ink' },
      fields: {
        content: [
          words(),
          block('container', { content: [words()], background: 'deep' }),
          block('divider', { variant: 'line' }),
          block('tiles', {
            columns: '2',
            items: [
              block('tile', { title: say('Köln', 'Cologne'), text: say('Seit 1998', 'Since 1998') }),
              block('tile', { title: 'Düsseldorf', text: say('Seit 2011', 'Since 2011') }),
            ],
          }),
        ],
        width: 'wide',
        background: 'ink',
        gap: 'large',
      },
    },
    { name: { de: 'Leer', en: 'Empty' }, fields: { content: [] } },
  ]
})
