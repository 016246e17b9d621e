import type { Locale } from '#app/language/locales.ts'
import { answerPart } from '#app/platform/answer-record.ts'
import type { Database } from '#app/platform/database/database.ts'
import { indexableListingsOf } from './indexable-listings.ts'
import { listingVocabulary } from './listing.ts'
import { listingHeading } from './listing-heading.ts'
import { listingPath } from './listing-path.ts'

/** The listings of a piece that search engines may keep, by their names. */
export async function listingsOfPiece(
  db: Database,
  id: string,
  locale: Locale,
): Promise<{ label: string; href: string }[]> {
  return answerPart(async () => {
    const [found, vocabulary] = await Promise.all([indexableListingsOf(db, id), listingVocabulary(db)])
    return found.map((filters) => ({
      label: listingHeading(filters, vocabulary, locale),
      href: listingPath(locale, filters),
    }))
  })
}
