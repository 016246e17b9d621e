import { writeExamples } from '../example.ts'

export const contactFormExamples = writeExamples('contact-form', ({ say, doc, p }) => [
  { name: { de: 'Nur das Formular', en: 'Only the form' }, fields: {} },
  {
    name: { de: 'Mit Kontaktdaten und Filialen', en: 'With details and branches' },
    fields: {
      title: say('Schreiben Sie uns', 'Write to us'),
      lead: say('Wir antworten am selben Werktag.', 'We answer on the same working day.'),
      subject: 'appointment',
      showDetails: true,
      showBranches: true,
      note: doc(
        p('Fotos können Sie mit unserer Antwort nachreichen.', 'You can send photos with our answer.'),
      ),
    },
  },
  {
    name: { de: 'Ankaufsanfrage', en: 'Selling request' },
    fields: {
      title: say('Angebot anfragen', 'Ask for an offer'),
      form: 'offer',
      offers: 'watch',
      branch: 'koeln',
      showDetails: true,
    },
  },
])
