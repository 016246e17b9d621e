import { toSite, writeExamples } from '../example.ts'

export const ratingsExamples = writeExamples('ratings', ({ say, part, long }) => {
  const german = (stars: number, text: string) =>
    part('rating', {
      text,
      author: 'M. K.',
      stars,
      date: '2026-09-14',
      occasion: say('Ankauf einer Uhr, Köln', 'Sold a watch, Cologne'),
    })
  return [
    {
      name: { de: 'Geprüft, mit Durchschnitt', en: 'Verified, with average' },
      fields: {
        title: say('Was unsere Kunden sagen', 'What our customers say'),
        source: say('eigene Befragung nach dem Kauf', 'our own survey after the purchase'),
        verified: true,
        verification: say(
          'Den Link zur Bewertung erhält nur, wer bei uns gekauft oder verkauft hat.',
          'Only people who bought from us or sold to us receive the link.',
        ),
        score: 4.8,
        count: 212,
        asOf: '2026-11-01',
        items: [
          german(5, 'Offene Rechnung, kein Drängen. Das Geld war am selben Abend da.'),
          part('rating', {
            text: 'Described exactly as it arrived.',
            language: 'en',
            author: 'J. H.',
            stars: 5,
            date: '2026-10-02',
          }),
          german(4, 'Sehr freundlich, nur der Parkplatz war eng.'),
        ],
      },
    },
    {
      name: { de: 'Ungeprüft, nur Quelle', en: 'Unverified, only the source' },
      fields: {
        source: 'Google',
        sourceLink: toSite('https://www.google.com/maps'),
        score: '3.9',
        count: '1',
      },
    },
    {
      name: { de: 'Eine sehr lange', en: 'One very long' },
      fields: {
        source: 'Google',
        items: [
          part('rating', { text: long.slice(0, 1200), language: say('de', 'en'), author: 'A.', stars: 3 }),
        ],
      },
    },
  ]
})
