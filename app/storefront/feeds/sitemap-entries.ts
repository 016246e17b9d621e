import type { App } from '#app/app-context.ts'
import { parsePicture } from '#app/blocks/media/picture.ts'
import type { FoundStory } from '#app/content/story.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { indexableListings } from '#app/shop/catalogue/indexable-listings.ts'
import { isUnfiltered } from '#app/shop/catalogue/listing-filters.ts'
import { listingHref } from '#app/shop/catalogue/listing-path.ts'
import { pageSize } from '#app/shop/catalogue/listing-sort.ts'
import { productSlugs } from '#app/shop/catalogue/product.ts'
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
  const own = pagesOfTheirOwn.map((name) => ({ addresses: addressesOf(name), modified: null, images: [] }))
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

/** Every listing with stock that search engines may keep, each of its pages. */
export async function listingEntries(app: App): Promise<SitemapEntry[]> {
  const [listings, stories] = await Promise.all([indexableListings(app.db), app.stories.allLinks('de')])
  const introductions = new Map(stories.map(({ slug, story }) => [slug, dateOf(story.published_at)]))
  return listings.flatMap(({ filters, total, changedAt }) => {
    // The first page of a department has an introduction, which is a story.
    const introduced = isUnfiltered(filters) ? introductions.get(filters.department) : null
    return Array.from({ length: Math.ceil(total / pageSize) }, (_, index) => ({
      addresses: inBoth((locale) => listingHref(locale, filters, { page: index + 1 })),
      modified: index === 0 ? laterOf(introduced, changedAt) : changedAt,
      images: [],
    }))
  })
}

/** Pieces that are on sale or reserved, by stock number. */
export async function productEntries(
  { db, env }: App,
  range: { skip: number; limit: number },
): Promise<SitemapEntry[]> {
  return (await productSlugs(db, range)).map(({ id, slug, updatedAt, photos }) => ({
    addresses: inBoth((locale) => pathTo(locale, 'product', { name: slug[locale], id })),
    modified: updatedAt,
    images: photos.map((photo) => new URL(photoAddress(photo, 1600, 'jpg', env.API_URL), env.SITE_URL).href),
  }))
}
