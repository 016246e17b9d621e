import { toPage, writeExamples } from '../example.ts'

export const articleListExamples = writeExamples('article-list', ({ say }) => [
  {
    name: { de: 'Pfeilzeilen', en: 'Arrow lines' },
    fields: {
      title: say('Wissen, das beim Kaufen hilft', 'Knowledge that helps when buying'),
      link: toPage('knowledge'),
      linkLabel: say('Alle Artikel', 'All articles'),
    },
  },
  {
    name: { de: 'Kacheln', en: 'Tiles' },
    fields: { title: say('Aus der Wissensdatenbank', 'From the knowledge base'), layout: 'tiles', count: 6 },
  },
  { name: { de: 'Ein Thema, ohne Titel', en: 'One topic, no title' }, fields: { topic: 'gold', count: 12 } },
])
