import { appContext } from '#app/app-context.ts'
import { isLocale } from '#app/language/locales.ts'
import { cardsWithPage } from '#app/shop/catalogue/cards.ts'
import { wishesLimit } from '#app/shop/catalogue/kept-cards.ts'
import { type PieceCard, pieceCard } from '#app/shop/catalogue/piece-card.ts'
import { readStockNumbers } from '#app/shop/catalogue/stock-numbers.ts'
import type { ResourceArgs } from './resource.ts'

/** What `GET {apiUrl}/cards` answers; numbers that have no page are left out. */
export type CardsAnswer = { pieces: (PieceCard & { id: string })[] }

/**
 * `GET {apiUrl}/cards?pieces=10361.10362&locale=de`: the pieces that a browser keeps in mind (its wishes, what it has seen
 * lately) as they are now. Which these are is nobody's business: no cache keeps the answer.
 */
export async function loader({ request, context }: ResourceArgs<never>): Promise<Response> {
  const { db, now } = context.get(appContext)
  const parameters = new URL(request.url).searchParams
  const locale = parameters.get('locale')
  if (!isLocale(locale)) return answer({ error: 'locale is de or en' }, 400)
  const { ids } = readStockNumbers(parameters.get('pieces') ?? '', wishesLimit)
  const found = ids.length === 0 ? [] : await cardsWithPage(db, ids, now())
  return answer({ pieces: found.map((piece) => ({ id: piece.id, ...pieceCard(piece, locale) })) })
}

function answer(body: CardsAnswer | { error: string }, status = 200): Response {
  return Response.json(body, {
    status,
    // The API may have an address of its own (API_URL); what is on sale is no secret.
    headers: { 'cache-control': 'no-store', 'access-control-allow-origin': '*' },
  })
}
