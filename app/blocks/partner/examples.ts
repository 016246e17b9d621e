import { longWord, picture, toSite, writeExamples } from '../example.ts'

export const partnerExamples = writeExamples('partner', ({ say, part }) => [
  {
    name: { de: 'Vier Partner', en: 'Four partners' },
    fields: {
      title: say('Mit wem wir arbeiten', 'Who we work with'),
      lead: say(
        'Prüfstellen und Versender, denen wir unsere Stücke anvertrauen.',
        'Laboratories and couriers we trust with our pieces.',
      ),
      partners: [
        part('partner-entry', {
          name: say('Edelsteinprüflabor', 'Gemstone laboratory'),
          text: say('Gutachten zu Steinen ab einem Karat.', 'Reports on stones from one carat.'),
          link: toSite('https://www.gia.edu'),
        }),
        part('partner-entry', {
          name: say('Wertversand', 'Insured courier'),
          text: say('Versicherte Zustellung gegen Unterschrift.', 'Insured delivery, signed for.'),
        }),
        part('partner-entry', {
          name: say('Scheideanstalt', 'Refinery'),
          text: say('Schmelzanalysen.', 'Melt analyses.'),
          logo: picture('gold.jpg', 'Logo'),
        }),
        part('partner-entry', { name: say('Handwerkskammer', 'Chamber of crafts') }),
      ],
    },
  },
  {
    name: { de: 'Einer, langes Wort', en: 'One, long word' },
    fields: { partners: [part('partner-entry', { name: longWord })] },
  },
  {
    name: { de: 'Zwölf', en: 'Twelve' },
    fields: {
      partners: Array.from({ length: 12 }, (_, index) =>
        part('partner-entry', { name: `${say('Werkstatt', 'Workshop')} ${index + 1}` }),
      ),
    },
  },
])
