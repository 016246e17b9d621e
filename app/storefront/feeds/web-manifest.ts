import { appContext } from '#app/app-context.ts'
import { languageTags, localeOfPage } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import type { Route } from './+types/web-manifest.ts'

/** The shop's paper and green (tokens.css) as the only notation that manifests know. */
const colours = { background_color: '#faf8f3', theme_color: '#1b4837' }

/** `/de/manifest.webmanifest`, `/en/manifest.webmanifest`: name and icons for a phone's home screen. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { site } = await currentSettings(context.get(appContext).db)
  const locale = localeOfPage(url.pathname)
  const start = pathTo(locale, 'index')
  const icon = (size: number) => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })
  const manifest = {
    id: start,
    name: site.name,
    short_name: site.name.slice(0, 12),
    description: site.description[locale],
    lang: languageTags[locale],
    dir: 'ltr',
    start_url: start,
    scope: '/',
    display: 'browser',
    ...colours,
    icons: [icon(192), icon(512), { ...icon(512), purpose: 'maskable' }],
  }
  return new Response(JSON.stringify(manifest), {
    // Name and description are the shop's settings: whoever keeps it asks whether they still are.
    headers: { 'content-type': 'application/manifest+json', 'cache-control': 'public, no-cache' },
  })
}
