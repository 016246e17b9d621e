import { longWord, picture, writeExamples } from '../example.ts'

export const teamExamples = writeExamples('team', ({ say, part, long }) => [
  {
    name: { de: 'Drei Personen', en: 'Three people' },
    fields: {
      title: say('Wer prüft', 'Who examines'),
      lead: say('Drei von zwölf.', 'Three of twelve.'),
      members: [
        part('team-member', {
          name: 'Johanna Reuter',
          role: say('Uhrmachermeisterin', 'Master watchmaker'),
          place: say('Köln', 'Cologne'),
          text: say('Öffnet jede Uhr selbst.', 'Opens every watch herself.'),
          languages: say('Deutsch, Englisch', 'German, English'),
          image: picture('workbench.jpg', say('Werkbank', 'Workbench')),
        }),
        part('team-member', {
          name: 'Emre Aydın',
          role: say('Goldschmied', 'Goldsmith'),
          place: 'Düsseldorf',
        }),
        part('team-member', { name: 'Katharina Wolff', role: longWord }),
      ],
    },
  },
  {
    name: { de: 'Eine, langer Text', en: 'One, long text' },
    fields: { members: [part('team-member', { name: 'Ute', text: long.slice(0, 900) })], columns: '2' },
  },
  {
    name: { de: 'Zwölf', en: 'Twelve' },
    fields: {
      members: Array.from({ length: 12 }, (_, index) =>
        part('team-member', { name: say(`Person ${index + 1}`, `Person ${index + 1}`) }),
      ),
      columns: '4',
    },
  },
])
