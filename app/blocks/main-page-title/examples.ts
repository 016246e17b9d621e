import { emptyAsset, longWord, picture, toPage, writeExamples } from '../example.ts'

export const mainPageTitleExamples = writeExamples('main-page-title', ({ say, block, long }) => [
  {
    name: { de: 'Startseite', en: 'Home page' },
    fields: {
      title: say('Schönes bleibt. Es wechselt nur den Besitzer.', 'Beauty lasts. It only changes hands.'),
      lead: say(
        'Uhren und Schmuck aus zweiter Hand, von unseren Meistern geprüft, jedes Stück ein Einzelstück.',
        'Pre-owned watches and jewellery, examined by our master craftspeople, every piece the only one.',
      ),
      image: picture(
        'hero.jpg',
        say('Stillleben mit Uhr und Smaragdring', 'Still life with watch and emerald ring'),
        '640x900:641x901',
      ),
      uprightImage: { ...picture('hero-upright.jpg', ''), width: 1080, height: 1330 },
      actions: [
        block('button', {
          label: say('Uhren ansehen', 'See the watches'),
          link: toPage('watches'),
          variant: 'arrow',
          count: 'watches',
        }),
        block('button', {
          label: say('Schmuck ansehen', 'See the jewellery'),
          link: toPage('jewelry'),
          variant: 'arrow',
          count: 'jewelry',
        }),
        block('button', {
          label: say('So arbeiten wir', 'How we work'),
          link: toPage('about-us'),
          variant: 'arrow',
        }),
      ],
    },
  },
  {
    name: { de: 'Bild rechts, mit Schaltflächen', en: 'Picture on the right, with buttons' },
    fields: {
      eyebrow: say('Ankauf in Köln', 'Buying in Cologne'),
      title: say('Gold verkaufen, offen gerechnet', 'Sell gold, openly calculated'),
      image: picture('gold.jpg', say('Barren und Münzen', 'Bars and coins'), '1200x500:1201x501'),
      imagePosition: 'right',
      actions: [
        block('button', { label: say('Termin vereinbaren', 'Make an appointment'), link: toPage('contact') }),
        block('button', {
          label: say('Häufige Fragen', 'Questions'),
          link: toPage('faq'),
          variant: 'quiet',
        }),
      ],
    },
  },
  {
    name: { de: 'Bild unter dem Titel', en: 'Picture below the title' },
    fields: {
      title: say('Über uns', 'About us'),
      image: picture('workbench.jpg', say('Werkbank', 'Workbench')),
      imagePosition: 'below',
    },
  },
  {
    name: { de: 'Ohne Bild, ein langes Wort', en: 'No picture, one long word' },
    fields: { title: longWord, image: emptyAsset },
  },
  {
    name: { de: 'Einleitung, die zu lang geriet', en: 'An introduction that grew too long' },
    fields: { title: say('Prüfung', 'Examination'), lead: long.slice(0, 1200) },
  },
])
