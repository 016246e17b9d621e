import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { Delivery } from '#app/shop/checkout/types.ts'
import { placedAtTotal } from '#tests/checkout.ts'
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
  const changes = { locale, delivery, contact: { email, phone: null } }
  return placedAtTotal(db, pieces, changes, { online: false })
}
