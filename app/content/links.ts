import { type Locale, otherLocale } from '#app/language/locales.ts'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo, type RouteName, routeExists, routePattern, routeTable } from '#app/language/route-table.ts'
import { isRecord } from './raw.ts'

/** A link that is safe to follow: an address within the site, or one of an allowed scheme. */
export type Link = {
  href: string
  /** Opens in a new tab. */
  newTab?: true
  /** The language of the target, where it is not the page's own. */
  lang?: Locale
}

const maxAddressLength = 2_000

/** Characters nobody sees in an address; browsers drop some of them before they read the scheme. */
const unseen = /[\p{Cc}\p{Cf}\u2028\u2029\\]/u

/**
 * The address if a browser may be sent there, else `null`: `/path`, `#anchor`, http, https, mailto and tel.
 * `//host` is refused, and so is anything with control characters, which browsers drop before they read the scheme.
 */
export function safeHref(address: unknown): string | null {
  if (typeof address !== 'string') return null
  const href = address.trim()
  if (href === '' || href.length > maxAddressLength || unseen.test(href)) return null
  if (href.startsWith('#')) return /^#[^\s#"'<>]+$/.test(href) ? href : null
  if (href.startsWith('/')) return href.startsWith('//') || /[\s"'<>]/.test(href) ? null : href
  if (/^https?:\/\//i.test(href)) return webAddress(href)
  if (/^mailto:/i.test(href)) return /^mailto:[^\s"'<>]+@[^\s"'<>]+$/i.test(href) ? href : null
  if (/^tel:/i.test(href)) return /^tel:\+?[\d\s()./-]{3,30}$/i.test(href) ? phoneLink(href) : null
  return null
}

function webAddress(href: string): string | null {
  if (!URL.canParse(href)) return null
  const url = new URL(href)
  // A user name before the host is how a foreign address dresses up as a known one.
  return url.username === '' && url.password === '' && url.hostname !== '' ? url.href : null
}

function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(routeTable, name)
}

/** Pages that cannot be addressed without saying which product or article. */
const needsParameters = (name: RouteName) =>
  name === 'knowledge-article' || (routePattern(name, 'de') ?? '').includes(':')

/** A page of the route table, in the reader's language if it exists there, else in the other. */
export function routeLink(name: string, locale: Locale): Link | null {
  if (!isRouteName(name) || needsParameters(name)) return null
  const target = routeExists(name, locale) ? locale : otherLocale(locale)
  const href = pathTo(target, name as 'index')
  return target === locale ? { href } : { href, lang: target }
}

/**
 * The public address of a story by its `full_slug`: the route table decides, never the slug alone.
 * `null` for what has no page of its own, such as shared content.
 */
export function storyLink(fullSlug: string, locale: Locale): Link | null {
  const segments = (fullSlug.split(/[?#]/, 1)[0] ?? '').split('/').filter((segment) => segment !== '')
  if (segments[0] === 'de' || segments[0] === 'en') segments.shift()
  if (segments.some((segment) => segment === '.' || segment === '..' || unseen.test(segment))) return null
  const [first, ...rest] = segments
  if (first === undefined || (first === 'home' && rest.length === 0)) return routeLink('index', locale)
  if (first === 'global') return null
  if (rest.length === 0 && isRouteName(first)) return routeLink(first, locale)
  if (first === 'knowledge') return { href: pathTo(locale, 'knowledge-article', { rest }) }
  return { href: `/${[locale, ...segments.map((each) => encodeURIComponent(each.toLowerCase()))].join('/')}` }
}

/**
 * A link field or the attributes of a link mark, as the content service delivers them, in the reader's language.
 * Also understands the short forms of content files: `route:contact`, `story:knowledge/punzen-lesen#stempel`.
 * `null` for an empty link and for one that may not be followed.
 */
export function parseLink(raw: unknown, locale: Locale): Link | null {
  if (!isRecord(raw)) return null
  const target = linkTarget(raw, locale)
  if (target === null) return null
  const link: Link = withAnchor(target, raw.anchor)
  if (raw.target === '_blank') link.newTab = true
  return link
}

function linkTarget(raw: Record<string, unknown>, locale: Locale): Link | null {
  const address = firstText(raw.href, raw.url, raw.cached_url)
  const short = /^(route|story):([^#]*)(#.+)?$/.exec(address)
  if (short) {
    const [, kind, name = '', anchor] = short
    const link = kind === 'route' ? routeLink(name, locale) : storyLink(name, locale)
    return link && withAnchor(link, anchor?.slice(1))
  }
  if (raw.linktype === 'story') return storyTarget(raw, address, locale)
  if (raw.linktype === 'email') {
    const email = firstText(raw.email, raw.url, raw.href, raw.cached_url).replace(/^mailto:/i, '')
    return hrefLink(safeHref(`mailto:${email}`))
  }
  return hrefLink(safeHref(address))
}

function storyTarget(raw: Record<string, unknown>, address: string, locale: Locale): Link | null {
  const story = isRecord(raw.story) ? raw.story : {}
  // The default slug first: only it can be the name of a route.
  const slugs = [story.default_full_slug, story.full_slug, story.url, address].filter(
    (slug): slug is string => typeof slug === 'string' && slug !== '',
  )
  const route = slugs.map((slug) => slug.replace(/^\/?(?:(?:de|en)\/)?|\/$/g, '')).find(isRouteName)
  if (route) return routeLink(route, locale)
  const own = typeof story.full_slug === 'string' && story.full_slug !== '' ? story.full_slug : slugs.at(-1)
  return own === undefined ? null : storyLink(own, locale)
}

const hrefLink = (href: string | null): Link | null => (href === null ? null : { href })

const firstText = (...values: unknown[]): string =>
  values.find((value): value is string => typeof value === 'string' && value.trim() !== '')?.trim() ?? ''

function withAnchor(link: Link, anchor: unknown): Link {
  const id = typeof anchor === 'string' ? safeId(anchor.replace(/^#/, '')) : null
  return id === null || link.href.includes('#') ? { ...link } : { ...link, href: `${link.href}#${id}` }
}

/** An element's id or anchor: letters, digits, hyphens and underscores only. */
export function safeId(id: unknown): string | null {
  return typeof id === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}_-]{0,79}$/u.test(id) ? id : null
}
