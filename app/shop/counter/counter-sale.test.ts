import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { recordSales } from '#app/shop/buying/ledger.ts'
import { deviationKey } from '#app/shop/checkout/deviation-key.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { orderHistory } from '#app/shop/checkout/order-history.ts'
import { checkoutLines } from '#app/shop/checkout/order-lines.ts'
import { statusOf } from '#tests/checkout.ts'
import { buyer, by, counterSales } from '#tests/counter-sales.ts'
import { ernaMuster, sellingSecret as secret } from '#tests/selling.ts'
import { holdAtCounter } from './counter-hold.ts'
import { counterLines } from './counter-lines.ts'
import { sellAtCounter } from './counter-sale.ts'

const { database, settings, ring, input, sell, sold } = counterSales()

describe('a sale at the counter', () => {
  // Duty: gapless-numbers
  test('is an order that is paid, handed over and complete, with an invoice that names branch and receipt', async () => {
    const { db } = database
    const order = await sold(input(ring, { means: 'cash', reference: '0815' }))
    expect(order).toMatchObject({
      status: 'completed',
      saleChannel: 'branch',
      payment: 'cash',
      totalCents: 240_000,
      receivedCents: 240_000,
      counter: { reference: '0815', soldBy: by },
      delivery: { kind: 'collection', branchId: 'koeln' },
      lines: [{ piece: ring[0], tax: { rule: 'margin', country: 'DE' } }, { piece: ring[1] }],
    })
    expect([await statusOf(db, ring[0]), await statusOf(db, ring[1])]).toEqual(['sold', 'sold'])
    const [invoice] = await findInvoices(db, order.id)
    expect(invoice).toMatchObject({
      number: expect.stringMatching(/^RE-\d{4}-\d{5}$/),
      content: { counter: { reference: '0815' }, totalCents: 240_000, payment: 'cash', vatCents: 0 },
    })
    const steps = (await orderHistory(db, order.id)).flatMap((moment) =>
      moment.kind === 'step' ? [[moment.event, moment.by]] : [],
    )
    const staff = { who: 'staff', name: by }
    expect(steps).toEqual([
      ['pay', staff],
      ['hand-over', staff],
      ['complete', staff],
    ])
    const mails = await db
      .selectFrom('mail_outbox')
      .select('kind')
      .where('payload', '@>', JSON.stringify({ order: order.id }))
      .execute()
    expect(mails).toEqual([])
  })

  test('sent twice at the same moment is one', async () => {
    const given = input([ring[0]])
    await holdAtCounter(database.db, { sale: given.sale, piece: ring[0] })
    const counter = { by, secret, settings }
    const results = await Promise.all([1, 2, 3].map(() => sellAtCounter(database.db, given, counter)))
    const orders = results.map((result) => (result.ok ? result.order.id : result.reason))
    expect(new Set(orders).size).toBe(1)
    expect(results.filter((result) => result.ok && !result.repeated)).toHaveLength(1)
  })

  test('whose first answer is still on its way does not stumble over its own receipt', async () => {
    const given = input([ring[0]])
    await holdAtCounter(database.db, { sale: given.sale, piece: ring[0] })
    const counter = { by, secret, settings }
    const { first, second } = await database.db.transaction().execute(async (transaction) => {
      await sql`lock table counter_sale in access exclusive mode`.execute(transaction)
      // Reads the pieces and then waits for what was sold that day.
      const second = sellAtCounter(database.db, given, counter)
      await expect
        .poll(async () => {
          const { rows } = await sql`select 1 from pg_locks
            where not granted and relation = 'counter_sale'::regclass`.execute(transaction)
          return rows.length
        })
        .toBe(1)
      return { first: await sellAtCounter(transaction, given, counter), second }
    })
    expect(first).toMatchObject({ ok: true, repeated: false })
    expect(await second).toEqual({ ...first, repeated: true })
  })

  test('writes to a buyer who gave an address, and says nothing of withdrawing', async () => {
    const order = await sold(input([ring[0]], { email: 'clara@beispiel.example', locale: 'en' }))
    const mails = await database.db
      .selectFrom('mail_outbox')
      .select(['kind', 'locale', 'recipient'])
      .where('payload', '@>', JSON.stringify({ order: order.id }))
      .execute()
    expect(mails).toEqual([{ kind: 'branch-sale', locale: 'en', recipient: 'clara@beispiel.example' }])
  })

  test('keeps what was agreed on instead of the label, with its reason, and the ledger reckons with it', async () => {
    const { db } = database
    const line = { piece: ring[0], priceCents: 100_000, seenCents: 120_000 }
    expect(await sell(input([], { lines: [line] }))).toMatchObject({
      ok: false,
      reason: 'discount-reason-missing',
      piece: ring[0],
    })
    expect(await sell(input([], { lines: [{ ...line, priceCents: 130_000 }] }))).toMatchObject({
      reason: 'above-label',
    })
    expect(
      await sell(input([], { lines: [{ ...line, seenCents: 110_000, reason: 'Kratzer' }] })),
    ).toMatchObject({
      reason: 'price-changed',
      nowCents: 120_000,
    })
    const order = await sold(input([], { lines: [{ ...line, reason: 'Stammkundin' }] }))
    expect(order).toMatchObject({
      totalCents: 100_000,
      lines: [{ priceCents: 100_000, listedCents: 120_000 }],
    })
    const entry = await db
      .selectFrom('order_entry')
      .select(['kind', 'reason', 'detail', 'actor_name'])
      .where('order_id', '=', order.id)
      .executeTakeFirst()
    expect(entry).toEqual({
      kind: 'discount',
      reason: 'Stammkundin',
      detail: { piece: ring[0], listedCents: 120_000, cents: 100_000 },
      actor_name: by,
    })
    await recordSales(db)
    const exit = await db
      .selectFrom('ledger_exit')
      .select(['kind', 'proceeds_cents', 'document'])
      .where('order_id', '=', order.id)
      .execute()
    expect(exit).toEqual([{ kind: 'sale', proceeds_cents: 100_000, document: order.invoiceNumber }])
  })

  // Duty: guarantee-deviation
  test('needs the consent to a known defect, and prints it', async () => {
    const { db } = database
    const text = JSON.stringify({ de: 'Das Glas ist gesprungen.', en: 'The crystal is cracked.' })
    await db.insertInto('product_defect').values({ product_id: ring[0], text }).execute()
    const [line] = await checkoutLines(db, [ring[0]], settings.orders)
    const [deviation] = line?.deviations ?? []
    if (!deviation) throw new Error('no defect')
    expect(await sell(input([ring[0]]))).toEqual({
      ok: false,
      reason: 'consent-missing',
      deviations: [deviation],
    })
    const order = await sold(input([ring[0]], { consents: [deviationKey(deviation)] }))
    expect(order.lines[0]?.deviations).toMatchObject([{ kind: 'known-defect', version: deviation.version }])
    const [invoice] = await findInvoices(db, order.id)
    expect(invoice?.content.lines[0]?.agreed).toEqual([expect.stringContaining('Das Glas ist gesprungen.')])
  })

  test('names nobody up to 250 EUR, and who buys above it', async () => {
    const { db } = database
    await db.updateTable('product').set({ price_cents: 25_000 }).where('id', '=', ring[0]).execute()
    expect(await sell(input([ring[1]], { buyer: null }))).toEqual({
      ok: false,
      reason: 'buyer-missing',
      limitCents: 25_000,
    })
    const order = await sold(input([ring[0]], { buyer: null }, 25_000))
    expect(order.invoiceAddress).toMatchObject({ name: '', street: '' })
  })

  test("says when the till's receipt was given before on that day, and takes it when that is right", async () => {
    const first = await sold(input([ring[0]], { reference: 'B-77' }))
    expect(await sell(input([ring[1]], { reference: '' }))).toMatchObject({ reason: 'reference-missing' })
    expect(await sell(input([ring[1]], { reference: 'b-77' }))).toEqual({
      ok: false,
      reason: 'reference-repeated',
      order: first.number,
    })
    expect(await sell(input([ring[1]], { reference: 'b-77', repeatConfirmed: true }))).toMatchObject({
      ok: true,
    })
  })
})

describe('cash', () => {
  const identity = (changes: object = {}) => ({
    ...ernaMuster(),
    complete: { birthPlace: 'Köln', beneficialOwner: null, politicallyExposed: false, copy: 'Ordner 3' },
    ...changes,
  })
  const dear = (cents: number) =>
    database.db.updateTable('product').set({ price_cents: cents }).where('id', 'in', ring).execute()

  // Duty: linked-deals
  test('from the limit on needs to know who pays; linked sales count together, by name and address', async () => {
    await dear(600_000)
    const rich = { ...buyer, name: 'Rita Reich', street: 'Neumarkt 5' }
    expect(await sell(input([ring[0]], { means: 'cash', buyer: rich }, 600_000))).toMatchObject({ ok: true })
    const again = { ...rich, name: 'Dr. Rita Reich' }
    const second = input([ring[1]], { means: 'cash', buyer: again }, 600_000)
    expect(await sell(second)).toMatchObject({
      ok: false,
      reason: 'identification-missing',
      cash: { together: { total: 1_200_000 }, linked: [{ direction: 'sale', totalCents: 600_000 }] },
    })
    const known = identity({
      givenNames: 'Rita',
      surname: 'Reich',
      address: { street: 'Neumarkt 5', postalCode: '50668', city: 'Köln', country: 'DE' },
    })
    expect(await sell({ ...second, identity: known })).toMatchObject({ ok: true })
    const row = await database.db
      .selectFrom('identification')
      .select(['level', 'request_id', 'checked_by'])
      .where('order_id', 'is not', null)
      .executeTakeFirst()
    expect(row).toEqual({ level: 'complete', request_id: null, checked_by: by })
  })

  test('of another person at the same postal code is no linked deal', async () => {
    await dear(600_000)
    const at = (name: string, street: string) => ({ ...buyer, name, street, postalCode: '50 667' })
    const first = input([ring[0]], { means: 'cash', buyer: at('Ada Nachbar', 'Weg 1') }, 600_000)
    expect(await sell(first)).toMatchObject({ ok: true })
    const other = input([ring[1]], { means: 'cash', buyer: at('Bea Nachbar', 'Weg 1') }, 600_000)
    expect(await sell(other)).toMatchObject({ ok: true })
  })

  test('is refused from the ban on, and a document that has run out identifies nobody', async () => {
    const [rule] = settings.buying.cash
    if (!rule) throw new Error('no rule')
    const banned = {
      ...settings,
      buying: { ...settings.buying, cash: [{ ...rule, bannedFromCents: 1_000_000 }] },
    }
    await dear(1_000_000)
    const given = input([ring[0]], { means: 'cash', identity: identity() }, 1_000_000)
    await holdAtCounter(database.db, { sale: given.sale, piece: ring[0] })
    const counter = { by, secret, settings: banned }
    expect(await sellAtCounter(database.db, given, counter)).toMatchObject({ reason: 'cash-forbidden' })
    const expired = identity({ document: { ...ernaMuster().document, validUntil: '2020-01-01' } })
    expect(await sell({ ...given, identity: expired })).toMatchObject({ reason: 'document-expired' })
    expect(await statusOf(database.db, ring[0])).toBe('reserved')
  })
})

test('lines of a sale say what a piece cost, as far as that is known', async () => {
  const { db } = database
  const sale = crypto.randomUUID()
  await holdAtCounter(db, { sale, piece: ring[0] })
  const [line] = await counterLines(db, sale, settings.orders)
  expect(line).toMatchObject({ piece: ring[0], priceCents: 120_000, costCents: null, reservedFor: null })
})
