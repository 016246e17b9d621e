import type { Database } from '#app/platform/database/database.ts'
import { enterMetalPrice, enterPayoutRate } from '#app/shop/buying/metal-price.ts'
import type { SellDetails, SellRequestForm } from '#app/shop/buying/sell-request-form.ts'
import { saveBranch } from '#app/shop/settings/settings.ts'

/** A gold price of 3,500 EUR an ounce at 90 %, as in the shop's worked example, and a branch open every day. */
export async function openBuyingShop(db: Database, now: Date) {
  const enteredBy = 'Berta Einkauf'
  await enterMetalPrice(db, { metal: 'gold', centsPerOunce: 350_000, at: now, source: 'Test', enteredBy })
  await enterPayoutRate(db, { name: 'gold-scrap', perMille: 900, validFrom: now, enteredBy })
  await saveBranch(db, 0, {
    id: 'koeln',
    name: 'Rheingold Köln',
    street: 'Goldschmiedgasse 7',
    postalCode: '50667',
    city: 'Köln',
    phone: '0221 555 01 10',
    email: 'koeln@rheingold.example',
    hours: [{ days: ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'], opens: '10:00', closes: '18:00' }],
  })
}

export const goldChain: SellDetails = {
  kind: 'gold',
  lines: [{ item: 'gold-585', amount: '12,4' }],
  description: 'Eine Kette meiner Großmutter',
}

/** What Erna Muster sends in: a gold chain, to be brought to a branch unless told otherwise. */
export function sellForm(changes: Partial<SellRequestForm> = {}): SellRequestForm {
  return {
    submission: crypto.randomUUID(),
    locale: 'de',
    details: goldChain,
    way: 'branch',
    branchId: 'koeln',
    contact: { name: 'Erna Muster', email: 'erna@beispiel.example', phone: null, address: null },
    upload: null,
    ...changes,
  }
}
