import { toPage, writeExamples } from '../example.ts'

export const arrivalsExamples = writeExamples('arrivals', ({ say }) => [
  {
    name: { de: 'Vier neue Stücke', en: 'Four new pieces' },
    fields: {
      title: say('Neu eingetroffen', 'New arrivals'),
      link: toPage('watches'),
      linkLabel: say('Alle Neuheiten', 'All new pieces'),
    },
  },
  {
    name: { de: 'Nur Schmuck, eines', en: 'Jewellery only, one' },
    fields: { department: 'jewelry', count: 1 },
  },
  {
    name: { de: 'Zwölf Uhren', en: 'Twelve watches' },
    fields: { title: say('Uhren', 'Watches'), department: 'watches', count: '12' },
  },
])
