import type { Locale } from './locales.ts'

/**
 * The route table: route name → path pattern below the language prefix, per language.
 * The router, links, the language switch, alternates, the sitemap and the tests all read it.
 * `null` where the page does not exist in a language; `:name` is one segment, `*` the rest of the path.
 */
export const routeTable = {
  index: { de: '', en: '' },
  'about-us': { de: 'ueber-uns', en: 'about-us' },
  shipping: { de: 'versand-und-ruecksendung', en: 'shipping-and-returns' },
  gtc: { de: 'agb', en: 'gtc' },
  sell: { de: 'verkaufen', en: null },
  contact: { de: 'kontakt', en: 'contact' },
  'contact-success': { de: 'kontakt/erfolg', en: 'contact/success' },
  imprint: { de: 'impressum', en: 'imprint' },
  privacy: { de: 'datenschutz', en: 'privacy' },
  knowledge: { de: 'wissensdatenbank', en: 'knowledge-base' },
  'knowledge-article': { de: 'wissensdatenbank/*', en: 'knowledge-base/*' },
  'checkout-success': { de: 'checkout/success', en: 'checkout/success' },
  cancellation: { de: 'widerrufsbelehrung', en: 'cancellation' },
  product: { de: 'produkte/:name/:id', en: 'products/:name/:id' },
  jewelry: { de: 'schmuck/*', en: 'jewelry/*' },
  watches: { de: 'uhren/*', en: 'watches/*' },
  makers: { de: 'marken', en: 'makers' },
  'sell-gold-koeln': { de: 'gold-verkaufen-koeln', en: null },
  'sell-jewelry-koeln': { de: 'schmuck-verkaufen-koeln', en: null },
  'sell-watches-koeln': { de: 'uhren-verkaufen-koeln', en: null },
  'sell-gold-duesseldorf': { de: 'gold-verkaufen-duesseldorf', en: null },
  'sell-jewelry-duesseldorf': { de: 'schmuck-verkaufen-duesseldorf', en: null },
  'sell-watches-duesseldorf': { de: 'uhren-verkaufen-duesseldorf', en: null },
  'gold-purchase-calculator': { de: 'goldankaufsrechner', en: null },
  accessibility: { de: 'barrierefreiheit', en: 'accessibility' },
  'legal-guarantee': { de: 'gewaehrleistung', en: 'legal-guarantee' },
  'battery-notice': { de: 'batteriehinweise', en: 'battery-notice' },
  faq: { de: 'haeufige-fragen', en: 'faq' },
  cart: { de: 'warenkorb', en: 'cart' },
  checkout: { de: 'checkout', en: 'checkout' },
  order: { de: 'bestellung/:token', en: 'order/:token' },
  search: { de: 'suche', en: 'search' },
  withdrawal: { de: 'vertrag-widerrufen', en: 'withdraw-from-contract' },
  'sell-request': { de: 'ankauf/:token', en: null },
  wishes: { de: 'merkliste', en: 'wish-list' },
  compare: { de: 'vergleich', en: 'compare' },
  'piece-alert': { de: 'nachricht/:id', en: 'alert/:id' },
  viewing: { de: 'besichtigung/:id', en: 'viewing/:id' },
  appointment: { de: 'termin/:token', en: 'appointment/:token' },
  sitemap: { de: 'sitemap.xml', en: 'sitemap.xml' },
} as const satisfies Record<string, Record<Locale, string | null>>

export type RouteName = keyof typeof routeTable

type PatternOf<Name extends RouteName> = Extract<(typeof routeTable)[Name][Locale], string>

type ParamsOfPattern<Pattern extends string> = Pattern extends `${infer Head}/${infer Rest}`
  ? ParamsOfPattern<Head> & ParamsOfPattern<Rest>
  : Pattern extends `:${infer Param}`
    ? { [key in Param]: string }
    : Pattern extends '*'
      ? { rest?: readonly string[] }
      : unknown

/** The parameters a route's path needs: `{ name, id }` for a product, `{ rest }` for a catch-all. */
export type RouteParams<Name extends RouteName> = ParamsOfPattern<PatternOf<Name>>

type ParamsArgument<Name extends RouteName> =
  RouteParams<Name> extends { [key: string]: unknown }
    ? unknown extends RouteParams<Name>
      ? []
      : { rest?: readonly string[] } extends RouteParams<Name>
        ? [params?: RouteParams<Name>]
        : [params: RouteParams<Name>]
    : []

export const routeNames = Object.keys(routeTable) as RouteName[]

/**
 * Pages behind a token that nobody can guess: they are nobody's but their holder's, so no list of pages names them,
 * and the case of their address matters.
 */
export function isPrivate(name: RouteName): boolean {
  return Object.values(routeTable[name]).some((pattern) => pattern?.includes(':token'))
}

/** Whether a page exists in a language. */
export function routeExists(name: RouteName, locale: Locale): boolean {
  return routeTable[name][locale] !== null
}

/** The pattern of a route below `/{locale}`, or `null` where it does not exist there. */
export function routePattern(name: RouteName, locale: Locale): string | null {
  return routeTable[name][locale]
}

/**
 * The address of a page, e.g. `pathTo('de', 'product', { name: 'rolex-submariner', id: '10482' })`.
 * Segments are percent-encoded. Throws when the page does not exist in that language: ask `routeExists` first.
 */
export function pathTo<Name extends RouteName>(
  locale: Locale,
  name: Name,
  ...[params]: ParamsArgument<Name>
): string {
  const pattern = routePattern(name, locale)
  if (pattern === null) throw new Error(`The page "${name}" does not exist in "${locale}"`)
  const values = (params ?? {}) as Record<string, string> & { rest?: readonly string[] }
  const segments: string[] = [locale]
  for (const part of pattern.split('/')) {
    if (part === '*') segments.push(...(values.rest ?? []).map(encodeURIComponent))
    else if (part.startsWith(':')) segments.push(encodeURIComponent(values[part.slice(1)] ?? ''))
    else if (part !== '') segments.push(part)
  }
  return `/${segments.join('/')}`
}

/** A matched address: which page, in which language, with which parameters (decoded). */
export type RouteMatch = {
  name: RouteName
  locale: Locale
  params: Record<string, string>
  /** The segments a catch-all took, decoded. */
  rest: string[]
}

/** The inverse of `pathTo`: `null` for an address that is not in the table. Literal patterns win over catch-alls. */
export function matchRoute(pathname: string): RouteMatch | null {
  let segments: string[]
  try {
    segments = pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return null
  }
  const [locale, ...parts] = segments
  if (locale !== 'de' && locale !== 'en') return null
  let best: (RouteMatch & { literal: number }) | null = null
  for (const { name, wanted } of patternsIn(locale)) {
    const found = matchPattern(wanted, parts)
    if (found && (best === null || found.literal > best.literal)) best = { name, locale, ...found }
  }
  if (best === null) return null
  const { literal: _, ...match } = best
  return match
}

type Pattern = { name: RouteName; wanted: string[] }

/** Every page asks several times which one it is: the patterns are taken apart once. */
const patterns: { [locale in Locale]?: Pattern[] } = {}

function patternsIn(locale: Locale): Pattern[] {
  patterns[locale] ??= routeNames.flatMap((name) => {
    const pattern = routePattern(name, locale)
    return pattern === null ? [] : [{ name, wanted: pattern === '' ? [] : pattern.split('/') }]
  })
  return patterns[locale]
}

function matchPattern(wanted: readonly string[], parts: readonly string[]) {
  const params: Record<string, string> = {}
  let literal = 0
  for (const [index, part] of wanted.entries()) {
    if (part === '*') return { params, rest: parts.slice(index), literal }
    const given = parts[index]
    if (given === undefined) return null
    if (part.startsWith(':')) params[part.slice(1)] = given
    else if (part === given) literal += 2
    else return null
  }
  return parts.length === wanted.length ? { params, rest: [], literal: literal + 1 } : null
}
