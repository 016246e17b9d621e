import type { useTranslations } from 'use-intl'
import { formatPrice, timeZone } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import type { CartLine } from '#app/shop/checkout/cart-lines.ts'

type CartWords = ReturnType<typeof useTranslations<'cart'>>

/** What there is to say about a piece in the cart besides its price; nothing of one that can be had. */
export function lineNews(
  { piece, state, heldUntil, beforeCents }: CartLine,
  t: CartWords,
  locale: Locale,
): string[] {
  const news: string[] = []
  if (state === 'held' && heldUntil) {
    const time = new Intl.DateTimeFormat(languageTags[locale], { timeStyle: 'short', timeZone }).format(
      heldUntil,
    )
    news.push(t('held', { time }))
  } else if (state === 'sold' || state === 'examined' || state === 'gone') news.push(t(state))
  else if (state !== 'available') news.push(t('reserved'))
  if (beforeCents !== null && piece && (state === 'available' || state === 'held' || state === 'reserved')) {
    const price = formatPrice(beforeCents, locale)
    news.push(t(piece.priceCents < beforeCents ? 'priceDown' : 'priceUp', { price }))
  }
  return news
}
