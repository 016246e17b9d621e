import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import type { Delivery } from '#app/shop/checkout/types.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { orderRequest } from '#tests/checkout.ts'
import { shelveRings } from './shop-database.ts'

/** An order of pieces of its own, made as the checkout makes it. */
export async function ordered(
  db: Database,
  locale: Locale,
  pieces: string[],
  delivery: Delivery,
  email: string,
) {
  await shelveRings(db, pieces, { priceCents: 300_000, listedAt: new Date('2020-01-01') })
  const settings = await readSettings(db)
  const by = { holder: `holder-of-${pieces[0]}`, client: null, settings, online: false }
  const order = (cents: number) =>
    placeOrder(db, orderRequest(pieces, cents, { locale, delivery, contact: { email, phone: null } }), by)
  // What shipping costs is the shop's own setting: it says so to whoever guesses.
  const guess = await order(1)
  if (guess.ok || guess.reason !== 'total-changed') throw new Error('a wrong total was taken')
  const result = await order(guess.totalCents)
  if (!result.ok) throw new Error(result.reason)
  return result.order
}
