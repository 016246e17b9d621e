import { longWord, picture, toPage, writeExamples } from '../example.ts'

export const contactPersonExamples = writeExamples('contact-person', ({ say, block, long }) => [
  {
    name: { de: 'Mit allem', en: 'With everything' },
    fields: {
      name: 'Johanna Reuter',
      role: say('Uhrmachermeisterin, Ankauf', 'Master watchmaker, buying'),
      text: say('Sie fragt nach und rechnet vor.', 'She asks and shows her sums.'),
      image: picture('workbench.jpg', say('Werkbank', 'Workbench')),
      phone: '0221 555 01 12',
      email: 'ankauf@rheingold.example',
      availability: say('Di–Sa 10–16 Uhr', 'Tue–Sat 10 am–4 pm'),
      actions: [
        block('button', {
          label: say('Termin vereinbaren', 'Make an appointment'),
          link: toPage('contact'),
          variant: 'quiet',
        }),
      ],
    },
  },
  { name: { de: 'Nur Name', en: 'Name only' }, fields: { name: 'Emre Aydın' } },
  {
    name: { de: 'Langes Wort, langer Text', en: 'Long word, long text' },
    fields: {
      name: 'Katharina Wolff',
      role: longWord,
      text: long.slice(0, 900),
      email: 'verarbeitungsverzeichnis.datenschutzbeauftragte@rheingold.example',
    },
  },
])
