import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { wishesLimit } from '#app/shop/catalogue/kept-cards.ts'
import { PriceNote } from '#app/ui/PriceNote.tsx'
import { useLocale } from '../shell-data.ts'
import { CompareForm, CompareTick, useCompared } from './Compare.tsx'
import { KeptPiece } from './KeptPiece.tsx'
import type { KeptCard } from './use-cards.ts'
import { keepWish, useWishes, type WishKept } from './use-wishes.ts'
import { WayOn } from './WayOn.tsx'

/** `gone`: numbers without a page; `ignored`: parts of the address that are no numbers, or too many. */
type Shared = { pieces: KeptCard[]; gone: number; ignored: number }

/** A list that somebody has sent: it stays in its address until it is taken over. */
export function SharedWishes({ shared: { pieces, gone, ignored } }: { shared: Shared }) {
  const t = useTranslations('keeping')
  const locale = useLocale()
  const own = useWishes()
  const compared = useCompared()
  const [outcome, setOutcome] = useState<WishKept>()
  const missing = pieces.filter(({ id }) => own && !own.includes(id))
  const takeOver = () => {
    // The first of theirs becomes the first of one's own.
    const became = missing.toReversed().map(({ id }) => keepWish(id))
    setOutcome(became.find((each) => each !== 'kept') ?? 'kept')
  }
  return (
    <>
      <p className="mt-4 max-w-prose text-ink-soft">{t('shared.text')}</p>
      {gone > 0 && <p className="mt-2">{t('shared.gone', { count: gone })}</p>}
      {ignored > 0 && <p className="mt-2">{t('shared.ignored', { count: ignored, limit: wishesLimit })}</p>}
      {pieces.length === 0 && <p className="mt-6 text-step-1">{t('shared.empty')}</p>}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 pt-6">
        {own !== null && missing.length > 0 && (
          <button type="button" className="button" onClick={takeOver}>
            {t('shared.takeOver', { count: missing.length })}
          </button>
        )}
        <p role="status">
          {outcome === undefined
            ? own !== null && pieces.length > 0 && missing.length === 0 && t('shared.allThere')
            : outcome === 'full'
              ? t('shared.outcome.full', { limit: wishesLimit })
              : t(`shared.outcome.${outcome}`)}
        </p>
        <a className="link inline-flex min-h-11 items-center" href={pathTo(locale, 'wishes')}>
          {t('toOwn')}
        </a>
        <noscript>{t('noScript')}</noscript>
      </div>
      {pieces.length > 0 && (
        <div className="mt-6">
          <PriceNote />
        </div>
      )}
      <ul className={pieces.length > 0 ? 'border-line border-t' : ''}>
        {pieces.map((piece) => (
          <li key={piece.id} className="border-line border-b py-6">
            <KeptPiece piece={piece}>
              <WayOn piece={piece} />
              <CompareTick piece={piece} compared={compared} of={pieces.length} />
            </KeptPiece>
          </li>
        ))}
      </ul>
      <CompareForm compared={compared} of={pieces.length} />
    </>
  )
}
