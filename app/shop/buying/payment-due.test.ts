import { expect, test } from 'vitest'
import { chain, counterPurchases, purchaseOf } from '#tests/counter-purchases.ts'
import { ernaMuster, sellingSecret as secret } from '#tests/selling.ts'
import { identifySeller } from './identification.ts'
import { findKnownSellers, needsOf, paymentDue } from './payment-due.ts'
import { payPurchase } from './purchase.ts'
import { prepareReceipt } from './purchase-receipt.ts'

const { shop, counter, seenBefore, entered } = counterPurchases()

test('what is due is said before anything is paid, with the deals that count together', async () => {
  const settings = shop.settings
  const person = {
    ...ernaMuster(),
    surname: 'Zuviel',
    document: { ...ernaMuster().document, number: 'DUE000001' },
  }
  const first = await entered({ lines: [{ ...chain, amount: '30' }] })
  await identifySeller(shop.db, first, person, seenBefore)
  expect(await paymentDue(shop.db, first, { secret, settings })).toMatchObject({ cash: null, linked: [] })
  const made = await prepareReceipt(shop.db, first, { means: 'cash' }, { ...counter, settings })
  if (!made.ok) throw new Error(made.reason)
  await payPurchase(shop.db, first, { reference: '1', declared: true }, { ...counter, settings })
  const second = await entered({ lines: [chain] })
  await identifySeller(shop.db, second, person, seenBefore)
  expect(await paymentDue(shop.db, second, { secret, settings })).toMatchObject({
    cash: 'identification-incomplete',
    together: { total: 251_202, metals: 251_202 },
    linked: [{ direction: 'purchase', request: first.number, number: made.number, totalCents: 177_737 }],
  })
  const [rule] = settings.buying.cash
  if (!rule) throw new Error('no rule')
  expect(needsOf({ total: 100_000, metals: 100_000 }, rule)).toEqual({ cash: true, needs: 'basic' })
  expect(needsOf({ total: 200_000, metals: 200_000 }, rule)).toEqual({ cash: true, needs: 'complete' })
})

test('an earlier seller is found by parts of the name, with what is known of them', async () => {
  const seller = {
    ...purchaseOf().seller,
    givenNames: 'Kunigunde',
    surname: 'Wiederkehr',
    email: null,
    phone: null,
  }
  await entered({ lines: [chain], seller: { ...seller, email: '', phone: '0221 1' } })
  const last = await entered({ lines: [chain], seller: { ...seller, email: '', phone: '0221 2' } })
  const found = await findKnownSellers(shop.db, 'wieder kuni')
  expect(found).toMatchObject([
    { number: last.number, name: 'Kunigunde Wiederkehr', phone: '0221 2', city: 'Köln' },
  ])
  expect(await findKnownSellers(shop.db, 'w')).toEqual([])
  expect(await findKnownSellers(shop.db, '%_')).toEqual([])
})
