import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { dayCloseRows } from '#app/office/sale/day-close-file.ts'
import { createLog } from '#app/platform/log.ts'
import { cancelPurchase } from '#app/shop/buying/cancel-purchase.ts'
import { daysLater, germanDay } from '#app/shop/buying/german-day.ts'
import { correctMoney, moneyEntries } from '#app/shop/checkout/correct-money.ts'
import { staffNamed } from '#app/shop/checkout/order-actor.ts'
import { recordRefund, refundsOf } from '#app/shop/checkout/refund.ts'
import { settlePayment } from '#app/shop/checkout/settle-payment.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { buyingShop } from '#tests/buying-shop.ts'
import { addRings, placedAtTotal } from '#tests/checkout.ts'
import { buyer } from '#tests/counter-sales.ts'
import { ernaMuster, sellingSecret as secret } from '#tests/selling.ts'
import { cancelCounterSale } from './cancel-counter-sale.ts'
import { holdAtCounter } from './counter-hold.ts'
import { type CounterMeans, sellAtCounter } from './counter-sale.ts'
import { dayClose, tillNumbers } from './day-close.ts'
import { knownBuyers } from './known-buyers.ts'

const shop = buyingShop()
const by = 'Berta Kasse'
let settings: Settings
let next = 61_001

beforeAll(async () => {
  settings = await readSettings(shop.db)
})

async function sell(means: CounterMeans, reference: string) {
  const piece = String(next++)
  await addRings(shop.db, [piece])
  const sale = crypto.randomUUID()
  await holdAtCounter(shop.db, { sale, piece })
  const sold = await sellAtCounter(
    shop.db,
    {
      sale,
      branchId: 'koeln',
      locale: 'de',
      lines: [{ piece, priceCents: 120_000, seenCents: 120_000 }],
      consents: [],
      buyer,
      email: 'clara@beispiel.example',
      phone: '',
      means,
      reference,
      repeatConfirmed: true,
      identity: null,
    },
    { by, secret, settings },
  )
  if (!sold.ok) throw new Error(sold.reason)
  return sold.order
}

describe("the close of a branch's day", () => {
  test('lists what was sold, by means, with money that went back and cash that was paid out', async () => {
    const { db } = shop
    await sell('cash', '101')
    await sell('card', '103')
    await sell('bank-transfer', 'Echtzeit 9')
    const returned = await sell('cash', '103')
    await cancelCounterSale(db, returned.id, 'Zu klein', { by, settings })
    const [refund] = await refundsOf(db, returned.id)
    await recordRefund(db, { refund: refund?.id ?? 0, reference: 'Storno 104' })
    const request = await shop.bought()
    const { branch_id: branchId } = await db
      .selectFrom('purchase')
      .select('branch_id')
      .where('request_id', '=', request)
      .executeTakeFirstOrThrow()
    const close = await dayClose(db, { branchId: 'koeln', day: germanDay(new Date()) })
    expect(close.sums).toMatchObject({
      cash: 240_000,
      card: 120_000,
      transfer: 120_000,
      sold: 480_000,
      paidBack: 120_000,
      bought: branchId === 'koeln' ? 73_465 : 0,
      cashFlow: 120_000 - (branchId === 'koeln' ? 73_465 : 0),
    })
    expect(close.sales.map(({ reference, cancelled }) => [reference, cancelled])).toEqual([
      ['101', false],
      ['103', false],
      ['Echtzeit 9', false],
      ['103', true],
    ])
    expect(close.till).toEqual({ twice: ['103'], missing: ['102'], ranges: [], unread: [] })
    expect(close.paidBack).toMatchObject([
      { reference: 'Storno 104', means: 'cash', number: returned.number },
    ])
    expect((await dayClose(db, { branchId: 'koeln', day: '2020-01-01' })).sales).toEqual([])
  })

  test('has what was paid in a branch for an order that is sent, apart from the sums of the branch', async () => {
    const { db } = shop
    const piece = String(next++)
    await addRings(db, [piece])
    const order = await placedAtTotal(db, [piece])
    const { totalCents } = order
    const day = germanDay(new Date())
    const before = await dayClose(db, { branchId: 'koeln', day })
    const payment = { orderId: order.id, channel: 'in-branch', reference: 'Bon 77' } as const
    await settlePayment(db, { ...payment, amountCents: totalCents + 500 }, settings)
    const row = { number: order.number, means: 'in-branch', reference: 'Bon 77', cents: totalCents + 500 }
    // As earlier releases wrote it down.
    for (const branchId of ['koeln', 'duesseldorf'])
      expect(await dayClose(db, { branchId, day })).toMatchObject({
        unplaced: [row],
        sums: { unplaced: totalCents + 500 },
      })
    const [refund] = await refundsOf(db, order.id)
    await recordRefund(db, { refund: refund?.id ?? 0, reference: 'Bon 78' })
    const after = await dayClose(db, { branchId: 'koeln', day })
    expect(after.unplaced).toMatchObject([row, { reference: 'Bon 78', cents: -500 }])
    expect(after.sums).toEqual({ ...before.sums, unplaced: totalCents })
  })

  test('has money where it was taken and paid out, whatever the order says', async () => {
    const { db } = shop
    const piece = String(next++)
    await addRings(db, [piece])
    const order = await placedAtTotal(db, [piece])
    const day = germanDay(new Date())
    const closes = async () => {
      const [koeln, duesseldorf] = [
        await dayClose(db, { branchId: 'koeln', day }),
        await dayClose(db, { branchId: 'duesseldorf', day }),
      ]
      return { koeln, duesseldorf }
    }
    const before = await closes()
    const paid = { orderId: order.id, channel: 'cash', reference: 'Bon 90', branchId: 'duesseldorf' } as const
    await settlePayment(db, { ...paid, amountCents: order.totalCents + 700 }, settings)
    const [refund] = await refundsOf(db, order.id)
    await recordRefund(db, { refund: refund?.id ?? 0, reference: 'Bon 91' }, undefined, { branchId: 'koeln' })
    const after = await closes()
    expect(after.duesseldorf.collected).toMatchObject([{ number: order.number, reference: 'Bon 90' }])
    expect(after.duesseldorf.sums.cashFlow).toBe(order.totalCents + 700)
    expect(after.koeln.paidBack.at(-1)).toMatchObject({
      number: order.number,
      reference: 'Bon 91',
      cents: 700,
    })
    expect(after.koeln.sums.cashFlow).toBe(before.koeln.sums.cashFlow - 700)
    expect(after.koeln.unplaced).toEqual(before.koeln.unplaced)
    // Taken back by a counter-entry, it stands in the branch in which it was paid out.
    const entry = (await moneyEntries(db, order.id)).find(({ direction }) => direction === 'out')
    const online = { db, payments: null, siteUrl: 'http://shop.test', log: createLog('silent') }
    const said = { entry: entry?.id ?? 0, reason: 'War ein Irrtum', isConfirmed: true }
    expect(await correctMoney(online, said, settings, staffNamed(by))).toMatchObject({ ok: true })
    const corrected = await closes()
    expect(corrected.koeln.paidBack.slice(-2)).toMatchObject([
      { cents: 700, isCounter: false },
      { cents: -700, isCounter: true },
    ])
    expect(corrected.koeln.sums).toEqual(before.koeln.sums)
  })

  test('keeps a cash purchase on its day, and has its counter-entry on the day of taking back', async () => {
    const { db } = shop
    const id = await shop.agreed()
    await shop.identify(id)
    expect(await shop.pay(id)).toMatchObject({ ok: true })
    const { branch_id: branchId } = await db
      .selectFrom('purchase')
      .select('branch_id')
      .where('request_id', '=', id)
      .executeTakeFirstOrThrow()
    const ago = (days: number) => daysLater(germanDay(new Date()), -days)
    // Four days ago.
    await db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`update purchase set paid_at = paid_at - interval '4 days' where request_id = ${id}`.execute(
        transaction,
      )
    })
    const bought = async (day: string) => {
      const { bought: rows, sums } = await dayClose(db, { branchId, day })
      return {
        cents: rows.map(({ cents }) => cents),
        sum: sums.bought,
        counter: rows.map((row) => row.isCounter),
      }
    }
    const paid = { cents: [73_465], sum: 73_465, counter: [false] }
    expect(await bought(ago(4))).toEqual(paid)
    const today = await bought(ago(0))
    const request = await db
      .selectFrom('sell_request')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const taken = await cancelPurchase(
      db,
      { number: request.number },
      { reason: 'Falscher Betrag', by, settings },
    )
    expect(taken).toMatchObject({ ok: true })
    expect(await bought(ago(4))).toEqual(paid)
    expect(await bought(ago(0))).toEqual({
      cents: [...today.cents, -73_465],
      sum: today.sum - 73_465,
      counter: [...today.counter, true],
    })
    const rows = dayCloseRows(await dayClose(db, { branchId, day: ago(0) }), 'de')
    expect(rows.at(-1)?.slice(0, 1)).toEqual(['Gegenbuchung: Ankauf bar'])
    expect(rows.at(-1)?.[6]).toBe('734,65')
  })

  test('reads the numbers of a till as rows: letters in front are another row, a leap is another', () => {
    const none = { twice: [], missing: [], ranges: [], unread: [] }
    expect(tillNumbers(['A-0009', 'A-0011', 'B-1', 'ohne'])).toEqual({
      ...{ ...none, missing: ['A-0010'], unread: ['OHNE'] },
    })
    expect(tillNumbers(['7', '7', 'x7'])).toEqual({ ...none, twice: ['7'] })
    expect(tillNumbers([])).toEqual(none)
  })

  test('says a gap however long it is: one number after the other, or from where to where', () => {
    const of = (...numbers: string[]) => tillNumbers(numbers)
    expect(of('100', '150').missing).toHaveLength(49)
    expect(of('100', '151')).toMatchObject({ missing: [], ranges: [{ from: '101', to: '150', count: 50 }] })
    expect(of('K-0100', 'K-5000').ranges).toEqual([{ from: 'K-0101', to: 'K-4999', count: 4_899 }])
  })
})

// Duty: linked-deals
test('what somebody bought for cash counts when they sell to us, and the other way round', async () => {
  const { db } = shop
  const street = 'Verbundweg 7'
  const piece = String(next++)
  await addRings(db, [piece], { priceCents: 300_000 })
  const sale = crypto.randomUUID()
  await holdAtCounter(db, { sale, piece })
  const buyer = {
    name: 'Viola Verbund',
    company: '',
    street,
    postalCode: '50667',
    city: 'Köln',
    country: 'DE',
  }
  const sold = await sellAtCounter(
    db,
    {
      sale,
      branchId: 'koeln',
      locale: 'de',
      lines: [{ piece, priceCents: 300_000, seenCents: 300_000 }],
      consents: [],
      buyer,
      email: '',
      phone: '',
      means: 'cash',
      reference: '900',
      repeatConfirmed: false,
      identity: null,
    },
    { by, secret, settings },
  )
  expect(sold).toMatchObject({ ok: true })
  const id = await shop.agreed()
  await shop.identify(id, {
    givenNames: 'Viola Maria',
    surname: 'Verbund',
    document: { ...ernaMuster().document, number: 'VERB00001' },
    address: { street, postalCode: '50667', city: 'Köln', country: 'DE' },
  })
  expect(await shop.pay(id)).toMatchObject({ ok: true, together: { total: 373_465, metals: 73_465 } })
  const second = String(next++)
  await addRings(db, [second], { priceCents: 700_000 })
  const again = crypto.randomUUID()
  await holdAtCounter(db, { sale: again, piece: second })
  const refused = await sellAtCounter(
    db,
    {
      sale: again,
      branchId: 'koeln',
      locale: 'de',
      lines: [{ piece: second, priceCents: 700_000, seenCents: 700_000 }],
      consents: [],
      buyer,
      email: '',
      phone: '',
      means: 'cash',
      reference: '901',
      repeatConfirmed: false,
      identity: null,
    },
    { by, secret, settings },
  )
  expect(refused).toMatchObject({
    ok: false,
    reason: 'identification-missing',
    cash: { together: { total: 1_073_465 }, linked: [{ direction: 'sale' }, { direction: 'purchase' }] },
  })
})

test('a buyer is found again by name, address or phone, once each', async () => {
  await sell('card', '950')
  await sell('card', '951')
  const found = await knownBuyers(shop.db, 'clara beisp')
  expect(found).toEqual([
    {
      name: 'Clara Beispiel',
      company: '',
      street: 'Domstraße 1',
      postalCode: '50668',
      city: 'Köln',
      country: 'DE',
      email: 'clara@beispiel.example',
      phone: '',
    },
  ])
  expect(await knownBuyers(shop.db, 'clara@beispiel')).toHaveLength(1)
  expect(await knownBuyers(shop.db, 'c')).toEqual([])
  expect(await knownBuyers(shop.db, '%')).toEqual([])
})
