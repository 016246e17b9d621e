import { picture, writeExamples } from '../example.ts'

export const imageGridExamples = writeExamples('image-grid', ({ say }) => {
  const files = ['hero.jpg', 'workbench.jpg', 'ring-tray.jpg', 'pearls.jpg', 'gold.jpg', 'side-light.jpg']
  const pictures = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      picture(
        files[index % files.length] ?? 'hero.jpg',
        say(`Aus der Werkstatt, Bild ${index + 1}`, `From the workshop, picture ${index + 1}`),
      ),
    )
  return [
    {
      name: { de: 'Gleichmäßig', en: 'Even' },
      fields: {
        title: say('Aus der Werkstatt', 'From the workshop'),
        images: pictures(6),
        caption: say('Alle Bilder: Werkstatt Köln', 'All pictures: Cologne workshop'),
      },
    },
    {
      name: { de: 'Erstes Bild groß', en: 'First picture large' },
      fields: { images: pictures(5), layout: 'mosaic', columns: '4', ratio: 'square' },
    },
    { name: { de: 'Ein Bild', en: 'One picture' }, fields: { images: pictures(1), columns: '2' } },
    {
      name: { de: 'Zwölf, wie aufgenommen', en: 'Twelve, as taken' },
      fields: { images: pictures(12), ratio: 'natural', columns: '4' },
    },
  ]
})
