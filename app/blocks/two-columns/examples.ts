import { longWord, picture, writeExamples } from '../example.ts'

export const twoColumnsExamples = writeExamples('two-columns', ({ say, block, doc, p, h, long }) => {
  const words = () =>
    block('rich-text', {
      text: doc(
        h(2, 'Beschrieben, wie es ist', 'Described as it is'),
        p(
          'Jede Spur wird fotografiert. Was ersetzt wurde, steht dabei.',
          'Every mark is photographed. What was replaced is said.',
        ),
      ),
    })
  const photo = () => block('image', { image: picture('workbench.jpg', say('Werkbank', 'Workbench')) })
  return [
    {
      name: { de: 'Gleich breit', en: 'Even' },
      fields: { left: [words()], right: [photo()], align: 'center' },
    },
    {
      name: { de: 'Links schmaler, mit Linie', en: 'Narrow left, with a line' },
      fields: { left: [words()], right: [words(), photo()], ratio: 'narrow-left', rule: true },
    },
    {
      name: { de: 'Rechts ein Drittel, rechts zuerst', en: 'One third right, right first' },
      fields: {
        left: [block('rich-text', { text: doc(p(long, long)) })],
        right: [photo()],
        ratio: 'third-right',
        rightFirst: true,
      },
    },
    {
      name: { de: 'Spalten in Spalten', en: 'Columns in columns' },
      fields: {
        left: [block('two-columns', { left: [words()], right: [photo()] })],
        right: [block('rich-text', { text: doc(h(2, longWord, longWord), p('Ein Satz.', 'One sentence.')) })],
      },
    },
    { name: { de: 'Eine Seite leer', en: 'One side empty' }, fields: { left: [], right: [words()] } },
  ]
})
