import { emptyAsset, longWord, picture, toPage, writeExamples } from '../example.ts'

export const largeContentExamples = writeExamples('large-content', ({ say, block, doc, p, long }) => [
  {
    name: { de: 'Bild links', en: 'Picture left' },
    fields: {
      eyebrow: say('Werkstatt', 'Workshop'),
      title: say('Geöffnet und geprüft', 'Opened and examined'),
      text: doc(
        p(
          'Jede Uhr wird geöffnet, vermessen und auf Dichtheit geprüft.',
          'Every watch is opened, measured and tested for water resistance.',
        ),
      ),
      image: picture('workbench.jpg', say('Werkbank', 'Workbench')),
      actions: [
        block('button', {
          label: say('Mehr erfahren', 'Learn more'),
          link: toPage('about-us'),
          variant: 'text',
        }),
      ],
    },
  },
  {
    name: { de: 'Umgekehrt, hoch', en: 'Reversed, portrait' },
    fields: {
      title: say('Im Streiflicht', 'In low light'),
      text: doc(p('So sehen Sie jede Spur.', 'So you see every mark.')),
      image: picture('side-light.jpg', say('Uhr von der Seite', 'Watch from the side'), '400x500:401x501'),
      ratio: 'portrait',
      reversed: true,
    },
  },
  {
    name: { de: 'Ohne Bild, langer Text', en: 'No picture, long text' },
    fields: {
      title: longWord,
      text: doc(...long.split('\n\n').map((part) => p(part, part))),
      image: emptyAsset,
    },
  },
  {
    name: { de: 'Nur ein Bild', en: 'Only a picture' },
    fields: { image: picture('pearls.jpg', say('Perlenkette', 'Pearl strand')), ratio: 'square' },
  },
])
