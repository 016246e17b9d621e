import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Price } from '#app/ui/Price.tsx'
import { cardSources } from '#app/ui/photo-sources.ts'
import { StatusTag } from '#app/ui/StatusTag.tsx'
import { useShell } from '../shell-data.ts'
import type { KeptCard } from './use-cards.ts'

type KeptPieceProps = {
  piece: KeptCard
  /** What may be done with it. */
  children: ReactNode
  /** What stands at its upper right corner. */
  corner?: ReactNode
}

/** A piece of a list: photo, maker, name, how it is kept, what comes with it, price and state. */
export function KeptPiece({ piece, children, corner }: KeptPieceProps) {
  const { apiUrl } = useShell()
  const card = useTranslations('catalogue.card')
  const [photo] = piece.photos
  const sources = photo && cardSources(photo, apiUrl)
  const facts = [
    piece.reference && card('reference', { reference: piece.reference }),
    piece.ringSize && card('ringSize', { size: piece.ringSize }),
    piece.metal,
    piece.years && (piece.circa ? card('circa', { years: piece.years }) : piece.years),
  ].filter(Boolean)
  const isSold = piece.status === 'sold'
  return (
    <div className="grid grid-cols-[6rem_1fr] narrow:grid-cols-1 gap-x-5 gap-y-1 sm:grid-cols-[8.5rem_1fr]">
      {/* For pointers and fingers; whoever uses keys or a screen reader has the name, and need not pass it twice. */}
      <a
        href={piece.href}
        tabIndex={-1}
        aria-hidden="true"
        className="aspect-4/5 self-start overflow-hidden bg-paper-deep sm:row-span-2"
      >
        {sources && (
          <picture>
            <source type="image/avif" srcSet={sources.avif} sizes="8.5rem" />
            <img
              src={sources.webp}
              alt=""
              className={`size-full object-cover ${isSold ? 'opacity-60' : ''}`}
              loading="lazy"
            />
          </picture>
        )}
      </a>
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            {(piece.brand ?? piece.type) && (
              <p className="caps">{piece.brand ?? card('type', { type: piece.type ?? '' })}</p>
            )}
            <h2 className="text-step-1">
              <a href={piece.href} className="underline-offset-4 hover:underline">
                {piece.name}
              </a>
            </h2>
          </div>
          {corner}
        </div>
        <p className="num text-ink-soft text-step--1">{facts.join('\u00a0· ')}</p>
        {piece.state && <p className="text-ink-soft text-step--1">{piece.state}</p>}
        <p className="pt-2">
          <Price
            cents={piece.cents}
            lowestCents={piece.lowestCents}
            className={`num ${isSold ? 'text-ink-soft' : 'font-[540]'}`}
          />
        </p>
        {piece.status !== undefined && (
          <p>
            <StatusTag status={piece.status} />
          </p>
        )}
      </div>
      <div className="col-span-full flex flex-wrap items-center gap-x-5 sm:col-span-1 sm:col-start-2">
        {children}
      </div>
    </div>
  )
}
