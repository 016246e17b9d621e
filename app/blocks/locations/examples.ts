import { writeExamples } from '../example.ts'

export const locationsExamples = writeExamples('locations', ({ say }) => [
  {
    name: { de: 'Mit allem', en: 'With everything' },
    fields: {
      title: say('Unsere Filialen', 'Our branches'),
      lead: say('Mit oder ohne Termin.', 'With or without appointment.'),
      showHours: true,
      showDirections: true,
      showMap: true,
    },
  },
  { name: { de: 'Nur Anschriften', en: 'Only addresses' }, fields: {} },
])
