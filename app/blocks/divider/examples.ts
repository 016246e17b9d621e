import { writeExamples } from '../example.ts'

export const dividerExamples = writeExamples('divider', () => [
  { name: { de: 'Haarlinie', en: 'Hairline' }, fields: {} },
  { name: { de: 'Kurz, Messing', en: 'Short, brass' }, fields: { variant: 'short', size: 'small' } },
  { name: { de: 'Leerraum', en: 'Space' }, fields: { variant: 'space', size: 'large' } },
])
