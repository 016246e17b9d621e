import { asset, blocks, boolean, defineRoot, multiline, option, stories, text } from './fields.ts'

const titleLabel = { de: 'Titel', en: 'Title' }

const body = blocks({ label: { de: 'Inhalt', en: 'Content' }, allow: 'any', max: 80 })

/**
 * A page of the site. `title` and `description` are for the browser, search engines and shared links; without a title a
 * page is named after its address, and the home page after the shop.
 */
export const page = defineRoot({
  name: 'page',
  label: { de: 'Seite', en: 'Page' },
  fields: {
    title: text({ label: titleLabel, translatable: true, maxLength: 160 }),
    description: multiline({
      label: { de: 'Beschreibung für Suchmaschinen', en: 'Description for search engines' },
      help: {
        de: 'Ein bis zwei Sätze, zusammen höchstens 160 Zeichen; Sätze darüber hinaus fallen weg.',
        en: 'One or two sentences, at most 160 characters in all; sentences beyond that are left out.',
      },
      translatable: true,
      maxLength: 320,
    }),
    social_image: asset({
      label: { de: 'Bild für geteilte Links', en: 'Picture for shared links' },
      translatable: true,
    }),
    noindex: boolean({ label: { de: 'Nicht in Suchmaschinen zeigen', en: 'Keep out of search engines' } }),
    body,
  },
})

/** What the articles of the knowledge base are about. */
export const topics = {
  gold: { de: 'Gold und Preise', en: 'Gold and prices' },
  watches: { de: 'Uhren', en: 'Watches' },
  jewellery: { de: 'Schmuck und Steine', en: 'Jewellery and stones' },
  selling: { de: 'Verkaufen', en: 'Selling' },
  buying: { de: 'Kaufen', en: 'Buying' },
} as const

export type Topic = keyof typeof topics

/** An article of the knowledge base. Its heading, date, author and reading time are shown by the article page. */
export const article = defineRoot({
  name: 'article',
  label: { de: 'Artikel', en: 'Article' },
  fields: {
    title: text({ label: titleLabel, translatable: true, required: true, maxLength: 160 }),
    teaser: multiline({
      label: { de: 'Vorspann', en: 'Teaser' },
      help: {
        de: 'Zwei bis drei Sätze; stehen über dem Artikel, in Listen und als Beschreibung.',
        en: 'Two or three sentences; stand above the article, in lists and as its description.',
      },
      translatable: true,
      required: true,
      maxLength: 500,
    }),
    topic: option({ label: { de: 'Thema', en: 'Topic' }, options: topics, default: 'buying' }),
    author: text({ label: { de: 'Verfasst von', en: 'Written by' }, maxLength: 120 }),
    date: text({ label: { de: 'Datum', en: 'Date' }, required: true, format: 'date' }),
    image: asset({ label: { de: 'Bild', en: 'Picture' }, translatable: true }),
    related: stories({ label: { de: 'Passende Artikel', en: 'Related articles' }, max: 6 }),
    body,
  },
})

/** Content that several pages share through the block global-reference. */
export const global = defineRoot({
  name: 'global',
  label: { de: 'Gemeinsamer Inhalt', en: 'Shared content' },
  fields: { body },
})

export const roots = { page, article, global }

export type RootName = keyof typeof roots
