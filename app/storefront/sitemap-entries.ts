import type { App } from '#app/app-context.ts'
import { type Locale, locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { productSlugs } from '#app/shop/catalogue/product.ts'
import type { Addresses } from './page-meta.ts'
import { storyAddresses } from './story-page.ts'

export type SitemapEntry = { addresses: Addresses; modified: string | null }

/** What search engines should know of a language: departments, stories that may be indexed, pieces on sale. */
export async function sitemapEntries(app: App, locale: Locale): Promise<SitemapEntry[]> {
  const [stories, products] = await Promise.all([
    app.stories.allLinks(locale),
    productSlugs(app.db, { limit: 45_000 }),
  ])
  const both = (path: (locale: Locale) => string): Addresses => ({ de: path('de'), en: path('en') })
  const listings = (['watches', 'jewelry'] as const).map((name) => ({
    addresses: both((each) => pathTo(each, name)),
    modified: null,
  }))
  // Stories of the same name as a listing are its introduction, not pages of their own.
  const pages = stories
    .filter(({ story, slug }) => !story.content.noindex && slug !== 'watches' && slug !== 'jewelry')
    .filter(({ slug }) => slug !== 'checkout-success' && slug !== 'contact-success')
    .map((found) => ({ addresses: storyAddresses(found), modified: found.story.published_at ?? null }))
  const pieces = products.map(({ id, slug, updatedAt }) => ({
    addresses: both((each) => pathTo(each, 'product', { name: slug[each], id })),
    modified: updatedAt.toISOString(),
  }))
  return [...pages, ...listings, ...pieces].filter(({ addresses }) => addresses[locale] !== undefined)
}

const escapeXml = (text: string) => text.replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The sitemap of one language, every address with its alternates. */
export function sitemapXml(siteUrl: string, locale: Locale, entries: readonly SitemapEntry[]): string {
  const address = (path: string) => escapeXml(siteUrl + path)
  const lines = entries.map(({ addresses, modified }) => {
    const alternates = locales
      .filter((each) => addresses[each] !== undefined)
      .map(
        (each) => `<xhtml:link rel="alternate" hreflang="${each}" href="${address(addresses[each] ?? '')}"/>`,
      )
    const lastmod = modified === null ? '' : `<lastmod>${escapeXml(modified)}</lastmod>`
    return `<url><loc>${address(addresses[locale] ?? '')}</loc>${lastmod}${alternates.join('')}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${lines.join('\n')}
</urlset>
`
}
