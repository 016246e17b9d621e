import { beforeAll } from 'vitest'
import {
  counterPurchaseSchema,
  enterCounterPurchase,
  valueCounterLines,
} from '#app/shop/buying/counter-purchase.ts'
import { identifySeller } from '#app/shop/buying/identification.ts'
import { currentPrices, enterPayoutRate } from '#app/shop/buying/metal-price.ts'
import { prepareReceipt } from '#app/shop/buying/purchase-receipt.ts'
import { signReceipt } from '#app/shop/buying/sign-receipt.ts'
import { buyingShop } from './buying-shop.ts'
import { ernaMuster, sellingSecret as secret } from './selling.ts'

/** What somebody lays on the counter. */
export const chain = {
  title: 'Kette 585',
  kind: 'scrap',
  item: 'gold-585',
  amount: '12,4',
  testMethod: 'xrf',
} as const
export const coin = {
  title: 'Sovereign',
  kind: 'bullion',
  item: 'coin-sovereign',
  amount: '1',
  testMethod: 'density',
} as const
export const watch = {
  ...{ title: 'Omega Constellation', kind: 'watch', item: null, brand: 'Omega', model: 'Constellation' },
  ...{ euros: '900', testMethod: 'movement', serial: '24911234', scope: 'papers' },
  register: { name: 'The Watch Register', result: 'clear' },
} as const

/** The form of a purchase at the counter. */
export function purchaseOf(changes: object = {}) {
  return counterPurchaseSchema.parse({
    submission: crypto.randomUUID(),
    locale: 'de',
    branchId: 'koeln',
    upload: null,
    seller: {
      ...{ givenNames: 'Erna', surname: 'Müster', street: 'Domstraße 1', postalCode: '50668', city: 'Köln' },
      ...{ country: 'DE', phone: '', email: '' },
    },
    lines: [chain, coin, watch],
    agreedCents: 1,
    ...changes,
  })
}

/** A signature on the tablet. */
export const drawn = { width: 1000, height: 400, strokes: [[10, 10, 300, 200, 500, 20]] }

/**
 * A shop that buys at its counter, in a database of the test file's own, and what its counter does again and again. Call it
 * once at the top level of the file.
 */
export function counterPurchases() {
  const shop = buyingShop()
  const member = { id: 0, name: 'Berta Einkauf' }
  const counter = { by: member.name, secret }

  beforeAll(async () => {
    const { db } = shop
    await enterPayoutRate(db, {
      name: 'gold-bullion',
      perMille: 970,
      validFrom: new Date(),
      enteredBy: member.name,
    })
    const { id } = await db
      .insertInto('staff_member')
      .values({ name: member.name, email: 'berta@staff.example', role: 'buyer' })
      .returning('id')
      .executeTakeFirstOrThrow()
    member.id = id
  })

  async function enter(changes: object = {}) {
    const current = await currentPrices(shop.db, new Date())
    const purchase = purchaseOf(changes)
    const agreedCents =
      'agreedCents' in changes ? purchase.agreedCents : valueCounterLines(purchase.lines, current).totalCents
    return enterCounterPurchase(
      shop.db,
      { ...purchase, agreedCents },
      { member, secret, settings: shop.settings, current },
    )
  }

  async function entered(changes: object = {}) {
    const result = await enter(changes)
    if (!result.ok) throw new Error(JSON.stringify(result))
    return { number: result.number }
  }

  const seenBefore = { by: counter.by, secret }

  /** From agreed to a receipt that is signed on the tablet. */
  async function signed(which: { number: string }, who = ernaMuster()) {
    await identifySeller(shop.db, which, who, { ...seenBefore, seen: 0 })
    const receipt = await prepareReceipt(
      shop.db,
      which,
      { means: 'cash' },
      { ...counter, settings: shop.settings, seen: null },
    )
    if (!receipt.ok) throw new Error(receipt.reason)
    await signReceipt(shop.db, which, {
      receipt: receipt.number,
      how: 'tablet',
      signature: drawn,
      ...counter,
    })
    return receipt.number
  }

  return { shop, member, counter, seenBefore, enter, entered, signed }
}
