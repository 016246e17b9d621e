import { picture, writeExamples } from '../example.ts'

export const locationExamples = writeExamples('location', ({ say, doc, p, h }) => [
  {
    name: { de: 'Mit allem', en: 'With everything' },
    fields: {
      branch: 'koeln',
      image: picture('ring-tray.jpg', say('Ringe in einer Lade', 'Rings in a tray')),
      text: doc(
        h(2, 'Im Laden', 'In the shop'),
        p('Zwei Beratungsplätze, einer davon abgeschirmt.', 'Two desks, one of them screened.'),
      ),
      showHours: true,
      showDirections: true,
      showMap: true,
    },
  },
  {
    name: { de: 'Nur die Anschrift', en: 'Only the address' },
    fields: { branch: 'duesseldorf', title: say('So finden Sie uns', 'How to find us') },
  },
])
