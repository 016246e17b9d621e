import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSettings, type Settings, saveSetting } from '#app/shop/settings/settings.ts'
import { loadSettings } from '#db/load-settings.ts'
import { cancelOrder } from '#tests/cancel-order.ts'
import { addRings, claraBeispiel, orderRequest, placedAtTotal } from '#tests/checkout.ts'
import { testDatabase } from '#tests/database.ts'
import { findInvoices } from './invoice.ts'
import { findOrder } from './order.ts'
import { type OrderTaking, placeOrder } from './place-order.ts'
import { settlePayment } from './settle-payment.ts'
import { takeOrderStep } from './staff-order-steps.ts'
import type { OrderRequest, TaxMode } from './types.ts'
import { declareWithdrawal } from './withdrawal.ts'

const database = testDatabase()
let settings: Settings
let next = 52_001

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
  settings = await readSettings(database.db)
})

const to = (country: string, postalCode = '1010') =>
  ({ kind: 'courier', address: { ...claraBeispiel, country, postalCode } }) as const
const austrian = {
  id: 'ATU13585627',
  country: 'AT',
  outcome: 'valid' as const,
  checkedAt: '2026-11-20T10:00:00.000Z',
  consultation: 'WAPIAAAAX',
}

async function rings(priceCents: number, ...modes: TaxMode[]): Promise<string[]> {
  const ids = modes.map(() => String(next++))
  await addRings(database.db, ids, { priceCents })
  for (const [index, mode] of modes.entries())
    await sql`update product set tax_mode = ${mode} where id = ${ids[index]}`.execute(database.db)
  return ids
}

/** Orders what the shop says it comes to, and collects it unless told otherwise. */
async function order(pieces: string[], changes: Partial<OrderRequest>, taking: Partial<OrderTaking> = {}) {
  const by = { online: false, settings, ...taking }
  const collected = { delivery: { kind: 'collection', branchId: 'koeln' }, ...changes } as const
  const { token, id } = await placedAtTotal(database.db, pieces, collected, by)
  const found = await findOrder(database.db, token)
  if (!found) throw new Error('no order')
  return { ...found, id }
}

const rulesOf = ({ lines }: Awaited<ReturnType<typeof order>>) => lines.map(({ tax }) => tax.rule)

describe('an order', () => {
  // Duty: export-untaxed, price-as-shown
  test('to Switzerland is charged without tax, and not at the price with it', async () => {
    const pieces = await rings(119_000, 'standard_19', 'margin_25a')
    const wrong = await placeOrder(
      database.db,
      orderRequest(pieces, 238_000 + 6_900, { delivery: to('CH', '8001') }),
      {
        holder: 'holder-of-both',
        client: null,
        online: false,
        settings,
      },
    )
    expect(wrong).toMatchObject({ ok: false, reason: 'total-changed', totalCents: 225_349 })
    const exported = await order(pieces, { delivery: to('CH', '8001') })
    expect(exported).toMatchObject({
      goodsCents: 219_000,
      shippingCents: 6_349,
      totalCents: 225_349,
      vatCents: 0,
      shipping: { dutiesByBuyer: true },
      lines: [
        {
          priceCents: 100_000,
          listedCents: 119_000,
          tax: { rule: 'export', country: 'CH', ratePerMille: 0, vatCents: 0 },
        },
        { priceCents: 119_000, listedCents: 119_000, tax: { rule: 'margin-export' } },
      ],
    })
    const [invoice] = await findInvoices(database.db, exported.id)
    expect(invoice?.content).toMatchObject({
      vatCents: 0,
      taxes: [
        { rule: 'export', netCents: 102_899, vatCents: 0, grossCents: 102_899 },
        { rule: 'margin-export', grossCents: 122_450 },
      ],
    })
  })

  // Duty: import-duties
  test('is not taken where the review did not say that duties are the buyer’s', async () => {
    const pieces = await rings(119_000, 'margin_25a')
    const delivery = to('ES', '35001')
    const by = { holder: 'holder-of-canary', client: null, online: false, settings }
    const request = (seenDuties?: boolean) => orderRequest(pieces, 123_900, { delivery, seenDuties })
    expect(await placeOrder(database.db, request(false), by)).toEqual({ ok: false, reason: 'duties-unsaid' })
    expect(await placeOrder(database.db, request(true), by)).toMatchObject({ ok: true })
  })

  // Duty: intra-community
  test('of a business of another member state is free of tax, with its id and how it was checked', async () => {
    const pieces = await rings(119_000, 'standard_19', 'margin_25a')
    const supplied = await order(pieces, { delivery: to('AT'), vatId: austrian })
    expect(rulesOf(supplied)).toEqual(['intra-community', 'margin'])
    expect(supplied).toMatchObject({ vatCents: 0, vatId: austrian, goodsCents: 219_000 })
    const [invoice] = await findInvoices(database.db, supplied.id)
    expect(invoice?.content).toMatchObject({ buyerVatId: 'ATU13585627' })
    const collected = await order(await rings(119_000, 'standard_19'), { vatId: austrian })
    expect(collected).toMatchObject({ totalCents: 119_000, vatCents: 19_000 })
  })

  test('keeps its tax for ever: the database refuses another', async () => {
    const { id } = await order(await rings(119_000, 'standard_19'), {})
    const change = (set: string) =>
      sql`update order_line set ${sql.raw(set)} where order_id = ${id}`.execute(database.db)
    await expect(change(`tax_rule = 'export'`)).rejects.toThrow(/not changed afterwards/)
    await expect(change('vat_cents = 0')).rejects.toThrow(/not changed afterwards/)
    await expect(
      sql`update shop_order set vat_id = '{}' where id = ${id}`.execute(database.db),
    ).rejects.toThrow(/not changed afterwards/)
  })

  // Duty: destination-tax
  test('that goes back in parts takes back the tax it was sold with, whatever holds by then', async () => {
    const { db } = database
    const pieces = await rings(119_000, 'standard_19', 'standard_19')
    const sold = await order(
      pieces,
      { delivery: to('FI', '00100') },
      { settings: withTax({ oneStopSince: '2021-07-01' }) },
    )
    expect(sold.lines[0]?.tax).toEqual({
      rule: 'destination',
      country: 'FI',
      ratePerMille: 255,
      vatCents: 24_179,
    })
    const money = {
      orderId: sold.id,
      channel: 'bank-transfer' as const,
      reference: 'FI',
      amountCents: sold.totalCents,
    }
    await settlePayment(db, money, settings)
    for (const piece of pieces) {
      const said = { name: 'Clara Beispiel', contract: 'RG', email: 'clara@beispiel.example', comment: '' }
      await declareWithdrawal(
        db,
        { ...said, submission: crypto.randomUUID(), pieces: [piece], order: sold.token },
        'de',
        settings,
      )
      await takeOrderStep(db, sold.id, { event: 'waive-return' }, settings)
      await takeOrderStep(db, sold.id, { event: 'refund', deductionCents: 0 }, settings)
    }
    const [invoice, first, second] = (await findInvoices(db, sold.id)).map(
      ({ content }) => content.taxes?.[0],
    )
    expect(first).toEqual({
      rule: 'destination',
      country: 'FI',
      ratePerMille: 255,
      netCents: 94_821,
      vatCents: 24_179,
      grossCents: 119_000,
    })
    expect(second?.rule).toBe('destination')
    for (const amount of ['netCents', 'vatCents', 'grossCents'] as const)
      expect((first?.[amount] ?? 0) + (second?.[amount] ?? 0)).toBe(invoice?.[amount])
  })
})

const withTax = (tax: Partial<Settings['tax']>): Settings => ({
  ...settings,
  tax: { ...settings.tax, ...tax },
})

describe('distance sales within the EU', () => {
  /** Past what the database keeps for ever. */
  async function despite(trigger: string, change: string) {
    const { db } = database
    await sql`alter table shop_order disable trigger ${sql.raw(trigger)}`.execute(db)
    await sql.raw(change).execute(db)
    await sql`alter table shop_order enable trigger ${sql.raw(trigger)}`.execute(db)
  }
  /** Whatever was ordered before does not count. */
  const forget = () => despite('shop_order_keep_tax', 'update shop_order set distance_net_cents = 0')
  const sell = async (
    grossCents: number,
    changes: Partial<OrderRequest> = {},
    taking: Partial<OrderTaking> = {},
  ) => order(await rings(grossCents, 'standard_19'), { delivery: to('AT'), ...changes }, taking)

  // Duty: destination-tax
  test('are taxed at home up to 10,000 EUR a year, and at their destination from the sale on that passes them', async () => {
    await forget()
    // 8,000 EUR and 41.18 EUR for the courier, net.
    const first = await sell(952_000)
    expect(first).toMatchObject({ vatCents: 152_782, lines: [{ tax: { rule: 'domestic', country: 'DE' } }] })
    // None of these counts: collected, exported, to a business, of the margin scheme.
    await sell(952_000, { delivery: { kind: 'collection', branchId: 'koeln' } })
    await sell(952_000, { delivery: to('CH', '8001') })
    await sell(952_000, { vatId: austrian })
    await order(await rings(952_000, 'margin_25a'), { delivery: to('AT') })
    expect(rulesOf(await sell(119_000))).toEqual(['domestic'])
    const passing = await sell(119_000)
    expect(passing).toMatchObject({
      totalCents: 123_900,
      vatCents: 19_833 + 817,
      lines: [{ priceCents: 119_000, tax: { rule: 'destination', country: 'AT', ratePerMille: 200 } }],
    })
    expect(rulesOf(await sell(1_190))).toEqual(['destination'])
    // An order that comes to nothing was no sale.
    expect((await cancelOrder(database.db, first.id, settings)).ok).toBe(true)
    expect(rulesOf(await sell(1_190))).toEqual(['domestic'])
  })

  test('of last year count this year, and those of the year before no more', async () => {
    await forget()
    const { id } = await sell(1_200_000)
    const year = new Date().getUTCFullYear()
    const backdate = (years: number) =>
      despite(
        'shop_order_keep',
        `update shop_order set placed_at = '${year - years}-06-01T12:00:00Z' where id = ${id}`,
      )
    await backdate(1)
    expect(rulesOf(await sell(1_190))).toEqual(['destination'])
    await backdate(2)
    expect(rulesOf(await sell(1_190))).toEqual(['domestic'])
  })

  test('of two at once the second knows of the first', async () => {
    await forget()
    const baskets = await Promise.all(Array.from({ length: 4 }, () => rings(595_000, 'standard_19')))
    const orders = await Promise.all(baskets.map((pieces) => order(pieces, { delivery: to('AT') })))
    // 5,000 EUR and the courier net each: one fits.
    expect(orders.flatMap(rulesOf).sort()).toEqual(['destination', 'destination', 'destination', 'domestic'])
  })

  test('obey the settings from their day on', async () => {
    await forget()
    const rules = async (tax: Partial<Settings['tax']>) =>
      rulesOf(await sell(1_190, {}, { settings: withTax(tax) }))
    expect(await rules({ oneStopSince: '2999-01-01' })).toEqual(['domestic'])
    expect(await rules({ oneStopSince: '2021-07-01' })).toEqual(['destination'])
    expect(await rules({ thresholdPassedOn: `${new Date().getUTCFullYear()}-01-01` })).toEqual([
      'destination',
    ])
    await saveSetting(database.db, 'tax', { oneStopSince: '2026-07-01' })
    expect((await readSettings(database.db)).tax).toEqual({
      oneStopSince: '2026-07-01',
      thresholdPassedOn: null,
    })
    await expect(saveSetting(database.db, 'tax', { oneStopSince: '1.7.2026' })).rejects.toThrow(
      'is not a day',
    )
  })
})
