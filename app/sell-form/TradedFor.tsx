import { memo } from 'react'
import { createTranslator } from 'use-intl'
import { formatPrice, timeZone } from '#app/language/formats.ts'
import words from '#app/language/messages/de/sell-trade.json'
import { pathTo } from '#app/language/route-table.ts'
import type { PieceCard } from '#app/shop/catalogue/piece-card.ts'
import { photoAddress } from '#app/ui/photo-sources.ts'

const t = createTranslator({ locale: 'de', timeZone, messages: words })

/** The piece of ours that the page's address names; `card` only while the shop shows it. */
export type WantedPiece = { id: string; card?: PieceCard }

/** What somebody would take for their piece, so that nobody wonders which one is meant; it is sent with the request. */
export default memo(function TradedFor({
  piece: { id, card },
  apiUrl,
}: {
  piece: WantedPiece
  apiUrl: string
}) {
  const isOffered = card && (card.status === undefined || card.status === 'reserved')
  const without = (
    <a href={`${pathTo('de', 'sell')}#anfrage`} className="link inline-flex min-h-11 items-center">
      {t('without')}
    </a>
  )
  if (!isOffered) {
    return (
      <div className="border-line border-y py-4">
        <p>{t('gone', { id })}</p>
      </div>
    )
  }
  const [photo] = card.photos
  return (
    <div className="grid grid-cols-[5rem_1fr] gap-4 border-line border-y py-4">
      <input type="hidden" name="piece" value={id} />
      <span className="aspect-4/5 bg-paper-deep">
        {photo && (
          <img
            src={photoAddress(photo, 160, 'webp', apiUrl)}
            alt=""
            width={160}
            height={200}
            className="size-full object-cover"
          />
        )}
      </span>
      <div className="min-w-0">
        <p className="text-ink-soft text-step--1">{t('title')}</p>
        <p className="mt-1">
          <a href={card.href} className="link font-medium">
            {[card.brand, card.name].filter(Boolean).join(' ')}
          </a>
        </p>
        <p className="num mt-1 text-ink-soft">{formatPrice(card.cents, 'de')}</p>
        {/* Read once, where the conversation begins. */}
        <div className="sell-first text-step--1">
          <p className="mt-2 max-w-prose">{t('text')}</p>
          <p>{without}</p>
        </div>
      </div>
    </div>
  )
})
