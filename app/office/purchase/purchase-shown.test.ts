import { expect, test } from 'vitest'
import { buyingShop } from '#tests/buying-shop.ts'
import { sellingSecret as secret } from '#tests/selling.ts'
import type { OfficeRequest } from '../answer.ts'
import { purchaseScreens } from './purchase-answers.ts'

const shop = buyingShop()

async function shown(number: string) {
  const member = { id: 1, name: 'Berta', role: 'owner', locale: 'de' }
  const request = { app: { db: shop.db, secret }, member, now: new Date() } as unknown as OfficeRequest
  return purchaseScreens.purchase.load(request, { params: { number }, query: new URLSearchParams() })
}

test('a request names its price as a purchase once the seller has agreed, and before says that they have not', async () => {
  const { id, number } = await shop.submitted()
  expect(await shown(number)).toMatchObject({ isAgreed: false, lines: [] })
  const made = await shop.offer({ id }, 'estimate')
  if (!made.ok) throw new Error(made.reason)
  await shop.answer({ id }, made.offer, 'accepted')
  // An estimate is no price yet.
  expect(await shown(number)).toMatchObject({ isAgreed: false })
})
