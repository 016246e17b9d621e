import type { App } from '#app/app-context.ts'
import { parseRoot } from '#app/blocks/parse-blocks.ts'
import type { FoundStory } from '#app/content/story.ts'
import type { Locale } from '#app/language/locales.ts'
import { keepNoAnswer } from '#app/platform/answer-record.ts'
import { paragraphsOf } from './department-intro.ts'
import type { Intro } from './listing-view.ts'

/** Shared content, which has no page of its own: the listing of the maker shows it. */
const folder = 'global/makers/'
/** More than any shop has makers and models: all of them. */
const all = 10_000

/**
 * What editors wrote about makers and models: the paragraphs of `global/makers/{maker}` and
 * `global/makers/{maker}/{model}`, by what follows the folder. All of them at once, since one list is asked for where each
 * maker without words would be a story that is not there. Nothing when the content service has nothing to give.
 */
export async function makerWords(app: App, locale: Locale): Promise<ReadonlyMap<string, Intro>> {
  try {
    const { stories } = await app.stories.findStories(locale, { startsWith: folder, perPage: all })
    return new Map(stories.map((found) => [found.slug.slice(folder.length), wordsIn(app, locale, found)]))
  } catch (error) {
    app.log.warn({ err: error }, 'makers go without their words')
    keepNoAnswer('the words about makers could not be had')
    return new Map()
  }
}

function wordsIn(app: App, locale: Locale, { story }: FoundStory): Intro {
  const parsed = parseRoot('global', story.content, { locale, apiUrl: app.env.API_URL })
  return parsed.ok ? paragraphsOf(parsed.content.body) : []
}
