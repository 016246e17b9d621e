import type { App } from '#app/app-context.ts'
import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { productRuns } from '#app/shop/catalogue/product.ts'
import { fallbackLocale } from '../page-meta.ts'
import { listingEntries, pageEntries, productEntries, type SitemapEntry } from './sitemap-entries.ts'
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
    listingEntries(app),
    productRuns(app.db, limits.part),
  ])
  const pieces = runs.reduce((sum, { count }) => sum + count, 0)
  if (pages.length + listings.length + pieces <= limits.addresses) {
    const entries = [...pages, ...listings, ...(await productEntries(app, { skip: 0, limit: pieces }))]
    const xml = urlset(app, locale, entries)
    if (Buffer.byteLength(xml) <= limits.bytes) return xml
  }
  const parts = [
    { name: 'pages', changedAt: latest(pages) },
    ...chunks(listings, limits.part).map((chunk, index) => ({
      name: `listings-${index + 1}`,
      changedAt: latest(chunk),
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
  const skip = (Number(number) - 1) * size
  const entries =
    kind === 'pages'
      ? await pageEntries(app, locale)
      : kind === 'listings'
        ? (await listingEntries(app)).slice(skip, skip + size)
        : await productEntries(app, { skip, limit: size })
  return entries.length === 0 ? null : urlset(app, locale, entries)
}

function urlset({ env }: App, locale: Locale, entries: readonly SitemapEntry[]): string {
  const address = (path: string) => xmlText(env.SITE_URL + path)
  const alternate = (language: string, path: string | undefined) =>
    path === undefined ? '' : `<xhtml:link rel="alternate" hreflang="${language}" href="${address(path)}"/>`
  const lines = entries.map(({ addresses, modified, images }) => {
    const fallback = fallbackLocale(addresses, env.DEFAULT_LOCALE)
    return [
      `<url><loc>${address(addresses[locale] ?? '')}</loc>${lastmod(modified)}`,
      ...locales.map((each) => alternate(each, addresses[each])),
      alternate('x-default', fallback && addresses[fallback]),
      ...images.map((image) => `<image:image><image:loc>${xmlText(image)}</image:loc></image:image>`),
      '</url>',
    ].join('')
  })
  return `${head}<urlset ${namespaces}>\n${lines.join('\n')}\n</urlset>\n`
}

const lastmod = (date: Date | null) => (date === null ? '' : `<lastmod>${date.toISOString()}</lastmod>`)

function latest(entries: readonly SitemapEntry[]): Date | null {
  const times = entries.flatMap(({ modified }) => (modified ? [modified.getTime()] : []))
  return times.length === 0 ? null : new Date(Math.max(...times))
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
}
