import { defineBlock } from '../fields.ts'

export const schema = defineBlock({
  name: 'ratings-line',
  label: { de: 'Bewertungen in einer Zeile', en: 'Ratings in one line' },
  help: {
    de: 'Durchschnitt, Anzahl und Quelle aus dem Baustein „Bewertungen“ der Seite „Über uns“, mit einem Link dorthin. Ohne diesen Baustein steht hier nichts.',
    en: 'Average, number and source from the “Ratings” block of the page “About us”, with a link to it. Without that block nothing stands here.',
  },
  fields: {},
})

export const rhythm = 'flow'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./RatingsInLine.tsx')).RatingsInLine
export const loader = async () => (await import('./loader.ts')).loadRatingsLine
export { ratingsLineExamples as examples } from './examples.ts'
