import type { App } from '#app/app-context.ts'
import { appContext } from '#app/app-context.ts'
import { isLocale, type Locale } from '#app/language/locales.ts'
import { negotiateLocale } from '#app/language/negotiate.ts'
import { logFailure } from '#app/platform/log-unavailable.ts'
import { type SearchItem, searchProducts } from '#app/shop/catalogue/search.ts'
import type { ResourceArgs } from './resource.ts'

/** What `GET {apiUrl}/search` answers: the first pieces, and how many there are in all. */
export type SearchAnswer = { items: SearchItem[]; total: number }

/**
 * `GET {apiUrl}/search?query={text}` → `{ items: […], total }`, at most 20 items (docs/product.md 4). Names are in the
 * language of `locale=`, else of the page the visitor is on (the language cookie), else of the browser.
 */
export async function loader({ request, context }: ResourceArgs<never>): Promise<Response> {
  const app = context.get(appContext)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return json({ error: 'method not allowed' }, 405, { allow: 'GET, HEAD' })
  }
  const parameters = new URL(request.url).searchParams
  let found: SearchAnswer
  try {
    const locale = localeOf(request, parameters, app)
    const { items, total } = await searchProducts(app.db, parameters.get('query') ?? '', { locale })
    found = { items, total }
  } catch (error) {
    // Whatever it is: a failed search must be told apart from one without result, and is worth another try.
    logFailure(app.log, { err: error }, 'the search failed')
    return json({ error: 'the search is not available' }, 503, { 'retry-after': '2' })
  }
  // In the language of whoever asked it is his alone.
  const isEverybodys = isLocale(parameters.get('locale'))
  // Prices and states change at any moment: whoever keeps it asks whether it is still true.
  return json(found, 200, { 'cache-control': isEverybodys ? 'public, no-cache' : 'private, no-cache' })
}

/** Anything but GET and HEAD is refused with a word. */
export const action = loader

function localeOf(request: Request, parameters: URLSearchParams, app: App): Locale {
  const asked = parameters.get('locale')
  return isLocale(asked) ? asked : negotiateLocale(request.headers, app.env.DEFAULT_LOCALE)
}

function json(
  body: SearchAnswer | { error: string },
  status: number,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // The API may have an address of its own (API_URL); what is on sale is no secret.
      'access-control-allow-origin': '*',
      ...headers,
    },
  })
}
