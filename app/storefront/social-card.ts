import { type App, appContext } from '#app/app-context.ts'
import { parseRoot } from '#app/blocks/parse-blocks.ts'
import { type Locale, localeOfPage } from '#app/language/locales.ts'
import { keepNoAnswer } from '#app/platform/answer-record.ts'
import { findProduct } from '#app/shop/catalogue/product.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import type { Route } from './+types/social-card.ts'
import {
  type CardSubject,
  cardAddress,
  cardFile,
  cardFormat,
  parseCardPath,
  type SocialCard,
} from './social-card/card.ts'
import { cardOfArticle, cardOfPage, cardOfPiece, cardOfShop } from './social-card/contents.ts'
import { drawCard } from './social-card/draw-card.ts'

/**
 * `GET /de/cards/{kind}/{key}/{version}.jpg`: the picture of a shared link. The version names what is on it, so it may
 * be kept for ever; an older version leads to the present one.
 */
export async function loader({ request, context, params, url }: Route.LoaderArgs): Promise<Response> {
  const app = context.get(appContext)
  const locale = localeOfPage(url.pathname)
  const asked = parseCardPath(params['*'])
  const card = asked && (await findCard(app, locale, asked.subject))
  if (asked === null || card === null) return plain(404, 'no such card')
  if (cardFile(card) !== asked.file) {
    const location = cardAddress(locale, asked.subject, card)
    return plain(302, 'another picture now', { location })
  }
  const etag = `"${asked.file}"`
  if (request.headers.get('if-none-match')?.includes(etag))
    return new Response(null, { status: 304, headers: headersOf(card, etag) })
  const drawn = await drawCard(app, card)
  if (!drawn.ok || !drawn.complete) keepNoAnswer('its picture could not be had')
  if (!drawn.ok) return plain(503, drawn.reason, { 'retry-after': '10' })
  const headers = { ...headersOf(card, etag), 'content-length': String(drawn.bytes.length) }
  // Its picture is missing for now.
  if (!drawn.complete) Object.assign(headers, { 'cache-control': 'public, max-age=60' })
  const body = request.method === 'HEAD' ? null : (drawn.bytes as Uint8Array<ArrayBuffer>)
  return new Response(body, { headers })
}

/** What the card says today; `null` when there is no such piece, story or page. */
async function findCard(app: App, locale: Locale, { kind, key }: CardSubject): Promise<SocialCard | null> {
  const settings = await currentSettings(app.db)
  if (kind === 'shop') return cardOfShop(settings, locale)
  if (kind === 'product') {
    const piece = await findProduct(app.db, key, null)
    return piece && cardOfPiece(piece, settings, locale)
  }
  // The list of stories is at hand: no address that somebody makes up reaches the content service.
  const isThere = (await app.stories.allLinks(locale)).some(({ slug }) => slug === key)
  const found = isThere ? await app.stories.findStory(locale, key) : null
  if (found === null) return null
  const { content } = found.story
  const context = { locale, apiUrl: app.env.API_URL }
  const article = parseRoot('article', content, context)
  if (content.component === 'article')
    return article.ok ? cardOfArticle(article.content, settings, locale) : null
  const page = parseRoot('page', content, context)
  return page.ok ? cardOfPage(page.content, settings) : null
}

function headersOf(card: SocialCard, etag: string) {
  return {
    'content-type': cardFormat(card) === 'png' ? 'image/png' : 'image/jpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    etag,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  }
}

function plain(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}
