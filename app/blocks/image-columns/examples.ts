import { longWord, picture, toPage, writeExamples } from '../example.ts'

export const imageColumnsExamples = writeExamples('image-columns', ({ say, part }) => {
  const column = (file: string, de: string, en: string) =>
    part('image-column', {
      image: picture(file, say(de, en)),
      title: say(de, en),
      text: say('Geprüft und einzeln beschrieben.', 'Examined and described piece by piece.'),
      link: toPage('jewelry'),
    })
  return [
    {
      name: { de: 'Drei Warengruppen', en: 'Three departments' },
      fields: {
        title: say('Wonach suchen Sie?', 'What are you looking for?'),
        items: [
          column('side-light.jpg', 'Uhren', 'Watches'),
          column('ring-tray.jpg', 'Ringe', 'Rings'),
          column('pearls.jpg', 'Ketten', 'Necklaces'),
        ],
        ratio: 'portrait',
      },
    },
    {
      name: { de: 'Eine Spalte ohne Bild', en: 'One column without picture' },
      fields: {
        items: [part('image-column', { title: longWord, text: say('Ohne Bild.', 'No picture.') })],
        columns: '2',
      },
    },
    {
      name: { de: 'Bild mit Link, ohne Titel', en: 'Picture with link, no title' },
      fields: {
        items: [
          part('image-column', {
            image: picture('gold.jpg', say('Zum Schmuck', 'To the jewellery')),
            link: toPage('jewelry'),
          }),
        ],
      },
    },
    {
      name: { de: 'Zwölf', en: 'Twelve' },
      fields: {
        items: Array.from({ length: 12 }, () => column('gold.jpg', 'Gold', 'Gold')),
        columns: '4',
        ratio: 'square',
      },
    },
  ]
})
