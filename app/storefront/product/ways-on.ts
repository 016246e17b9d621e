import type { Locale } from '#app/language/locales.ts'
import { phoneLink } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import { pieceWords } from '#app/shop/catalogue/piece-words.ts'
import { isOffered } from '#app/shop/catalogue/product-status.ts'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'
import type { ProductView } from './product-view.ts'

/** `target`: its page is loaded whole, for the place on it that is meant comes after the router has scrolled. */
export type Way = { text: string; href: string; target?: '_self' }

/**
 * What else than buying may be done with a piece, in words: of one that cannot be bought now, why (`text`), what to do
 * instead (`first`) and what one can be told of (`told`); `beside`: what is offered with every piece.
 */
export type WaysOn = { text: string | null; first: Way | null; told: Way[]; beside: Way[] }

/** `phone`: as it is shown; `tradesIn`: whether the shop buys from the public. */
type Circumstances = { locale: Locale; phone: string; tradesIn: boolean; hasSimilar: boolean }

export function waysOn(
  { id, status }: Pick<ProductDetail, 'id' | 'status'>,
  alike: ProductView['alike'],
  { locale, phone, tradesIn, hasSimilar }: Circumstances,
): WaysOn {
  const words = pieceWords(locale)
  const ask = { text: words('ways.ask'), href: `${pathTo(locale, 'contact')}?piece=${id}` }
  const alert = pathTo(locale, 'piece-alert', { id })
  const alternatives = { text: words('ways.toAlternatives'), href: '#similar' }
  return {
    text: status === 'available' ? null : words(`ways.${status}`),
    first: status === 'available' ? null : status !== 'sold' ? ask : hasSimilar ? alternatives : null,
    told: [
      ...(status === 'reserved' ? [{ text: words('ways.tellFree'), href: alert }] : []),
      ...(status !== 'available' && alike
        ? [{ text: words('ways.tellMe'), href: alike, target: '_self' as const }]
        : []),
    ],
    beside: [
      ...(status === 'available' ? [{ text: words('ways.tellPrice'), href: alert }] : []),
      ...(status === 'available' || status === 'sold' ? [ask] : []),
      ...(isOffered(status) && tradesIn
        ? [{ text: words('ways.tradeIn'), href: tradeInPath(locale, id) }]
        : []),
      { text: words('ways.call', { phone }), href: phoneLink(phone) },
    ],
  }
}

/** The form for what is given in exchange is German only; in English the contact form takes it, with the piece named. */
const tradeInPath = (locale: Locale, id: string) =>
  locale === 'de'
    ? `${pathTo(locale, 'sell')}?piece=${id}#anfrage`
    : `${pathTo(locale, 'contact')}?piece=${id}&subject=selling#formular`
