import { setImmediate as nextTurn } from 'node:timers/promises'
import type { App } from '#app/app-context.ts'
import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { productRuns } from '#app/shop/catalogue/product-addresses.ts'
import { fallbackLocale } from '../page-meta.ts'
import {
  listingEntries,
  listingRuns,
  listingsWithPages,
  pageEntries,
  productEntries,
  type SitemapEntry,
} from './sitemap-entries.ts'
import { xmlText } from './xml.ts'

/** What one sitemap may hold at most (sitemaps.org), and how many addresses a part of ours has. */
export const sitemapLimits = { addresses: 50_000, bytes: 50 * 1024 * 1024, part: 10_000 }
type Limits = typeof sitemapLimits

const namespaces = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:xhtml="http://www.w3.org/1999/xhtml"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(' ')
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

/**
 * The sitemap of a language: all of its addresses with alternates and pictures, or the index of its parts where they
 * would be more than 50,000 or 50 MB.
 */
export async function sitemapXml(app: App, locale: Locale, limits: Limits = sitemapLimits): Promise<string> {
  const [pages, listings, runs] = await Promise.all([
    pageEntries(app, locale),
    listingsWithPages(app),
    productRuns(app.db, limits.part),
  ])
  const pieces = runs.reduce((sum, { count }) => sum + count, 0)
  const listed = listings.reduce((sum, listing) => sum + listing.pages, 0)
  if (pages.length + listed + pieces <= limits.addresses) {
    const every = async function* () {
      yield* pages
      yield* listingEntries(listings)
      yield* productEntries(app, { skip: 0, limit: pieces })
    }
    const xml = await urlset(app, locale, every(), limits.bytes)
    if (xml !== null) return xml
  }
  const parts = [
    { name: 'pages', changedAt: latest(pages) },
    ...listingRuns(listings, limits.part).map((changedAt, index) => ({
      name: `listings-${index + 1}`,
      changedAt,
    })),
    ...runs.map(({ changedAt }, index) => ({ name: `products-${index + 1}`, changedAt })),
  ]
  const below = `${app.env.SITE_URL}${pathTo(locale, 'sitemap').replace(/\.xml$/, '')}`
  const lines = parts.map(
    ({ name, changedAt }) =>
      `<sitemap><loc>${xmlText(`${below}/${name}.xml`)}</loc>${lastmod(changedAt)}</sitemap>`,
  )
  return `${head}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</sitemapindex>\n`
}

/** A part that the index names: `pages.xml`, `listings-1.xml`, `products-1.xml`; `null` for any other. */
export async function sitemapPartXml(
  app: App,
  locale: Locale,
  file: string,
  { part: size }: Pick<Limits, 'part'> = sitemapLimits,
): Promise<string | null> {
  const [, kind, number] = /^(pages|listings|products)(?:-([1-9]\d{0,4}))?\.xml$/.exec(file) ?? []
  if (kind === undefined || (kind === 'pages') !== (number === undefined)) return null
  const range = { skip: (Number(number) - 1) * size, limit: size }
  const entries =
    kind === 'pages'
      ? await pageEntries(app, locale)
      : kind === 'listings'
        ? listingEntries(await listingsWithPages(app), range)
        : productEntries(app, range)
  return urlset(app, locale, entries)
}

/** So many entries are written before others have their turn. */
const written = 100

/** `null` without entries, or when they are longer than `most`. */
async function urlset(
  app: App,
  locale: Locale,
  entries: Iterable<SitemapEntry> | AsyncIterable<SitemapEntry>,
  most = Number.POSITIVE_INFINITY,
): Promise<string | null> {
  const texts = [`${head}<urlset ${namespaces}>\n`]
  const end = '</urlset>\n'
  let bytes = Buffer.byteLength(texts[0] + end)
  let lines: string[] = []
  const write = async () => {
    const text = lines.join('')
    lines = []
    texts.push(text)
    bytes += Buffer.byteLength(text)
    await nextTurn()
  }
  for await (const entry of entries) {
    lines.push(`${line(app, locale, entry)}\n`)
    if (lines.length < written) continue
    await write()
    if (bytes > most) return null
  }
  if (lines.length > 0) await write()
  return texts.length === 1 || bytes > most ? null : texts.join('') + end
}

function line({ env }: App, locale: Locale, { addresses, modified, images }: SitemapEntry): string {
  const address = (path: string) => xmlText(env.SITE_URL + path)
  const alternate = (language: string, path: string | undefined) =>
    path === undefined ? '' : `<xhtml:link rel="alternate" hreflang="${language}" href="${address(path)}"/>`
  const fallback = fallbackLocale(addresses, env.DEFAULT_LOCALE)
  return [
    `<url><loc>${address(addresses[locale] ?? '')}</loc>${lastmod(modified)}`,
    ...locales.map((each) => alternate(each, addresses[each])),
    alternate('x-default', fallback && addresses[fallback]),
    ...images.map((image) => `<image:image><image:loc>${xmlText(image)}</image:loc></image:image>`),
    '</url>',
  ].join('')
}

const lastmod = (date: Date | null) => (date === null ? '' : `<lastmod>${date.toISOString()}</lastmod>`)

function latest(entries: readonly SitemapEntry[]): Date | null {
  const times = entries.flatMap(({ modified }) => (modified ? [modified.getTime()] : []))
  return times.length === 0 ? null : new Date(Math.max(...times))
}
