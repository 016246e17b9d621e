import { longWord, picture, toPage, writeExamples } from '../example.ts'

export const sectionIndentExamples = writeExamples('section-indent', ({ say, block, doc, p, h }) => [
  {
    name: { de: 'Titel links, Pfeilzeilen rechts', en: 'Title left, arrow lines right' },
    fields: {
      title: say('Wissen, das beim Kaufen hilft', 'Knowledge that helps when buying'),
      content: [
        block('button', {
          label: say('Punzen lesen', 'Reading hallmarks'),
          link: toPage('knowledge'),
          variant: 'arrow',
        }),
        block('button', {
          label: say('Box und Papiere', 'Box and papers'),
          link: toPage('knowledge'),
          variant: 'arrow',
        }),
      ],
    },
  },
  {
    name: { de: 'Mit Linien, Einleitung und Links', en: 'With lines, introduction and links' },
    fields: {
      eyebrow: say('Goldankauf', 'Buying gold'),
      title: longWord,
      lead: say('Wir rechnen offen.', 'We calculate openly.'),
      rule: true,
      actions: [block('button', { label: say('Fragen', 'Ask'), link: toPage('contact') })],
      content: [
        block('rich-text', { text: doc(h(2, 'Gewicht', 'Weight'), p('Auf 0,01 g genau.', 'To 0.01 g.')) }),
        block('image', { image: picture('gold.jpg', say('Barren', 'Bars')) }),
        block('section-indent', {
          title: say('Darin noch einer', 'Another inside'),
          content: [block('icon', { name: 'scales' })],
        }),
      ],
    },
  },
  {
    name: { de: 'Ohne Titel', en: 'No title' },
    fields: { content: [block('icon', { name: 'ring', size: 'large' })] },
  },
])
