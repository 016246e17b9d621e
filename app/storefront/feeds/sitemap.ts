import { appContext } from '#app/app-context.ts'
import { localeOfPage } from '#app/language/locales.ts'
import type { Route } from './+types/sitemap.ts'
import { sitemapPartXml, sitemapXml } from './sitemap-xml.ts'
import { notThere, xmlAnswer } from './xml.ts'

/** `/de/sitemap.xml`, `/en/sitemap.xml`, and the parts of a large one: `/de/sitemap/products-1.xml`. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const locale = localeOfPage(url.pathname)
  const { part } = params as { part?: string }
  const xml = part === undefined ? await sitemapXml(app, locale) : await sitemapPartXml(app, locale, part)
  return xml === null ? notThere() : xmlAnswer('application/xml', xml)
}
