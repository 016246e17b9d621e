import { appContext } from '#app/app-context.ts'
import { isLocale } from '#app/language/locales.ts'
import { negotiateLocale } from '#app/language/negotiate.ts'
import { logFailure } from '#app/platform/log-unavailable.ts'
import { type CatalogueMenu, catalogueMenu } from '#app/shop/catalogue/menu.ts'
import type { ResourceArgs } from './resource.ts'

/**
 * `GET {apiUrl}/menu?locale=de` → the ways into both departments with their counts (docs/product.md 3.1), in the language
 * that is named, else in that of the page the visitor is on, else of the browser.
 */
export async function loader({ request, context }: ResourceArgs<never>): Promise<Response> {
  const app = context.get(appContext)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return json({ error: 'method not allowed' }, 405, { allow: 'GET, HEAD' })
  const asked = new URL(request.url).searchParams.get('locale')
  const locale = isLocale(asked) ? asked : negotiateLocale(request.headers, app.env.DEFAULT_LOCALE)
  try {
    const menu = await catalogueMenu(app.db, locale, app.now())
    // Counts change with every piece: whoever keeps it asks whether it is still true.
    return json(menu, 200, { 'cache-control': isLocale(asked) ? 'public, no-cache' : 'private, no-cache' })
  } catch (error) {
    logFailure(app.log, { err: error }, 'the menu could not be made')
    return json({ error: 'the menu is not available' }, 503, { 'retry-after': '2' })
  }
}

/** Anything but GET and HEAD is refused with a word. */
export const action = loader

function json(
  body: CatalogueMenu | { error: string },
  status: number,
  headers: Record<string, string>,
): Response {
  return Response.json(body, {
    status,
    headers: {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // The API may have an address of its own (API_URL); what is on sale is no secret.
      'access-control-allow-origin': '*',
      ...headers,
    },
  })
}
