import type { StoryFinder } from '#app/content/story.ts'
import { formatDate, formatNumber } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import { trustWords } from '#app/shop/trust-words.ts'
import { parseRoot } from './parse-blocks.ts'

/** What customers' ratings come to, in a line, and where it is told at length. */
export type RatingsLine = {
  /** „4,7 von 5 aus 212 Bewertungen“ */
  text: string
  /** Where and until when they were given, and whether somebody verified them (§ 5b Abs. 3 UWG). */
  note: string
  href: string
  /** Of five. */
  stars: number
}

/** The page that tells of ratings at length, with how they are verified. */
const tellingStory = 'about-us'

type Asked = { stories: Pick<StoryFinder, 'findStory'>; locale: Locale; apiUrl: string }

/**
 * The average that the ratings block of the page about us states, for the places where somebody decides. `null` where
 * that page has no such block, or none that states average and number: then nothing is said.
 * @throws {ContentUnavailable} when the content service does not answer and no copy was ever kept
 */
export function findRatingsLine({ stories, locale, apiUrl }: Asked): Promise<RatingsLine | null> {
  return answerPart(async () => {
    const found = await stories.findStory(locale, tellingStory)
    if (!found || found.path === null) return null
    const page = parseRoot('page', found.story.content, { locale, apiUrl, preview: false })
    if (!page.ok) return null
    for (const block of page.content.body) {
      if (block.component !== 'ratings' || block.score === undefined || !block.count) continue
      const words = trustWords(locale)
      const score = formatNumber(block.score, locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
      return {
        text: words('trust.ratings.score', { score, count: block.count }),
        note: words('trust.ratings.source', {
          source: block.source,
          asOf: block.asOf ? formatDate(block.asOf, locale) : 'none',
          verified: String(block.verified),
        }),
        href: found.path + (block.anchor ? `#${block.anchor}` : ''),
        stars: block.score,
      }
    }
    return null
  })
}
