import { locales } from '#app/language/locales.ts'
import type { Log } from '#app/platform/log.ts'
import type { StoryCache } from './story-cache.ts'
import type { StoryClient } from './story-client.ts'
import type { StoryCopies } from './story-copies.ts'
import { slugOf } from './story-path.ts'
import type { Story } from './story-shape.ts'

/** Larger spaces are read page by page as visitors ask for them. */
const maxStories = 400
const marker = 'warm'

/**
 * Reads all stories in both languages, 25 a request, so that every page has its copy before the content service may
 * fail, not only the visited ones. Once per cache version, whichever process did it.
 */
export async function warmUp(options: {
  client: StoryClient
  cache: StoryCache
  copies: StoryCopies
  log: Log
  storyCount: () => Promise<number>
  goOn: () => boolean
}): Promise<void> {
  const { client, cache, copies, log } = options
  try {
    const version = cache.currentVersion()
    const done = await copies.get(marker)
    if (version !== null && done?.cv === version) return
    if ((await options.storyCount()) > maxStories) return
    let read: number | null = null
    for (const locale of locales) {
      const reading = cache.begin()
      try {
        const { stories, cv } = await client.stories({ relations: true }, locale)
        if (!options.goOn()) return
        if (cv !== null) read = Math.min(read ?? cv, cv)
        for (const story of stories) cache.put(keyOf(locale, slugOf(story)), { body: { story }, cv }, reading)
      } finally {
        reading.end()
      }
    }
    // Not the version that is current by now: what it changed has not been read.
    copies.keep(marker, {}, read ?? version)
  } catch (error) {
    if (options.goOn()) log.debug({ err: error }, 'the stories could not all be read beforehand')
  }
}

/** Where a story lies in the cache. */
export const keyOf = (locale: string, slug: Story['full_slug']) => `${locale}:${slug}`
