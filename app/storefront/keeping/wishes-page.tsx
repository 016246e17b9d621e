import { useTranslations } from 'use-intl'
import { appContext } from '#app/app-context.ts'
import { localeOfPage } from '#app/language/locales.ts'
import { cardsWithPage } from '#app/shop/catalogue/cards.ts'
import { wishesLimit } from '#app/shop/catalogue/kept-cards.ts'
import { pieceCard } from '#app/shop/catalogue/piece-card.ts'
import { readStockNumbers } from '#app/shop/catalogue/stock-numbers.ts'
import { Head } from '../Head.tsx'
import { addressesOf, type PageMeta } from '../page-meta.ts'
import type { Route } from './+types/wishes-page.ts'
import { OwnWishes } from './OwnWishes.tsx'
import { SharedWishes } from './SharedWishes.tsx'

/** One's own list is drawn by the browser; one that came as a link (`pieces`) stands in its address. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, now } = context.get(appContext)
  const locale = localeOfPage(url.pathname)
  const query = url.searchParams.getAll('pieces')
  const { ids, ignored } = readStockNumbers(query.join('.'), wishesLimit)
  const found = ids.length === 0 ? [] : await cardsWithPage(db, ids, now())
  const meta: PageMeta = { title: null, addresses: addressesOf('wishes'), index: false }
  const pieces = found.map((piece) => ({ id: piece.id, ...pieceCard(piece, locale) }))
  return { meta, shared: query.length === 0 ? null : { pieces, gone: ids.length - found.length, ignored } }
}

/** Prices and states as they are now, of pieces that somebody chose: no cache's business. */
export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store' })

export default function Wishes({ loaderData: { meta, shared } }: Route.ComponentProps) {
  const t = useTranslations('keeping')
  return (
    // As high as the window before the list is there, so that what follows does not move.
    <div className="wrap min-h-dvh py-12 lg:py-20">
      <Head meta={{ ...meta, title: t(shared ? 'shared.title' : 'title') }} />
      <div className="max-w-4xl">
        <h1 className="text-step-4">{t(shared ? 'shared.title' : 'title')}</h1>
        {shared ? <SharedWishes shared={shared} /> : <OwnWishes />}
      </div>
    </div>
  )
}
