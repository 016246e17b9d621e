import type { BrowserContext } from '@playwright/test'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { submitSellRequest } from '#app/shop/buying/sell-request.ts'
import type { SellRequestForm } from '#app/shop/buying/sell-request-form.ts'
import { sellForm } from '#tests/selling.ts'
import { type Counter, expect } from './staff.ts'

const watch: SellRequestForm['details'] = {
  kind: 'watch',
  brand: 'Omega',
  model: 'Constellation',
  reference: null,
  year: null,
  scope: 'none',
  description: 'Läuft, das Glas hat einen Kratzer.',
}

/** What Erna Muster offers by post: a watch, unless told otherwise. */
export async function watchByPost(
  { db, settings }: Counter,
  details: SellRequestForm['details'] = watch,
): Promise<{ token: string; number: string }> {
  const form = sellForm({
    details,
    way: 'shipment',
    branchId: null,
    contact: {
      name: 'Erna Muster',
      email: `${crypto.randomUUID()}@beispiel.example`,
      phone: null,
      address: { street: 'Domstraße 1', postalCode: '50668', city: 'Köln', country: 'DE' },
    },
  })
  const sent = await submitSellRequest(db, form, { client: null, settings, now: new Date() })
  if (!sent.ok) throw new Error(sent.reason)
  const request = await readSellRequest(db, { token: sent.token })
  return { token: sent.token, number: request?.number ?? '' }
}

/** The seller's own page in another tab, of which each call shows it anew. */
export async function sellerTab(context: BrowserContext, token: string) {
  const tab = await context.newPage()
  const title = tab.getByRole('heading', { level: 1 })
  return {
    tab,
    async says(heading: string) {
      await tab.goto(`/de/ankauf/${token}`)
      await expect(title).toHaveText(heading)
    },
  }
}
