import { type PointerEvent, useState } from 'react'
import type { useTranslations } from 'use-intl'
import type { FactsOnCard, PieceCard } from '#app/shop/catalogue/piece-card.ts'
import { focusClass } from './focus-class.ts'
import { Price } from './Price.tsx'
import { cardSources } from './photo-sources.ts'
import { StatusTag } from './StatusTag.tsx'

/** How wide a card's photo is: two beside each other, from 1024 px three or four. Every byte here travels 24 times. */
const sizes = '(min-width:1024px) 22vw,44vw'

type ProductCardProps = {
  piece: PieceCard
  apiUrl: string
  /** `eager`: shown before anybody scrolls; `first`: the page's largest picture. */
  load?: 'first' | 'eager' | 'lazy'
  /** Given by the list: each card would look for its words anew. */
  t: CardWords
}

type CardWords = ReturnType<typeof useTranslations<'catalogue.card'>>

/** One piece as one link: photo, maker, name, the two facts that matter, price. */
export function ProductCard({ piece, apiUrl, load = 'lazy', t }: ProductCardProps) {
  const [photo, second] = piece.photos
  const [near, setNear] = useState(false)
  const maker = piece.brand ?? (piece.type && t('type', { type: piece.type }))
  return (
    <a
      href={piece.href}
      className="card"
      // The second photo is fetched for those who can hover, when they do: it costs a finger nothing. On each move: a
      // mouse may have entered before React had taken over the page.
      onPointerMove={(event: PointerEvent) => event.pointerType === 'mouse' && setNear(true)}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && setNear(true)}
    >
      {/* By their names alone: a class is as long as what it says, and each card has it. */}
      <div>
        {photo && <CardPhoto photo={photo} focus={piece.focus?.[0]} apiUrl={apiUrl} load={load} />}
        {near && second && (
          <span className="card-second">
            <CardPhoto photo={second} focus={piece.focus?.[1]} apiUrl={apiUrl} load="eager" />
          </span>
        )}
        {piece.status !== undefined && <StatusTag status={piece.status} />}
      </div>
      {maker && <span className="caps">{maker}</span>}
      <span className="card-name">{piece.name}</span>
      <CardFacts piece={piece} t={t} />
      <Price cents={piece.cents} lowestCents={piece.lowestCents} />
    </a>
  )
}

function CardPhoto({
  photo,
  focus,
  apiUrl,
  load,
}: {
  photo: string
  focus: NonNullable<PieceCard['focus']>[number] | undefined
} & Required<Omit<ProductCardProps, 'piece' | 't'>>) {
  const sources = cardSources(photo, apiUrl)
  return (
    <picture>
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      <img
        src={sources.webp}
        // The words beside it say which piece it is.
        alt=""
        className={focusClass(focus || null)}
        {...(load === 'lazy' && { loading: 'lazy' })}
        {...(load === 'first' && { fetchPriority: 'high' })}
      />
    </picture>
  )
}

/** Reference and year of a watch, ring size and metal of jewellery; how it is kept and what comes with it. */
export function CardFacts({ piece, t }: { piece: FactsOnCard & { ringSize?: number }; t: CardWords }) {
  const facts = [
    piece.reference && t('reference', { reference: piece.reference }),
    piece.ringSize && t('ringSize', { size: piece.ringSize }),
    piece.metal,
    piece.years && (piece.circa ? t('circa', { years: piece.years }) : piece.years),
  ].filter(Boolean)
  return (
    <small>
      {facts.join('\u00a0· ')}
      {facts.length > 0 && piece.state && <br />}
      {piece.state}
    </small>
  )
}
