import { appContext } from '#app/app-context.ts'
import { localeOfPath } from '#app/language/locales.ts'
import type { Route } from './+types/sitemap.ts'
import { sitemapEntries, sitemapXml } from './sitemap-entries.ts'

/** `/de/sitemap.xml` and `/en/sitemap.xml`. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const locale = localeOfPath(new URL(request.url).pathname) ?? 'de'
  const xml = sitemapXml(app.env.SITE_URL, locale, await sitemapEntries(app, locale))
  return new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=600' },
  })
}
