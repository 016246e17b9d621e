import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Settings } from '#app/shop/settings/settings.ts'
import { shippingSchema } from '#app/shop/settings/trade-settings.ts'
import {
  type Destination,
  offeredPayments,
  type QuotedPiece,
  quoteOrder as quote,
  servedCountries,
} from './quote.ts'
import { taxSums } from './tax-basket.ts'
import { epcCode, transferInstructions } from './transfer.ts'
import type { TaxMode } from './types.ts'
import { endOfWorkingDay } from './working-days.ts'

const demo = parse(readFileSync(resolve('db/demo/settings.yaml'), 'utf8'))
const shipping = shippingSchema.parse(demo.shipping)
const settings = { shipping, branches: [{ id: 'koeln' }] as Settings['branches'] }

const piece = (priceCents: number, changes: Partial<QuotedPiece> = {}): QuotedPiece => ({
  piece: '10001',
  kind: 'watch',
  brand: null,
  name: { de: 'Uhr', en: 'Watch' },
  reference: null,
  slug: { de: 'uhr', en: 'watch' },
  photoId: null,
  priceCents,
  taxMode: 'margin_25a',
  deviations: [],
  protectedSpecies: false,
  ...changes,
})
const to = (country: string) => ({ kind: 'courier' as const, country })
const nothingSold = { oneStopSince: null, thresholdPassedOn: null, thisYearCents: 0, lastYearCents: 0 }
const consumer = { vatIdCountry: null, day: '2026-11-20', sales: nothingSold }
const quoteOrder = (
  pieces: QuotedPiece[],
  destination: Destination,
  own: typeof settings,
  question: Parameters<typeof quote>[3] = consumer,
) => quote(pieces, destination, own, question)

describe('shipping', () => {
  test('costs by zone and value of the goods, to the limit inclusive', () => {
    const cases: [string, number, number, string][] = [
      ['DE', 50_000, 900, 'insured-parcel'],
      ['DE', 50_001, 2_400, 'value-courier'],
      ['DE', 2_500_000, 2_400, 'value-courier'],
      ['DE', 2_500_001, 4_900, 'value-courier'],
      ['AT', 50_000, 1_900, 'insured-parcel'],
      ['CH', 100, 6_900, 'value-courier'],
      ['GB', 2_500_001, 12_900, 'value-courier'],
    ]
    for (const [country, cents, price, method] of cases) {
      const result = quoteOrder([piece(cents)], to(country), settings)
      expect(result).toMatchObject({
        ok: true,
        quote: { shippingCents: price, totalCents: cents + price, shipping: { method } },
      })
    }
    expect(quoteOrder([piece(100)], to('CH'), settings)).toMatchObject({
      quote: { shipping: { dutiesByBuyer: true } },
    })
  })

  // Duty: product-safety
  test('is refused where we do not go, what is worth too much, and what the law keeps in the Union', () => {
    expect(quoteOrder([piece(100)], to('US'), settings)).toEqual({ ok: false, reason: 'country-not-served' })
    expect(quoteOrder([piece(10_000_001)], to('DE'), settings)).toEqual({
      ok: false,
      reason: 'value-too-high',
      limitCents: 10_000_000,
    })
    const strap = piece(100, { piece: '10002', protectedSpecies: true })
    expect(quoteOrder([piece(100), strap], to('CH'), settings)).toEqual({
      ok: false,
      reason: 'protected-species',
      pieces: ['10002'],
    })
    expect(quoteOrder([strap], to('FR'), settings).ok).toBe(true)
    for (const outside of ['CH', 'GB', 'LI'])
      expect(quoteOrder([strap], to(outside), settings)).toMatchObject({ reason: 'protected-species' })
    const branch = (branchId: string) => quoteOrder([strap], { kind: 'collection', branchId }, settings)
    expect(branch('koeln')).toMatchObject({
      ok: true,
      quote: { shippingCents: 0, shipping: { method: 'collection' } },
    })
    expect(branch('paris')).toEqual({ ok: false, reason: 'no-such-branch' })
  })

  // Duty: delivery-and-payment-known
  test('goes to every country of the zones and to no other', () => {
    const served = servedCountries(shipping)
    expect(served.slice(0, 3)).toEqual(['DE', 'AT', 'BE'])
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    for (const country of letters.flatMap((first) => letters.map((second) => first + second)))
      expect([country, quoteOrder([piece(100)], to(country), settings).ok]).toEqual([
        country,
        served.includes(country),
      ])
  })
})

describe('VAT', () => {
  // Duty: tax-mode
  test('is contained in taxed pieces and their share of shipping, and nowhere else', () => {
    const flat = (priceCents: number) => ({
      ...settings,
      shipping: shippingSchema.parse({
        zones: [
          {
            ...shipping.zones[0],
            rates: [{ upToCents: 9_000_000, priceCents, method: 'value-courier', days: [1, 2] }],
          },
        ],
      }),
    })
    const taxed = (shippingCents: number, ...modes: TaxMode[]) => {
      const pieces = modes.map((taxMode) => piece(119_000, { taxMode }))
      const result = quoteOrder(pieces, to('DE'), flat(shippingCents))
      if (!result.ok) throw new Error(result.reason)
      const { lines, shippingTaxes, vatCents } = result.quote
      const parts = lines.map(({ priceCents, tax }) => ({
        ...tax,
        grossCents: priceCents,
        netCents: priceCents - tax.vatCents,
      }))
      const domestic = taxSums([...parts, ...shippingTaxes]).find(({ rule }) => rule === 'domestic')
      return [vatCents, domestic?.netCents ?? 0]
    }
    expect(taxed(0, 'standard_19')).toEqual([19_000, 100_000])
    expect(taxed(1_190, 'standard_19')).toEqual([19_190, 101_000])
    expect(taxed(2_400, 'margin_25a', 'investment_gold_25c')).toEqual([0, 0])
    expect(taxed(2_380, 'standard_19', 'margin_25a')).toEqual([19_190, 101_000])
    expect(taxed(2_380, 'margin_25a')).toEqual([0, 0])
  })

  test('is not charged on what leaves the EU, and duties there are the buyer’s', () => {
    const taxed = piece(119_000, { taxMode: 'standard_19' })
    const there = (destination: Destination) => {
      const result = quoteOrder([taxed, piece(119_000)], destination, settings)
      return result.ok
        ? [result.quote.totalCents, result.quote.vatCents, result.quote.shipping.dutiesByBuyer]
        : []
    }
    // Half of the 69 EUR for the courier follows each piece.
    expect(there(to('CH'))).toEqual([100_000 + 119_000 + 2_899 + 3_450, 0, true])
    expect(there(to('LI'))).toEqual(there(to('CH')))
    expect(there({ ...to('ES'), postalCode: '35001' })).toEqual([100_000 + 119_000 + 2_059 + 2_450, 0, true])
    expect(there(to('ES'))).toEqual([242_900, 19_391, false])
    // Northern Ireland is in the EU as far as goods go, the rest of the kingdom is not.
    expect(there({ ...to('GB'), postalCode: 'BT1 5GS' })).toEqual([245_900, 19_631, false])
    expect(there({ ...to('GB'), postalCode: 'SW1A 1AA' })).toEqual([
      100_000 + 119_000 + 3_319 + 3_950,
      0,
      true,
    ])
    // Collected in a branch it is taxed as at home, wherever the buyer lives.
    expect(there({ kind: 'collection', branchId: 'koeln' })).toEqual([238_000, 19_000, false])
  })

  test('never exceeds what the rate leaves of the total, and the total is the sum of its parts', () => {
    const lines = fc.array(
      fc.record({
        priceCents: fc.integer({ min: 1, max: 900_000 }),
        taxMode: fc.constantFrom<TaxMode>('margin_25a', 'standard_19', 'investment_gold_25c'),
      }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(lines, fc.constantFrom('DE', 'AT', 'CH'), (given, country) => {
        const result = quoteOrder(
          given.map((each) => piece(each.priceCents, each)),
          to(country),
          settings,
        )
        if (!result.ok) throw new Error(result.reason)
        const { goodsCents, shippingCents, totalCents, vatCents } = result.quote
        const { lines: quoted, shippingTaxes } = result.quote
        expect(goodsCents).toBe(quoted.reduce((sum, { priceCents }) => sum + priceCents, 0))
        if (country !== 'CH')
          expect(goodsCents).toBe(given.reduce((sum, { priceCents }) => sum + priceCents, 0))
        expect(totalCents).toBe(goodsCents + shippingCents)
        expect(shippingCents).toBe(shippingTaxes.reduce((sum, { grossCents }) => sum + grossCents, 0))
        // Above the threshold it is Austria's 20 %; each line and the shipping may be rounded up by half a cent.
        const rate = country === 'AT' ? 20 : 19
        expect(vatCents).toBeGreaterThanOrEqual(0)
        expect(vatCents).toBeLessThanOrEqual((totalCents * rate) / (100 + rate) + (given.length + 1) / 2)
        if (country === 'CH') expect(vatCents).toBe(0)
      }),
    )
  })
})

// Duty: delivery-and-payment-known
test('payment in the branch needs a visit, payment online a provider', () => {
  expect(offeredPayments('courier', { online: false })).toEqual(['bank-transfer'])
  expect(offeredPayments('collection', { online: false })).toEqual(['bank-transfer', 'in-branch'])
  expect(offeredPayments('courier', { online: true })).toEqual(['bank-transfer', 'online'])
})

test('deadlines end at midnight in Germany and skip weekends, in summer and in winter', () => {
  const end = (from: string, days: number) => endOfWorkingDay(new Date(from), days).toISOString()
  expect(end('2026-11-20T12:00:00Z', 1)).toBe('2026-11-23T22:59:59.000Z')
  expect(end('2026-11-16T12:00:00Z', 5)).toBe('2026-11-23T22:59:59.000Z')
  expect(end('2026-07-01T12:00:00Z', 1)).toBe('2026-07-02T21:59:59.000Z')
  // Half past eleven at night in UTC is already the next day in Germany.
  expect(end('2026-11-18T23:30:00Z', 1)).toBe('2026-11-20T22:59:59.000Z')
  expect(end('2026-10-23T12:00:00Z', 1)).toBe('2026-10-26T22:59:59.000Z')
})

describe('a transfer', () => {
  const bank = {
    holder: 'Rheingold Uhren und Schmuck GmbH',
    iban: 'DE19999999990000123456',
    bic: 'MUSTDEKKXXX',
    bank: 'Musterbank',
  }

  test('code is that of the European Payments Council', () => {
    expect(epcCode({ ...bank, amountCents: 124_905, reference: 'RG-2026-00042' })).toBe(
      'BCD\n002\n1\nSCT\nMUSTDEKKXXX\nRheingold Uhren und Schmuck GmbH\nDE19999999990000123456\nEUR1249.05\n\n\nRG-2026-00042',
    )
    const long = epcCode({ ...bank, holder: `Ä\n${'x'.repeat(100)}`, amountCents: 5, reference: 'R' })
    expect(long.split('\n')).toHaveLength(11)
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(331)
    expect(long).toContain('EUR0.05')
  })

  // Duty: payment-after-acceptance
  test('asks for what is still open, and for nothing before the order is accepted', () => {
    const order = {
      status: 'awaiting_payment' as const,
      payment: 'bank-transfer' as const,
      acceptedAt: new Date(),
      number: 'RG-2026-00042',
      totalCents: 124_905,
      receivedCents: 24_905,
    }
    const due = transferInstructions(order, bank)
    expect(due).toMatchObject({ amountCents: 100_000, reference: 'RG-2026-00042', iban: bank.iban })
    expect(due?.svg).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/)
    expect(transferInstructions({ ...order, acceptedAt: null }, bank)).toBeNull()
    expect(transferInstructions({ ...order, status: 'expired' }, bank)).toBeNull()
    expect(transferInstructions({ ...order, payment: 'online' }, bank)).toBeNull()
    expect(transferInstructions({ ...order, receivedCents: 124_905 }, bank)).toBeNull()
  })
})
