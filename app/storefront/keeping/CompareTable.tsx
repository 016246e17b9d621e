// biome-ignore-all lint/a11y/noRedundantRoles: browsers may forget what a table is once a grid lays it out
import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { PriceNote } from '#app/ui/PriceNote.tsx'
import { cardSources } from '#app/ui/photo-sources.ts'
import { StatusTag } from '#app/ui/StatusTag.tsx'
import { useLocale, useShell } from '../shell-data.ts'
import type { ComparedPiece, ComparedRow } from './compare-view.ts'

type CompareTableProps = {
  pieces: readonly ComparedPiece[]
  rows: readonly ComparedRow[]
  /** The address of the comparison without a piece. */
  without: (id: string) => string
}

/**
 * Facts side by side, in a table that never is wider than the window. Its parts name their roles: on a telephone they are
 * laid out by a grid, and a browser may then forget that they are a table's.
 */
export function CompareTable({ pieces, rows, without }: CompareTableProps) {
  const t = useTranslations('keeping.comparison')
  const card = useTranslations('catalogue.card')
  return (
    <>
      <div className="pt-2 pb-4">
        <PriceNote />
      </div>
      <table role="table" className="compare" data-pieces={pieces.length}>
        <caption className="sr-only">{t('caption')}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell" />
            {pieces.map((piece) => (
              <th key={piece.id} scope="col" role="columnheader">
                <Piece piece={piece} without={pieces.length > 1 ? without(piece.id) : null} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          <tr role="row" data-differs={new Set(pieces.map(({ price }) => price)).size > 1 || undefined}>
            <th scope="row" role="rowheader">
              {t('price')}
            </th>
            {pieces.map((piece) => (
              <td key={piece.id} role="cell" className="num">
                {piece.price}
                {piece.lowestPrice && (
                  <span className="price-note">{card('lowestPrice', { price: piece.lowestPrice })}</span>
                )}
              </td>
            ))}
          </tr>
          {rows.map(({ label, texts, differs }) => (
            <tr key={label} role="row" data-differs={differs || undefined}>
              <th scope="row" role="rowheader">
                {label}
                {differs && <span className="sr-only"> {t('differs')}</span>}
              </th>
              {texts.map((text, at) => (
                <td key={pieces[at]?.id} role="cell">
                  {text ?? (
                    <>
                      <span aria-hidden="true">–</span>
                      <span className="sr-only">{t('unknown')}</span>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function Piece({ piece, without }: { piece: ComparedPiece; without: string | null }) {
  const t = useTranslations('keeping')
  const locale = useLocale()
  const { apiUrl } = useShell()
  const sources = piece.photo && cardSources(piece.photo, apiUrl)
  return (
    <div className="compare-piece">
      <a href={piece.href} tabIndex={-1} aria-hidden="true">
        {sources && (
          <picture>
            <source type="image/avif" srcSet={sources.avif} sizes="(min-width:1024px) 18vw,11rem" />
            <img src={sources.webp} alt="" />
          </picture>
        )}
      </a>
      {piece.brand && <p className="caps">{piece.brand}</p>}
      <p className="font-display leading-tight md:text-step-1">
        <a href={piece.href} className="underline-offset-4 hover:underline">
          {piece.name}
        </a>
      </p>
      {piece.status !== 'available' && (
        <p>
          <StatusTag status={piece.status} />
        </p>
      )}
      {piece.status === 'available' && (
        <form method="post" action={pathTo(locale, 'cart')} data-cart="">
          <button
            type="submit"
            name="piece"
            value={piece.id}
            className="link min-h-11 text-left"
            aria-label={t('toCartLabel', { name: piece.name })}
          >
            {t('toCart')}
          </button>
        </form>
      )}
      {without && (
        <a
          href={without}
          className="link inline-flex min-h-11 items-center text-ink-soft"
          aria-label={t('comparison.withoutLabel', { name: piece.name })}
        >
          {t('remove')}
        </a>
      )}
    </div>
  )
}
