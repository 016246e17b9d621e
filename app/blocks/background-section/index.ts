import { asset, defineBlock, option } from '../fields.ts'
import { align, content } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'background-section',
  label: { de: 'Abschnitt mit Hintergrund', en: 'Background section' },
  help: {
    de: 'Ein Band über die ganze Breite. Auf einem Bild liegt der Inhalt auf einem Blatt Papier, damit er lesbar bleibt.',
    en: 'A band across the whole width. On a picture the content lies on a sheet of paper so that it stays readable.',
  },
  fields: {
    content,
    tone: option({
      label: { de: 'Farbe', en: 'Colour' },
      options: {
        deep: { de: 'Papier, dunkler', en: 'Paper, darker' },
        ink: { de: 'Tinte', en: 'Ink' },
        green: { de: 'Grün', en: 'Green' },
        lines: { de: 'Nur Linien oben und unten', en: 'Only lines above and below' },
      },
      default: 'deep',
    }),
    image: asset({ label: { de: 'Hintergrundbild', en: 'Background picture' }, translatable: true }),
    align,
    height: option({
      label: { de: 'Höhe', en: 'Height' },
      options: {
        auto: { de: 'Wie der Inhalt', en: 'As the content' },
        tall: { de: 'Hoch', en: 'Tall' },
      },
      default: 'auto',
    }),
  },
})

export const rhythm = 'band'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./BackgroundSection.tsx')).BackgroundSection
export { backgroundSectionExamples as examples } from './examples.ts'
