import { defineBlock, link, number, option, text } from '../fields.ts'
import { topics } from '../roots.ts'
import { lead, title } from '../shared-fields.ts'

export const schema = defineBlock({
  name: 'article-list',
  label: { de: 'Artikel', en: 'Article list' },
  help: {
    de: 'Die neuesten Artikel der Wissensdatenbank, auf Wunsch nur zu einem Thema.',
    en: 'The newest articles of the knowledge base, of one topic if wanted.',
  },
  fields: {
    title,
    lead,
    topic: option({
      label: { de: 'Thema', en: 'Topic' },
      options: /* @__PURE__ */ Object.assign({ all: { de: 'Alle', en: 'All' } }, topics),
      default: 'all',
    }),
    count: number({ label: { de: 'Anzahl', en: 'Number' }, min: 1, max: 24, default: 3 }),
    layout: option({
      label: { de: 'Anordnung', en: 'Arrangement' },
      options: {
        lines: { de: 'Pfeilzeilen', en: 'Arrow lines' },
        tiles: { de: 'Kacheln mit Bild', en: 'Tiles with picture' },
      },
      default: 'lines',
    }),
    link: link({ label: { de: 'Link daneben', en: 'Link beside the title' }, translatable: true }),
    linkLabel: text({
      label: { de: 'Beschriftung des Links', en: 'Label of the link' },
      translatable: true,
      maxLength: 90,
    }),
  },
})

export const rhythm = 'section'
export const hydration = { when: 'never' } as const
export const component = async () => (await import('./ArticleList.tsx')).ArticleList
export const loader = async () => (await import('./loader.ts')).loadArticleList
export { articleListExamples as examples } from './examples.ts'
