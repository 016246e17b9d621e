import { useLocale, useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import type { PieceCard } from '#app/shop/catalogue/piece-card.ts'
import { useHeart } from './late-heart.ts'
import { PriceNote } from './PriceNote.tsx'
import { ProductCard } from './ProductCard.tsx'

/** Cards that a visitor sees before scrolling, on any screen. */
const firstRow = 4

type ProductCardsProps = {
  pieces: readonly PieceCard[]
  apiUrl: string
  /** At most three in a row: beside filters. */
  three?: boolean
  /** The page begins with them: the first row is not lazy, and the first photo is the page's largest picture. */
  first?: boolean
}

/** Two in a row, from 1024 px four. */
export function ProductCards({ pieces, apiUrl, three = false, first = false }: ProductCardsProps) {
  const load = (index: number) => (!first || index >= firstRow ? 'lazy' : index === 0 ? 'first' : 'eager')
  const t = useTranslations('catalogue.card')
  const locale = useLocale()
  const heart = useHeart()
  return (
    // One form for all cards: which one is meant, its button says.
    <form method="post" action={pathTo(locale, 'cart')} data-cart="">
      {pieces.some(({ status }) => status !== 'sold') && <PriceNote />}
      <ul className={three ? 'cards cards-three' : 'cards'}>
        {pieces.map((piece, index) => {
          const id = piece.href.slice(piece.href.lastIndexOf('/') + 1)
          return (
            <li key={piece.href}>
              <ProductCard piece={piece} apiUrl={apiUrl} load={load(index)} t={t} />
              {piece.status === undefined && (
                <>
                  {/* The law wants it where something is bought; one link above is enough for all. */}
                  <small>{t('taxAndShipping')}</small>
                  {/* biome-ignore lint/a11y/useButtonType: in a form it submits, and every byte here travels 24 times */}
                  <button name="piece" value={id} aria-label={t('add', { name: piece.name })} />
                </>
              )}
              {heart?.({ id, name: piece.name }, 'heart')}
            </li>
          )
        })}
      </ul>
    </form>
  )
}
