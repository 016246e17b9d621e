import { asset, defineBlock, option } from '../fields.ts'
import { actions, eyebrow, lead, picture, requiredTitle } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'main-page-title',
  label: { de: 'Großer Seitentitel', en: 'Main page title' },
  help: {
    de: 'Eröffnet eine Startseite oder Landeseite: Titel, Einleitung, ein großes Bild und die wichtigsten Wege.',
    en: 'Opens a home or landing page: title, introduction, one large picture and the most important ways on.',
  },
  fields: {
    eyebrow,
    title: requiredTitle,
    lead,
    image: picture,
    uprightImage: asset({
      label: { de: 'Bild für hohe Rahmen', en: 'Picture for tall frames' },
      help: {
        de: 'Hochformat desselben Motivs. Es steht neben dem Titel, wo der Rahmen höher wird als breit, und verliert dort nichts am Rand. Sein Alternativtext ist der des Bildes.',
        en: 'The same motif upright. It stands beside the title where the frame becomes taller than wide, and loses nothing at its sides there. Its alternative text is that of the picture.',
      },
    }),
    imagePosition: option({
      label: { de: 'Bild steht', en: 'Picture stands' },
      options: {
        left: { de: 'Links vom Titel', en: 'Left of the title' },
        right: { de: 'Rechts vom Titel', en: 'Right of the title' },
        below: { de: 'Unter dem Titel', en: 'Below the title' },
      },
      default: 'left',
    }),
    actions,
  },
})

export const rhythm = 'title'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./MainPageTitle.tsx')).MainPageTitle
export { mainPageTitleExamples as examples } from './examples.ts'
