import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo, type RouteName, routeExists, routeTable } from '#app/language/route-table.ts'
import type { Story } from './story-shape.ts'

/** What of a story says where its page is. */
export type Addressed = Pick<Story, 'full_slug' | 'default_full_slug' | 'lang' | 'translated_slugs'> & {
  content: Readonly<Record<string, unknown>>
}

/** The address of a story in the content service, the same in every language: `knowledge/punzen-lesen`. */
export function slugOf(story: Pick<Story, 'full_slug' | 'default_full_slug' | 'lang'>): string {
  // An answer in a translated language carries it before the slug.
  const prefix = `${story.lang && story.lang !== 'default' ? story.lang : 'en'}/`
  const { full_slug } = story
  const slug =
    story.default_full_slug || (full_slug.startsWith(prefix) ? full_slug.slice(prefix.length) : full_slug)
  return slug.replace(/\/+$/, '')
}

/** The story's slug in a language: translated where it has a translation. */
function slugIn(locale: Locale, story: Addressed): string {
  const translated = story.translated_slugs?.find(({ lang }) => lang === locale)?.path
  return (translated ?? slugOf(story)).replace(/\/+$/, '')
}

const isRouteName = (name: string): name is RouteName => Object.hasOwn(routeTable, name)

/**
 * Whether a story exists in a language. The route table decides for its pages; any other story may name its languages
 * in the field `languages` of its content, a list of codes, and exists everywhere without it.
 */
export function existsIn(locale: Locale, story: Addressed): boolean {
  const slug = slugOf(story)
  if (isRouteName(slug) && !routeExists(slug, locale)) return false
  const { languages } = story.content
  return !Array.isArray(languages) || languages.length === 0 || languages.includes(locale)
}

/**
 * The public path of a story in each language, null where it has none: pages of the route table have the table's,
 * articles stand below the knowledge base, shared content has no page, everything else has its (translated) slug.
 */
export function publicPaths(story: Addressed): Record<Locale, string | null> {
  return Object.fromEntries(locales.map((locale) => [locale, publicPath(locale, story)])) as Record<
    Locale,
    string | null
  >
}

function publicPath(locale: Locale, story: Addressed): string | null {
  if (!existsIn(locale, story)) return null
  const slug = slugOf(story)
  if (isRouteName(slug)) return pathTo(locale, slug as 'index')
  const [folder, ...rest] = slugIn(locale, story).toLowerCase().split('/')
  if (folder === undefined || slug.startsWith('global/')) return null
  if (slug.startsWith('knowledge/')) return pathTo(locale, 'knowledge-article', { rest })
  return `/${[locale, folder, ...rest].map(encodeURIComponent).join('/')}`
}

/**
 * Whether a path below the language prefix (`knowledge/…` for articles, whatever their folder is called) is a story's:
 * its own in the language, or the one that another language or the content service has for it.
 */
export function hasPath(story: Story, path: string, locale?: Locale): boolean {
  const slug = slugOf(story)
  const below = (each: string) => (slug.startsWith('knowledge/') ? each.replace(/^[^/]+/, 'knowledge') : each)
  const same = (each: string) => below(each.replace(/\/+$/, '')).toLowerCase() === path.toLowerCase()
  if (locale !== undefined) return same(slugIn(locale, story))
  return same(slug) || (story.translated_slugs ?? []).some((translated) => same(translated.path))
}

const unseen = /\p{Cc}|\p{Cs}/u

/** Whether a slug can be asked for: no empty, `.` or `..` segment, nothing unprintable, not endless. */
export function isAskable(slug: string): boolean {
  const segments = slug.split('/')
  return (
    slug.length <= 300 &&
    segments.length <= 12 &&
    segments.every((segment) => segment !== '' && segment !== '.' && segment !== '..') &&
    !unseen.test(slug)
  )
}
