import { appContext } from '#app/app-context.ts'
import { localeOfPage } from '#app/language/locales.ts'
import type { Route } from './+types/arrivals.ts'
import { arrivalsXml } from './arrivals-xml.ts'
import { xmlAnswer } from './xml.ts'

/** `/de/arrivals.xml`, `/en/arrivals.xml`: new pieces as RSS. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = localeOfPage(url.pathname)
  const app = context.get(appContext)
  return xmlAnswer('application/rss+xml', await arrivalsXml(app, locale))
}
