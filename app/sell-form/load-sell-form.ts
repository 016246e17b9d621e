import type { Database } from '#app/platform/database/database.ts'
import type { Log } from '#app/platform/log.ts'
import { currentPrices, tariffOf } from '#app/shop/buying/metal-price.ts'
import { readLines } from '#app/shop/buying/valuation.ts'
import type { ParcelMethod } from '#app/shop/parcel-methods.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'

export type SellFormData = Awaited<ReturnType<typeof loadSellForm>>

type LoadContext = {
  db: Database
  now: Date
  log: Log
  apiUrl: string
  query?: URLSearchParams
  metalFeedUrl?: string | undefined
}

/** What the form shows: the calculator's lines, what metals are paid today, the branches. */
export async function loadSellForm(context: LoadContext) {
  const { db, now, log, apiUrl, query = new URLSearchParams(), metalFeedUrl } = context
  const [prices, { branches, buying }] = await Promise.all([
    currentPrices(db, now, metalFeedUrl === undefined ? null : { url: metalFeedUrl, log }),
    currentSettings(db),
  ])
  const limitOf = (method: ParcelMethod) =>
    Math.max(
      0,
      ...buying.shipment.limits.filter((each) => each.method === method).map((each) => each.upToCents),
    )
  return {
    apiUrl,
    /** From the calculator, by the page's query. */
    lines: readLines(query),
    tariff: tariffOf(prices),
    branches: branches.map(({ id, name }) => ({ id, name })),
    /** Up to what value each way of sending in is insured, cents; 0: nothing goes that way. */
    shipment: { labelCents: limitOf('insured-parcel'), courierCents: limitOf('value-courier') },
  }
}
