import type { App } from '#app/app-context.ts'
import type { AnyBlock } from '#app/blocks/block.ts'
import type { LoadedBlocks } from '#app/blocks/block-data.ts'
import { findRatingsLine } from '#app/blocks/find-ratings-line.ts'
import { loadBlocks } from '#app/blocks/load-blocks.ts'
import { type Fault, parseRoot } from '#app/blocks/parse-blocks.ts'
import type { Preview } from '#app/content/preview/previews.ts'
import { ContentUnavailable, type FoundStory } from '#app/content/story.ts'
import { type Locale, locales } from '#app/language/locales.ts'
import type { RouteName } from '#app/language/route-table.ts'
import { countListing } from '#app/shop/catalogue/listing.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { newestCards } from '#app/shop/catalogue/newest.ts'
import type { Department } from '#app/shop/catalogue/types.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { unavailable } from './error-answers.ts'
import { fitting, shorterNames, titleRoom, wholeSentences } from './fit-text.ts'
import type { Addresses, PageMeta } from './page-meta.ts'
import { type PreviewView, previewView, type Unshowable } from './preview-view.ts'
import { cardImage } from './social-card/card.ts'
import { cardOfPage } from './social-card/contents.ts'
import type { PageFacts } from './structured-data/json-ld.ts'
import { storyFacts, widestAddress } from './structured-data/story-json-ld.ts'

/** What the loaders of blocks on a page may use. */
export function blockContext(app: App, locale: Locale, now: Date, query = new URLSearchParams()) {
  return {
    db: app.db,
    locale,
    now,
    log: app.log,
    apiUrl: app.env.API_URL,
    stories: app.stories,
    query,
    findRatings: () => findRatingsLine({ stories: app.stories, locale, apiUrl: app.env.API_URL }),
    metalFeedUrl: app.env.METAL_FEED_URL,
    findArrivals: (query: { department: 'all' | Department; count: number }) =>
      newestCards(app.db, query, locale, now),
    countPieces: (department: Department) => countListing(app.db, normaliseFilters({ department })),
  }
}

/** A story that the page cannot do without; a content service that has nothing to give is a 503. */
export async function requireStory(find: Promise<FoundStory | null>): Promise<FoundStory | null> {
  try {
    return await find
  } catch (error) {
    if (error instanceof ContentUnavailable) throw unavailable(error)
    throw error
  }
}

/** Where a story's page lies in each language. */
export function storyAddresses({ paths }: FoundStory): Addresses {
  const addresses: Addresses = {}
  for (const locale of locales) {
    const path = paths[locale]
    if (path !== null) addresses[locale] = path
  }
  return addresses
}

/** Content that could not be used is left out and told to the log, once per page that is read. */
export function logFaults(app: App, slug: string, faults: readonly Fault[]): void {
  if (faults.length > 0) app.log.warn({ slug, faults }, 'parts of a story were left out')
}

type PageStory = {
  meta: PageMeta
  blocks: AnyBlock[]
  data: LoadedBlocks
  preview?: PreviewView
}

type PageOptions = { now: Date; query?: URLSearchParams; preview?: Preview | null }

/** A page made of content blocks: its blocks, what their loaders brought, and its head. */
async function pageOfStory(
  app: App,
  locale: Locale,
  found: FoundStory,
  { now, query, preview }: PageOptions,
): Promise<{ ok: true; page: PageStory; unfit: string } | { ok: false; reason: string }> {
  const context = { locale, apiUrl: app.env.API_URL, preview: Boolean(preview) }
  const parsed = parseRoot('page', found.story.content, context)
  if (!parsed.ok) return parsed
  if (!preview) logFaults(app, found.slug, parsed.faults)
  const { description, noindex, social_image: image, body } = parsed.content
  const { SITE_URL: siteUrl } = app.env
  const chosen = widestAddress(image, siteUrl)
  const settings = await currentSettings(app.db)
  const place = { kind: 'story', key: found.slug } as const
  const meta: PageMeta = {
    title: fitting(shorterNames(parsed.content.title ?? settings.site.name), titleRoom(settings.site)),
    description: description && wholeSentences(description, locale),
    addresses: storyAddresses(found),
    index: !noindex && !preview,
    image:
      image && chosen
        ? { src: chosen, alt: image.alt }
        : cardImage(locale, place, cardOfPage(parsed.content, settings)),
  }
  const loading = { ...blockContext(app, locale, now, query), preview: Boolean(preview) }
  return {
    ok: true,
    unfit: parsed.unfit,
    page: {
      meta,
      blocks: body,
      data: await loadBlocks(body, loading),
      ...(preview && { preview: previewView(preview, found) }),
    },
  }
}

/** The page of a story; `null`: no such page. */
export async function loadPageStory(
  app: App,
  locale: Locale,
  found: FoundStory | null,
  options: PageOptions,
): Promise<PageStory | null> {
  if (found === null) return null
  const made = await pageOfStory(app, locale, found, options)
  if (made.ok) return made.page
  app.log.error({ slug: found.slug, reason: made.reason }, 'a story cannot be shown')
  return null
}

/** The page of a story as an editor is just writing it. */
export async function editedPageStory(
  app: App,
  locale: Locale,
  { found, ...options }: { found: FoundStory; now: Date; query: URLSearchParams; preview: Preview },
): Promise<PageStory | Unshowable> {
  const made = await pageOfStory(app, locale, found, options)
  if (!made.ok) return { unshowable: made.reason }
  return made.unfit === '' ? made.page : { unshowable: made.unfit }
}

/** What such a page tells search engines beyond its head. */
export async function storyPageFacts(
  app: App,
  locale: Locale,
  name: RouteName | null,
  { page: { meta, blocks }, now }: { page: Pick<PageStory, 'meta' | 'blocks'>; now: Date },
): Promise<PageFacts> {
  const settings = await currentSettings(app.db)
  return storyFacts(name, { title: meta.title, blocks }, { siteUrl: app.env.SITE_URL, settings, locale, now })
}
