import { sql } from 'kysely'
import { expect } from 'vitest'
import { completeLedger, recordSales } from '#app/shop/buying/ledger.ts'
import { checkLedger, faultsOf } from '#app/shop/buying/ledger-check.ts'
import { findInvoices, type Invoice } from '#app/shop/checkout/invoice.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import type { CheckedVatId, PlacedOrder, TaxMode } from '#app/shop/checkout/types.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { claraBeispiel, placedAtTotal } from './checkout.ts'
import type { testDatabase } from './database.ts'
import { addCompleteRings, take, withdraw } from './returned-pieces.ts'

/** A ring for sale, a bar where it is investment gold: what it costs the buyer, how it is taxed, what was paid for it. */
type Ring = { priceCents: number; taxMode: TaxMode; costCents?: number | null }

/** Where it goes, to whom; distance sales are taxed at their destination with `oneStop`. */
export type Buyer = { country: string; postalCode: string; vatId?: CheckedVatId; oneStop?: boolean }

export const austrianId: CheckedVatId = {
  id: 'ATU13585627',
  country: 'AT',
  outcome: 'valid',
  checkedAt: '2026-11-20T10:00:00.000Z',
  consultation: null,
}

/** Buyers whom each rule of tax is for. */
export const buyers = {
  home: { country: 'DE', postalCode: '50668' },
  consumer: { country: 'AT', postalCode: '1010' },
  distant: { country: 'FI', postalCode: '00100', oneStop: true },
  business: { country: 'AT', postalCode: '1010', vatId: austrianId },
  abroad: { country: 'CH', postalCode: '8001' },
} as const satisfies Record<string, Buyer>

/** Sells rings of a test's shop, which has the demo's settings, and looks into its ledger. */
export function ledgerShop(database: ReturnType<typeof testDatabase>, firstPiece: number) {
  let next = firstPiece
  return {
    async rings(...rings: Ring[]): Promise<string[]> {
      const ids = rings.map(() => String(next++))
      for (const [at, { priceCents, taxMode, costCents = 50_000 }] of rings.entries()) {
        const id = ids[at] as string
        await addCompleteRings(database.db, [id], { priceCents })
        if (taxMode === 'investment_gold_25c')
          await sql`update product set tax_mode = ${taxMode}, kind = 'bullion', jewellery_type = null, fine_grams = 31.1035
            where id = ${id}`.execute(database.db)
        else await sql`update product set tax_mode = ${taxMode} where id = ${id}`.execute(database.db)
        if (costCents !== null)
          await database.db
            .insertInto('product_staff')
            .values({ product_id: id, cost_cents: costCents })
            .execute()
      }
      return ids
    },
    /** An order by courier, paid by transfer. */
    async sold(
      pieces: string[],
      { country, postalCode, vatId, oneStop = false }: Buyer,
    ): Promise<PlacedOrder> {
      const settings = await readSettings(database.db)
      const tax: Settings['tax'] = { ...settings.tax, oneStopSince: oneStop ? '2021-07-01' : null }
      const delivery = { kind: 'courier', address: { ...claraBeispiel, country, postalCode } } as const
      const changes = { delivery, seenDuties: true, ...(vatId ? { vatId } : {}) }
      const own = { online: false, settings: { ...settings, tax } }
      const order = await placedAtTotal(database.db, pieces, changes, own)
      const { id: orderId, number: reference, totalCents: amountCents } = order
      await settlePayment(
        database.db,
        { orderId, channel: 'bank-transfer', reference, amountCents },
        settings,
      )
      return order
    },
    /** Pieces of an order that was delivered come back, and are refunded. */
    async back(order: PlacedOrder, pieces: string[], deductionCents = 0): Promise<void> {
      await withdraw(database.db, order, pieces)
      await take(database.db, order, 'receive-return', 'inspect', { event: 'refund', deductionCents })
    },
    documents: ({ id }: { id: number }): Promise<Invoice[]> => findInvoices(database.db, id),
    exits: ({ id }: { id: number }) =>
      database.db.selectFrom('ledger_exit').selectAll().where('order_id', '=', id).orderBy('id').execute(),
    /** The ledger is complete, agrees with the documents, and has nothing to add. */
    async agrees(): Promise<void> {
      await completeLedger(database.db)
      expect(faultsOf(await checkLedger(database.db))).toEqual([])
      expect(await recordSales(database.db)).toBe(0)
    },
  }
}
