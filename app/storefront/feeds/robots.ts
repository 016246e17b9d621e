import { appContext } from '#app/app-context.ts'
import { locales } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Route } from './+types/robots.ts'

/**
 * `/robots.txt`. Pages that must not be indexed say so themselves, for which they must be read; closed is what is no
 * page: the office, the content service, the API but for its pictures, and the router's own data.
 */
export function loader({ context }: Route.LoaderArgs) {
  const { SITE_URL: site, API_URL: api } = context.get(appContext).env
  const closed = ['/office', '/content/', ...(api.startsWith('/') ? [`${api}/`] : []), '/*.data']
  const open = api.startsWith('/') ? [`${api}/photos/`, `${api}/assets/`] : []
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    ...open.map((path) => `Allow: ${path}`),
    '',
    ...locales.map((locale) => `Sitemap: ${site}${pathTo(locale, 'sitemap')}`),
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
