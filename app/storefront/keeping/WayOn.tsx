import { useTranslations } from 'use-intl'
import { pathTo } from '#app/language/route-table.ts'
import { useCart } from '../layout/use-cart.ts'
import { useLocale } from '../shell-data.ts'
import type { KeptCard } from './use-cards.ts'

/** What can be done with a piece by its state: into the cart, told when it is free or costs less, or what is like it. */
export function WayOn({ piece, onMoved }: { piece: KeptCard; onMoved?: () => void }) {
  const t = useTranslations('keeping')
  const locale = useLocale()
  const isInCart = useCart()?.includes(piece.id) ?? false
  const link = 'link inline-flex min-h-11 items-center'
  if (piece.status === 'sold')
    return (
      <>
        <a
          className={link}
          href={`${piece.href}#similar`}
          aria-label={t('similarLabel', { name: piece.name })}
        >
          {t('similar')}
        </a>
        <a className={link} href={piece.href} aria-label={t('toldOfAlikeLabel', { name: piece.name })}>
          {t('toldOfAlike')}
        </a>
      </>
    )
  const told = (
    <a
      className={link}
      href={pathTo(locale, 'piece-alert', { id: piece.id })}
      aria-label={t(piece.status === 'reserved' ? 'tellFreeLabel' : 'tellPriceLabel', { name: piece.name })}
    >
      {t(piece.status === 'reserved' ? 'tellFree' : 'tellPrice')}
    </a>
  )
  if (piece.status === 'reserved') return told
  if (piece.status === 'examined') return null
  return (
    <>
      {isInCart ? (
        <a className={link} href={pathTo(locale, 'cart')}>
          {t('inCart')}
        </a>
      ) : (
        <form method="post" action={pathTo(locale, 'cart')} data-cart="" onSubmit={onMoved}>
          <button
            type="submit"
            name="piece"
            value={piece.id}
            className="link min-h-11"
            aria-label={t('toCartLabel', { name: piece.name })}
          >
            {t('toCart')}
          </button>
        </form>
      )}
      {told}
    </>
  )
}
