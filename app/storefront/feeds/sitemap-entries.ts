import type { App } from '#app/app-context.ts'
import { parsePicture } from '#app/blocks/media/picture.ts'
import type { FoundStory } from '#app/content/story.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { indexableListings } from '#app/shop/catalogue/indexable-listings.ts'
import { isUnfiltered, type ListingFilters } from '#app/shop/catalogue/listing-filters.ts'
import { listingHref } from '#app/shop/catalogue/listing-path.ts'
import { cardsPerPage } from '#app/shop/catalogue/listing-sort.ts'
import { makersOffered } from '#app/shop/catalogue/makers.ts'
import { productAddresses } from '#app/shop/catalogue/product-addresses.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'
import { type Addresses, addressesOf } from '../page-meta.ts'
import { storyAddresses } from '../story-page.ts'
import { widestAddress } from '../structured-data/story-json-ld.ts'

export type SitemapEntry = {
  addresses: Addresses
  /** When what stands there last changed; `null` where nobody knows. */
  modified: Date | null
  /** Addresses of its pictures. */
  images: readonly string[]
}

const inBoth = (path: (locale: Locale) => string): Addresses => ({ de: path('de'), en: path('en') })

/** Pages without a story that search engines may keep. */
const pagesOfTheirOwn = ['withdrawal'] as const

/** Every page of a language that is no listing and no piece: published stories that may be indexed. */
export async function pageEntries(app: App, locale: Locale): Promise<SitemapEntry[]> {
  const stories = await app.stories.allLinks(locale)
  const names =
    (await makersOffered(app.db)).length > 0 ? ([...pagesOfTheirOwn, 'makers'] as const) : pagesOfTheirOwn
  const own = names.map((name) => ({ addresses: addressesOf(name), modified: null, images: [] }))
  return [
    ...stories.filter(isPage).map((found) => ({
      addresses: storyAddresses(found),
      modified: dateOf(found.story.published_at),
      images: imagesOf(found, app),
    })),
    ...own,
  ].filter(({ addresses }) => addresses[locale] !== undefined)
}

/** A story with a page of its own: one named like a listing introduces it, one that is kept out stays out. */
function isPage({ story, slug }: FoundStory): boolean {
  return !story.content.noindex && slug !== 'watches' && slug !== 'jewelry'
}

function imagesOf({ story }: FoundStory, { env }: App): string[] {
  const picture = parsePicture(story.content.image ?? story.content.social_image, env.API_URL)
  const address = picture && widestAddress(picture, env.SITE_URL)
  return address ? [address] : []
}

function dateOf(text: string | null | undefined): Date | null {
  const date = new Date(text ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date
}

function laterOf(one: Date | null | undefined, other: Date | null): Date | null {
  return one && other ? (one > other ? one : other) : (one ?? other)
}

/** A listing that search engines may keep. */
export type ListingPages = {
  filters: ListingFilters
  pages: number
  /** When its first page last changed, and the others. */
  modified: { first: Date | null; others: Date | null }
}

/** Every listing with stock that search engines may keep. Each of its pages is an entry: as many as half the pieces. */
export async function listingsWithPages(app: App): Promise<ListingPages[]> {
  const [listings, stories] = await Promise.all([indexableListings(app.db), app.stories.allLinks('de')])
  const introductions = new Map(stories.map(({ slug, story }) => [slug, dateOf(story.published_at)]))
  return listings.map(({ filters, total, changedAt }) => {
    // The first page of a department has an introduction, which is a story.
    const introduced = isUnfiltered(filters) ? introductions.get(filters.department) : null
    const modified = { first: laterOf(introduced, changedAt), others: changedAt }
    return { filters, pages: Math.ceil(total / cardsPerPage), modified }
  })
}

/** The entries of their pages, at most `limit` after the first `skip`; only those are written. */
export function* listingEntries(
  listings: readonly ListingPages[],
  { skip = 0, limit = Number.POSITIVE_INFINITY }: Partial<Range> = {},
): Generator<SitemapEntry> {
  let passed = 0
  for (const { filters, pages, modified } of listings) {
    for (let page = Math.max(1, skip - passed + 1); page <= pages && passed + page <= skip + limit; page++) {
      yield {
        addresses: inBoth((locale) => listingHref(locale, filters, { page })),
        modified: page === 1 ? modified.first : modified.others,
        images: [],
      }
    }
    passed += pages
    if (passed >= skip + limit) return
  }
}

/** When each run of `size` of their pages last changed. */
export function listingRuns(listings: readonly ListingPages[], size: number): (Date | null)[] {
  const runs: (Date | null)[] = []
  const note = (place: number, date: Date | null) => {
    const run = Math.floor(place / size)
    runs[run] = laterOf(runs[run], date)
  }
  let passed = 0
  for (const { pages, modified } of listings) {
    if (pages > 0) note(passed, modified.first)
    // One page of each run tells as much as all of them.
    const next = (place: number) => (Math.floor(place / size) + 1) * size
    for (let page = 1; page < pages; page = next(passed + page) - passed) note(passed + page, modified.others)
    passed += pages
  }
  return runs
}

type Range = { skip: number; limit: number }

/** Pieces that are on sale or reserved, by stock number. */
export async function* productEntries({ db, env }: App, range: Range): AsyncGenerator<SitemapEntry> {
  for await (const pieces of productAddresses(db, range)) {
    for (const { id, slug, updatedAt, photos } of pieces) {
      yield {
        addresses: inBoth((locale) => pathTo(locale, 'product', { name: slug[locale], id })),
        modified: updatedAt,
        images: photos.map(
          (photo) => new URL(photoAddress(photo, 1600, 'jpg', env.API_URL), env.SITE_URL).href,
        ),
      }
    }
  }
}
