import type { App } from '#app/app-context.ts'
import { ContentUnavailable } from '#app/content/story.ts'
import { localeOfPath, otherLocale } from '#app/language/locales.ts'
import { matchRoute, pathTo, type RouteMatch, routeExists } from '#app/language/route-table.ts'
import { keepNoAnswer } from '#app/platform/answer-record.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import { settleListing } from './listing/settle-listing.ts'

/** The page that another language's words below a prefix mean, where it exists in the prefix's: `/en/impressum`. */
export function matchOtherWords(path: string): RouteMatch | null {
  const locale = localeOfPath(path)
  if (locale === null) return null
  const match = matchRoute(path.replace(/^\/[^/]+/, `/${otherLocale(locale)}`))
  return match && routeExists(match.name, locale) ? { ...match, locale } : null
}

/**
 * Where a page lies whose path is spelled well but may be wrong otherwise, in one step: a product under its own slug,
 * a listing with its filters in order and a page that it has, a story under its language's slug, any page under its
 * language's words. The query is kept.
 * - `nowhere`: the address names nothing: 404
 * - `null`: only the page itself can say
 */
export async function finalAddress(
  app: App,
  path: string,
  { search, searchParams }: URL,
): Promise<string | 'nowhere' | null> {
  const own = matchRoute(path)
  const match = own ?? matchOtherWords(path)
  if (own === null) {
    const story = await publishedPath(app, path)
    if (story !== null || match === null) return story && story + search
  }
  const { locale, name, params, rest } = match as RouteMatch
  if (name === 'product') {
    const piece = await findProduct(app.db, params.id ?? '', null)
    return piece ? pathTo(locale, name, { name: piece.slug[locale], id: piece.id }) + search : 'nowhere'
  }
  if (name === 'watches' || name === 'jewelry') {
    const asked = { locale, department: name, segments: rest }
    return (await settleListing(app.db, asked, searchParams))?.href ?? 'nowhere'
  }
  if (name === 'knowledge-article') {
    const article = await publishedPath(app, pathTo(locale, name, { rest }))
    return article === null ? 'nowhere' : article + search
  }
  if (params.token !== undefined)
    return own ? null : pathTo(locale, name as 'order', { token: params.token }) + search
  return pathTo(locale, name as 'index') + search
}

/** The address of the story that a path means; the path itself while the content service is away. */
async function publishedPath(app: App, path: string): Promise<string | null> {
  const locale = localeOfPath(path)
  const match = matchRoute(path)
  if (locale === null) return null
  const slug =
    match?.name === 'knowledge-article'
      ? ['knowledge', ...match.rest].join('/')
      : path.split('/').slice(2).map(decodeURIComponent).join('/')
  try {
    return (await app.stories.findStoryByPublicSlug(locale, slug))?.path ?? null
  } catch (error) {
    if (!(error instanceof ContentUnavailable)) throw error
    keepNoAnswer('where its story lies could not be found out')
    return path
  }
}
