import type { App } from '#app/app-context.ts'
import { matchRoute, pathTo } from '#app/language/route-table.ts'
import { findCards } from '#app/shop/catalogue/cards.ts'
import { catalogueInMemory } from '#app/shop/catalogue/catalogue-in-memory.ts'
import { listingPath, parseListingPath } from '#app/shop/catalogue/listing-path.ts'

/**
 * Where a page whose path has just been tidied really lies, so that one redirect is enough: a product under its own
 * slug, a listing with its filters in order, a story under its language's slug. `null` where nothing better is known.
 */
export async function finalPath(app: App, path: string): Promise<string | null> {
  const match = matchRoute(path)
  if (match === null) return null
  const { locale, name, params, rest } = match
  if (name === 'product') {
    const [piece] = await findCards(app.db, [params.id ?? ''], new Date())
    return piece ? pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id }) : null
  }
  if (name === 'watches' || name === 'jewelry') {
    const { vocabulary } = await catalogueInMemory(app.db)
    const parsed = parseListingPath({ locale, department: name, segments: rest }, vocabulary)
    return parsed.kind === 'unknown' ? null : listingPath(locale, parsed.filters)
  }
  if (name === 'knowledge-article') {
    const found = await app.stories
      .findStoryByPublicSlug(locale, ['knowledge', ...rest].join('/'))
      .catch(() => null)
    return found?.path ?? null
  }
  return null
}
