import { dateFormat, formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import { answerChangesAt } from '#app/platform/answer-record.ts'
import { beginOfDay, daysLater, germanDay } from '#app/shop/buying/german-day.ts'
import { pieceWords } from '#app/shop/catalogue/piece-words.ts'
import { isOffered } from '#app/shop/catalogue/product-status.ts'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'
import { deliveryDay } from '#app/shop/checkout/delivery-day.ts'
import { shippingRates } from '#app/shop/checkout/quote.ts'
import { waysToPay } from '#app/shop/checkout/ways-to-pay-words.ts'
import type { Settings } from '#app/shop/settings/settings.ts'

/** A line below the button: what is promised, in figures, and where it is told at length. */
export type Promised = { text: string; href: string }

/** `online`: whether it can be paid at once, by a payment provider. */
type Circumstances = { now: Date; locale: Locale; online: boolean }

/** Working days that a bank transfer is on its way. */
const transferDays = 1

/** Where the shop is, and most of its buyers. */
const home = 'DE'

/**
 * What a buyer of this piece can rely on, in figures: how long we are liable, what delivery at home costs and when it is
 * there, how long it may be sent back, how it can be paid. None of a piece that cannot be bought.
 */
export function promisesOf(
  piece: ProductDetail,
  settings: Pick<Settings, 'branches' | 'orders' | 'shipping' | 'vacation'>,
  { now, locale, online }: Circumstances,
): Promised[] {
  if (!isOffered(piece.status)) return []
  const words = pieceWords(locale)
  const isShortened = settings.orders.oneYearLiability && piece.condition !== 'new'
  const delivery = deliveryOf(piece, settings, { now, locale, online })
  return [
    {
      text: words('promises.guarantee', { years: isShortened ? 1 : 2 }),
      href: pathTo(locale, 'legal-guarantee'),
    },
    ...(delivery === null ? [] : [{ text: delivery, href: pathTo(locale, 'shipping') }]),
    { text: words('promises.withdrawal'), href: pathTo(locale, 'cancellation') },
    {
      text: waysToPay(settings, { locale, online }),
      href: `${pathTo(locale, 'faq')}#zahlung`,
    },
  ]
}

/** With what others say of the shop last: a line of words, so that the page loads no more for it. */
export function withRatings(
  promises: readonly Promised[],
  ratings: { text: string; note: string; href: string } | null,
): readonly Promised[] {
  if (ratings === null || promises.length === 0) return promises
  return [...promises, { text: `${ratings.text} (${ratings.note})`, href: ratings.href }]
}

function deliveryOf(
  piece: ProductDetail,
  { branches, orders, shipping, vacation }: Pick<Settings, 'branches' | 'orders' | 'shipping' | 'vacation'>,
  { now, locale, online }: Circumstances,
): string | null {
  const rate = shippingRates(shipping, {
    priceCents: piece.priceCents,
    protectedSpecies: piece.cites !== null,
  }).find(({ countries }) => countries.includes(home))
  if (!rate) return null
  const words = pieceWords(locale)
  const price = formatPrice(rate.priceCents, locale)
  const [from, to] = rate.days
  const time = () => words('promises.deliveryTime', { price, from, to })
  // Today nobody can pay what is reserved, nor where somebody looks at the order first.
  if (piece.status !== 'available' || orders.acceptance !== 'at-once') return time()
  const branch = branches.find(({ id }) => id === piece.branchId)
  answerChangesAt(beginOfDay(daysLater(germanDay(now), 1)))
  const day = deliveryDay(online ? to : to + transferDays, { branch, vacation }, now)
  if (day === null) return time()
  const format = dateFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
  return words('promises.deliveryDay', { price, day: format.format(new Date(`${day}T12:00:00Z`)) })
}
