import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readSettings } from '#app/shop/settings/settings.ts'
import { addRings, placedAtTotal } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { findInvoices, taxSumsOf } from './invoice.ts'
import { settlePayment } from './settle-payment.ts'
import { takeOrderStep } from './staff-order-steps.ts'
import { declareWithdrawal } from './withdrawal.ts'

const database = testDatabase()

// Duty: partial-withdrawal
test.each([
  ['the taxed piece first', ['51001', '51002']],
  ['the taxed piece last', ['51012', '51011']],
])(
  'what goes back in parts takes back the VAT of the invoice, no more and no less: %s',
  async (_, pieces) => {
    const { db } = database
    await addRings(db, pieces)
    const taxed = pieces.find((piece) => piece.endsWith('1')) as string
    await sql`update product set tax_mode = 'standard_19' where id = ${taxed}`.execute(db)
    const settings = await readSettings(db)
    const { id, token, totalCents } = await placedAtTotal(db, pieces)
    const money = {
      orderId: id,
      channel: 'bank-transfer' as const,
      reference: taxed,
      amountCents: totalCents,
    }
    await settlePayment(db, money, settings)
    for (const piece of pieces) {
      const said = { name: 'Clara Beispiel', contract: 'RG', email: 'clara@beispiel.example', comment: '' }
      const declaration = { ...said, submission: crypto.randomUUID(), pieces: [piece], order: token }
      await declareWithdrawal(db, declaration, 'de', settings)
      await takeOrderStep(db, id, { event: 'waive-return' }, settings)
      await takeOrderStep(db, id, { event: 'refund', deductionCents: 0 }, settings)
    }
    const [invoice, ...back] = (await findInvoices(db, id)).map(({ content }) => content)
    if (!invoice) throw new Error('no invoice')
    const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
    const net = (content: typeof invoice) =>
      taxSumsOf(content).find(({ rule }) => rule === 'domestic')?.netCents ?? 0
    expect(invoice.vatCents).toBeGreaterThan(0)
    expect(back).toHaveLength(2)
    expect(sum(back.map(({ vatCents }) => vatCents))).toBe(invoice.vatCents)
    expect(sum(back.map(net))).toBe(net(invoice))
    expect(sum(back.map((content) => content.totalCents))).toBe(invoice.totalCents)
  },
)
