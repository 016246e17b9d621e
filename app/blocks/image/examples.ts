import { longWord, picture, toPage, writeExamples } from '../example.ts'

export const imageExamples = writeExamples('image', ({ say }) => [
  {
    name: { de: 'Seitenbreite mit Unterschrift', en: 'Page width with caption' },
    fields: {
      image: {
        ...picture('workbench.jpg', say('Uhrmacherwerkbank', 'Watchmaker’s bench')),
        copyright: 'Rheingold',
      },
      caption: say('Werkstatt Köln', 'Cologne workshop'),
    },
  },
  {
    name: { de: 'Bis zum Rand, Panorama, Schärfe links', en: 'Edge to edge, panorama, focus left' },
    fields: {
      image: picture('hero.jpg', say('Stillleben', 'Still life'), '300x500:301x501'),
      width: 'wide',
      ratio: 'panorama',
      caption: longWord,
    },
  },
  {
    name: { de: 'Lesebreite, wie aufgenommen, mit Link', en: 'Reading width, as taken, with link' },
    fields: {
      image: picture('pearls.jpg', say('Zum Schmuck', 'To the jewellery')),
      width: 'text',
      ratio: 'natural',
      link: toPage('jewelry'),
    },
  },
  {
    name: { de: 'Von Storyblok', en: 'From Storyblok' },
    fields: {
      image: {
        fieldtype: 'asset',
        id: 2,
        filename: 'https://a.storyblok.com/f/39898/3310x2192/e4ec08624e/demo-image.jpeg',
        alt: '',
        focus: '1500x1000:1501x1001',
      },
      ratio: 'square',
      width: 'text',
    },
  },
])
