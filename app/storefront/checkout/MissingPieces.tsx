import { formatClock } from '#app/language/formats.ts'
import { useLocale } from '../shell-data.ts'
import type { MissingPiece } from './checkout-view.ts'
import { useCheckoutWords } from './checkout-words.ts'

/** Pieces of the cart that cannot be ordered now: what became of each, and that the cart keeps them. */
export function MissingPieces({ pieces }: { pieces: readonly MissingPiece[] }) {
  const t = useCheckoutWords()
  const locale = useLocale()
  const reason = ({ state, until }: MissingPiece) =>
    until ? t('missing.heldUntil', { time: formatClock(until, locale) }) : t(`missing.${state}`)
  return (
    <section aria-labelledby="missing" className="mb-10 border-reserved border-l-2 py-1 pl-5">
      <h2 id="missing" className="text-step-1">
        {t('missing.title', { count: pieces.length })}
      </h2>
      <ul className="grid gap-3 pt-3">
        {pieces.map((piece) => (
          <li key={piece.id}>
            <p className="font-[540]">
              {piece.href ? (
                <a className="link" href={piece.href} target="_blank" rel="noopener">
                  {piece.name}
                </a>
              ) : (
                t('missing.unnamed', { id: piece.id })
              )}
            </p>
            <p className="max-w-prose text-ink-soft">
              {reason(piece)} {piece.state === 'reserved' && t('missing.keeps')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
