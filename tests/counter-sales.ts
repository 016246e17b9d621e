import { beforeAll, beforeEach } from 'vitest'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { counterHolder, holdAtCounter } from '#app/shop/counter/counter-hold.ts'
import { sellAtCounter } from '#app/shop/counter/counter-sale.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { addRings } from './checkout.ts'
import { testDatabase } from './database.ts'
import { sellingSecret as secret } from './selling.ts'

/** Who buys unless told otherwise. */
export const buyer = {
  name: 'Clara Beispiel',
  company: '',
  street: 'Domstraße 1',
  postalCode: '50668',
  city: 'Köln',
  country: 'DE',
}
export type Input = Parameters<typeof sellAtCounter>[1]
/** Who stands at the counter. */
export const by = 'Berta Einkauf'

/**
 * A shop that sells over the counter, in a database of the test file's own, with two new rings before each test: `ring`. Call
 * it once at the top level of the file.
 */
export function counterSales() {
  const database = testDatabase()
  const heldBy = async (sale: string) =>
    (
      await database.db
        .selectFrom('claim')
        .select('product_id')
        .where('holder', '=', counterHolder(sale))
        .execute()
    ).map(({ product_id }) => product_id)
  const settings = {} as Settings
  const ring: [string, string] = ['', '']
  let next = 60_001
  let receipt = 100

  beforeAll(async () => {
    await addRings(database.db, ['59999'])
    Object.assign(settings, await readSettings(database.db))
  })
  beforeEach(async () => {
    ring[0] = String(next)
    ring[1] = String(next + 1)
    next += 10
    await addRings(database.db, ring)
  })

  function input(pieces: readonly string[], changes: Partial<Input> = {}, cents = 120_000): Input {
    receipt += 1
    return {
      sale: crypto.randomUUID(),
      branchId: 'koeln',
      locale: 'de',
      lines: pieces.map((piece) => ({ piece, priceCents: cents, seenCents: cents })),
      consents: [],
      buyer,
      email: '',
      phone: '',
      means: 'card',
      reference: String(receipt),
      repeatConfirmed: false,
      identity: null,
      ...changes,
    }
  }

  async function sell(given: Input) {
    for (const { piece } of given.lines) {
      const had = await holdAtCounter(database.db, { sale: given.sale, piece })
      // Each try of these tests is a sale of its own, with the same piece in hand.
      const from = !had.ok && had.reason === 'at-another-counter' ? had.holder : null
      if (from) await holdAtCounter(database.db, { sale: given.sale, piece, from })
    }
    return sellAtCounter(database.db, given, { by, secret, settings })
  }

  async function sold(given: Input) {
    const result = await sell(given)
    if (!result.ok) throw new Error(result.reason)
    const order = await findOrderById(database.db, result.order.id)
    if (!order) throw new Error('no order')
    return order
  }

  return { database, settings, ring, heldBy, input, sell, sold }
}
