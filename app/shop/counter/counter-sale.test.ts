import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recordSales } from '#app/shop/buying/ledger.ts'
import { deviationKey } from '#app/shop/checkout/deviation-key.ts'
import { heldUntil, holdProducts, pieceStates } from '#app/shop/checkout/hold.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { orderHistory } from '#app/shop/checkout/order-history.ts'
import { checkoutLines } from '#app/shop/checkout/order-lines.ts'
import { placeOrder } from '#app/shop/checkout/place-order.ts'
import { recordRefund, refundsOf } from '#app/shop/checkout/refund.ts'
import { declareWithdrawal } from '#app/shop/checkout/withdrawal.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { addRings, orderRequest, placed, statusOf } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { ernaMuster, sellingSecret as secret } from '#tests/selling.ts'
import { cancelCounterSale } from './cancel-counter-sale.ts'
import { counterHolder, holdAtCounter, releaseFromCounter } from './counter-hold.ts'
import { counterLines } from './counter-lines.ts'
import { sellAtCounter } from './counter-sale.ts'

const database = testDatabase()
const heldBy = async (sale: string) =>
  (
    await database.db
      .selectFrom('claim')
      .select('product_id')
      .where('holder', '=', counterHolder(sale))
      .execute()
  ).map(({ product_id }) => product_id)
const by = 'Berta Einkauf'
const anna = { holder: 'anna-anna-anna-anna-anna', client: null }
let settings: Settings
let ring: [string, string] = ['', '']
let next = 60_001
let receipt = 100

beforeAll(async () => {
  await addRings(database.db, ['59999'])
  settings = await readSettings(database.db)
})
beforeEach(async () => {
  ring = [String(next), String(next + 1)]
  next += 10
  await addRings(database.db, ring)
})

const buyer = {
  name: 'Clara Beispiel',
  company: '',
  street: 'Domstraße 1',
  postalCode: '50668',
  city: 'Köln',
  country: 'DE',
}
type Input = Parameters<typeof sellAtCounter>[1]

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

describe('a piece that somebody holds online', () => {
  test('stays theirs: the counter is told until when, and an order by its number', async () => {
    const { db } = database
    const hold = await holdProducts(db, { pieces: [ring[0]], ...anna })
    const sale = crypto.randomUUID()
    expect(await holdAtCounter(db, { sale, piece: ring[0] })).toEqual({
      ok: false,
      reason: 'held-online',
      until: hold.ok && hold.hold.until,
    })
    const order = await placed(db, orderRequest([ring[0]], 120_000), anna)
    expect(await holdAtCounter(db, { sale, piece: ring[0] })).toEqual({
      ok: false,
      reason: 'ordered',
      order: order.number,
    })
    expect(await holdAtCounter(db, { sale, piece: '99999998' })).toMatchObject({ reason: 'no-such-piece' })
  })

  test('and what the counter has first, nobody gets online; let go of, it is on sale again', async () => {
    const { db } = database
    const sale = crypto.randomUUID()
    expect(await holdAtCounter(db, { sale, piece: ring[0] })).toEqual({ ok: true })
    expect(await heldBy(sale)).toEqual([ring[0]])
    expect(await holdProducts(db, { pieces: [ring[0]], ...anna })).toMatchObject({
      ok: false,
      pieces: [{ piece: ring[0], state: 'reserved' }],
    })
    // No time of day: it is not free in some minutes.
    expect(await heldUntil(db, { pieces: [ring[0]], holder: anna.holder })).toEqual(new Map())
    const other = crypto.randomUUID()
    const refused = await holdAtCounter(db, { sale: other, piece: ring[0] })
    expect(refused).toMatchObject({ reason: 'at-another-counter', holder: `counter ${sale}` })
    expect(await holdAtCounter(db, { sale: other, piece: ring[0], from: `counter ${sale}` })).toEqual({
      ok: true,
    })
    await releaseFromCounter(db, { sale })
    expect(await heldBy(other)).toEqual([ring[0]])
    await releaseFromCounter(db, { sale: other })
    expect(await statusOf(db, ring[0])).toBe('listed')
    // A visitor's token is never taken over, whatever is named.
    await holdProducts(db, { pieces: [ring[0]], ...anna })
    expect(await holdAtCounter(db, { sale, piece: ring[0], from: anna.holder })).toMatchObject({
      reason: 'held-online',
    })
  })

  test('is bought by one of two at the same moment, in fifty rounds', async () => {
    const { db } = database
    const pieces = Array.from({ length: 50 }, (_, index) => String(70_001 + index))
    await addRings(db, pieces)
    const won = { online: 0, counter: 0 }
    for (const piece of pieces) {
      const given = input([piece])
      const holder = `visitor-of-${piece}-and-long-enough`
      const counter = async () => {
        const held = await holdAtCounter(db, { sale: given.sale, piece })
        if (!held.ok) return held
        return sellAtCounter(db, given, { by, secret, settings })
      }
      const online = async () => {
        const held = await holdProducts(db, { pieces: [piece], holder, client: null })
        if (!held.ok) return held
        const taking = { holder, client: null, settings, online: true }
        return placeOrder(db, orderRequest([piece], 120_000), taking)
      }
      const [atCounter, inShop] = await Promise.all(
        Number(piece) % 2 === 0
          ? [counter(), online()]
          : (await Promise.all([online(), counter()])).toReversed(),
      )
      expect([atCounter.ok, inShop.ok].filter(Boolean), piece).toHaveLength(1)
      won[atCounter.ok ? 'counter' : 'online'] += 1
      if (!inShop.ok) expect(inShop).toMatchObject({ reason: 'taken', pieces: [{ piece }] })
      if (!atCounter.ok)
        expect(atCounter).toMatchObject({
          reason: expect.stringMatching(/^(held-online|ordered|taken|not-on-sale)$/),
        })
      const orders = await db
        .selectFrom('order_line')
        .select('order_id')
        .where('product_id', '=', piece)
        .execute()
      expect(orders).toHaveLength(1)
      const money = await db
        .selectFrom('money')
        .select('amount_cents')
        .where('order_id', '=', orders[0]?.order_id ?? 0)
        .execute()
      expect(money).toHaveLength(atCounter.ok ? 1 : 0)
      const state = (await pieceStates(db, { pieces: [piece], holder: 'somebody-else' })).get(piece)
      expect(state).toBe(atCounter.ok ? 'sold' : 'reserved')
    }
    expect(won.online + won.counter).toBe(50)
  })
})

describe('a sale that is taken back', () => {
  // Duty: gapless-numbers
  test('is cancelled by a document, its piece comes back, its money goes back the way it came', async () => {
    const { db } = database
    const order = await sold(input([ring[0]], { means: 'cash' }))
    const cancel = (reason: string) => cancelCounterSale(db, order.id, reason, { by, settings })
    expect(await cancel(' ')).toEqual({ ok: false, reason: 'reason-missing' })
    expect(await cancel('Ring zu klein')).toEqual({ ok: true })
    expect(await cancel('Ring zu klein')).toEqual({ ok: false, reason: 'not-possible' })
    expect(await statusOf(db, ring[0])).toBe('intake')
    const invoices = await findInvoices(db, order.id)
    expect(invoices.map(({ kind, cancels }) => [kind, cancels])).toEqual([
      ['invoice', null],
      ['cancellation', order.invoiceNumber],
    ])
    const [refund] = await refundsOf(db, order.id)
    expect(refund).toMatchObject({ channel: 'cash', amountCents: 120_000, doneAt: null })
    await recordRefund(db, { refund: refund?.id ?? 0, reference: 'Storno 12' })
    expect(await findOrderById(db, order.id)).toMatchObject({ status: 'cancelled', refundedCents: 120_000 })
    await recordSales(db)
    const exits = await db
      .selectFrom('ledger_exit')
      .select(['kind', 'proceeds_cents'])
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute()
    expect(exits.reduce((sum, { proceeds_cents }) => sum + proceeds_cents, 0)).toBe(0)
  })

  test('is never an order from the pages of the shop', async () => {
    const { db } = database
    const order = await placed(db, orderRequest([ring[0]], 120_000), anna)
    expect(await cancelCounterSale(db, order.id, 'Ein Grund', { by, settings })).toMatchObject({
      reason: 'no-such-order',
    })
  })
})

test('nobody withdraws from what they bought in the shop; the declaration is kept', async () => {
  const { db } = database
  const order = await sold(input([ring[0]], { email: 'clara@beispiel.example' }))
  const declaration = {
    name: 'Clara Beispiel',
    contract: order.number,
    email: 'clara@beispiel.example',
    comment: '',
    submission: crypto.randomUUID(),
    pieces: [],
    order: order.token,
  }
  const { number } = await declareWithdrawal(db, declaration, 'de', settings)
  expect(number).toBeGreaterThan(0)
  expect(await findOrderById(db, order.id)).toMatchObject({ status: 'completed' })
  expect(await statusOf(db, ring[0])).toBe('sold')
})

test('lines of a sale say what a piece cost, as far as that is known', async () => {
  const { db } = database
  const sale = crypto.randomUUID()
  await holdAtCounter(db, { sale, piece: ring[0] })
  const [line] = await counterLines(db, sale, settings.orders)
  expect(line).toMatchObject({ piece: ring[0], priceCents: 120_000, costCents: null, reservedFor: null })
})
