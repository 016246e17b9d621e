import { beforeAll, expect, test } from 'vitest'
import { expireOrder } from '#app/shop/checkout/lapse-unpaid.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { addBranches } from '#tests/catalogue.ts'
import { passMinutes } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { byCourier, orderShop } from '#tests/order-shop.ts'
import { cancelPaid } from '#tests/returned-pieces.ts'
import { completeLedger, recordSales } from './ledger.ts'
import { checkLedger, faultsOf } from './ledger-check.ts'

const database = testDatabase()
const { order, ordered, entries } = orderShop(database, 73_001)
let settings: Settings

beforeAll(async () => {
  await addBranches(database.db)
  settings = await readSettings(database.db)
})

const exitsOf = (id: number) =>
  database.db
    .selectFrom('ledger_exit')
    .select(['kind', 'document', 'proceeds_cents'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()

const agree = async () => {
  await completeLedger(database.db)
  expect(faultsOf(await checkLedger(database.db))).toEqual([])
  expect(await recordSales(database.db)).toBe(0)
}

// Bits say after which event the ledger runs: the money, its correction, the money that comes after all.
test.each([0, 1, 2, 3, 4, 5, 6, 7])(
  'a revived order whose money is taken back and comes again: every invoice, whenever the ledger runs (%i)',
  async (runs) => {
    const { db } = database
    const { id, number, pieces } = await ordered(byCourier)
    await passMinutes(db, 30 * 24 * 60, pieces)
    expect(await expireOrder(db, id, settings)).toBe(true)
    await order('money', number, '1.249', '--reference', `Erst ${runs}`)
    if (runs & 1) await completeLedger(db)
    const [entry] = await entries(id)
    expect(await order('correct', entry ?? '', '--reason', 'Irrtum')).toContain('is expired')
    if (runs & 2) await completeLedger(db)
    expect(await order('money', number, '1.249', '--reference', `Dann ${runs}`)).toContain('is valid again')
    if (runs & 4) await completeLedger(db)
    await cancelPaid(db, { id })
    await agree()
    const exits = await exitsOf(id)
    const documents = await db
      .selectFrom('invoice')
      .select('number')
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
    // The first was cancelled before any money came: no sale.
    expect(exits.map(({ document }) => document)).toEqual(documents.slice(2).map((each) => each.number))
    expect(exits.map(({ kind, proceeds_cents }) => [kind, proceeds_cents])).toEqual([
      ['sale', 124_900],
      ['return', -124_900],
      ['sale', 124_900],
      ['return', -124_900],
    ])
  },
)

test('money that is taken back while the invoice stands makes no second sale', async () => {
  const { db } = database
  const { id, number } = await ordered(byCourier)
  await order('money', number, '1.249', '--reference', 'Steht 1')
  await completeLedger(db)
  const [entry] = await entries(id)
  await order('correct', entry ?? '', '--reason', 'Irrtum')
  await agree()
  await order('money', number, '1.249', '--reference', 'Steht 2')
  await agree()
  expect((await exitsOf(id)).map(({ kind }) => kind)).toEqual(['sale'])
})
