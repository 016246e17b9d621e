import { appContext } from '#app/app-context.ts'
import { localeOfPage } from '#app/language/locales.ts'
import type { Route } from './+types/merchant-feed.ts'
import { merchantXml } from './merchant-xml.ts'
import { textStream, xmlAnswer } from './xml.ts'

/** `/de/merchant-feed.xml`, `/en/merchant-feed.xml` */
export async function loader({ context, url }: Route.LoaderArgs) {
  const locale = localeOfPage(url.pathname)
  const app = context.get(appContext)
  return xmlAnswer('application/xml', textStream(merchantXml(app, locale)))
}
