import type { App } from '#app/app-context.ts'
import { findRatingsLine, type RatingsLine } from '#app/blocks/find-ratings-line.ts'
import { ContentUnavailable } from '#app/content/story.ts'
import type { Locale } from '#app/language/locales.ts'
import { keepNoAnswer } from '#app/platform/answer-record.ts'

/** What ratings come to, for pages that do without it while the content service is away. */
export async function ratingsOfShop({ stories, env }: App, locale: Locale): Promise<RatingsLine | null> {
  try {
    return await findRatingsLine({ stories, locale, apiUrl: env.API_URL })
  } catch (error) {
    if (!(error instanceof ContentUnavailable)) throw error
    keepNoAnswer('the ratings could not be read')
    return null
  }
}
