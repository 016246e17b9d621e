import { boolean, defineBlock } from '../fields.ts'
import { align, eyebrow, lead, requiredTitle } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'page-title',
  label: { de: 'Seitentitel', en: 'Page title' },
  help: {
    de: 'Die Überschrift einer Seite mit einer kurzen Einleitung. Der erste Titel der Seite ist ihre Hauptüberschrift.',
    en: 'The heading of a page with a short introduction. The first title of a page is its main heading.',
  },
  fields: {
    eyebrow,
    title: requiredTitle,
    lead,
    align,
    sellStart: boolean({
      label: { de: 'Erster Schritt des Verkaufens', en: 'First step of selling' },
      help: {
        de: 'Fotos wählen gleich unter der Einleitung. Braucht auf derselben Seite eine Ankaufsanfrage mit dem Anker anfrage; nur auf Deutsch.',
        en: 'Choosing photos right below the introduction. Needs a selling request with the anchor anfrage on the same page; in German only.',
      },
    }),
  },
})

export const rhythm = 'title'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./PageTitle.tsx')).PageTitle
export { pageTitleExamples as examples } from './examples.ts'
