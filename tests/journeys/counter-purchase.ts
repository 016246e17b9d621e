import type { Database } from '#app/platform/database/database.ts'
import { counterPurchaseSchema, enterCounterPurchase } from '#app/shop/buying/counter-purchase.ts'
import { currentPrices } from '#app/shop/buying/metal-price.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import type { StaffActor } from '#app/shop/staff/change-record.ts'

/** A watch for 900 EUR that somebody has agreed to sell at the counter. Returns the number of its request. */
export async function counterPurchase(db: Database, member: StaffActor): Promise<string> {
  const entered = await enterCounterPurchase(
    db,
    counterPurchaseSchema.parse({
      ...{ submission: crypto.randomUUID(), locale: 'de', branchId: 'koeln', upload: null },
      seller: {
        ...{
          givenNames: 'Erna',
          surname: 'Muster',
          street: 'Domstraße 1',
          postalCode: '50668',
          city: 'Köln',
        },
        ...{ country: 'DE', phone: '', email: '' },
      },
      lines: [
        {
          title: 'Omega Constellation',
          kind: 'watch',
          item: null,
          euros: '900',
          testMethod: 'movement',
          brand: 'Omega',
        },
      ],
      agreedCents: 90_000,
    }),
    {
      member,
      // Nothing of it is sealed: no serial number is named.
      secret: 'a secret of at least thirty-two characters',
      settings: await readSettings(db),
      current: await currentPrices(db, new Date()),
    },
  )
  if (!entered.ok) throw new Error(entered.reason)
  return entered.number
}
