import { beforeAll, describe, expect, test } from 'vitest'
import { findProduct } from '#app/shop/catalogue/product.ts'
import type { ProductDetail } from '#app/shop/catalogue/types.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { loadSettings } from '#db/load-settings.ts'
import { cast, loadCast } from '#tests/catalogue.ts'
import { testDatabase } from '#tests/database.ts'
import { promisesOf, withRatings } from './promises.ts'

const database = testDatabase()
let piece: ProductDetail
let settings: Settings
// A Monday.
const now = new Date('2026-11-30T10:00:00+01:00')

beforeAll(async () => {
  await loadSettings(database.db, 'db/demo/settings.yaml')
  await loadCast(database.db)
  const found = await findProduct(database.db, cast.availableSubmariner, now)
  if (!found) throw new Error('the cast lacks it')
  piece = found
  settings = await readSettings(database.db)
})

const texts = (
  given: { piece?: Partial<ProductDetail>; orders?: Partial<Settings['orders']>; online?: boolean } = {},
) =>
  promisesOf(
    { ...piece, ...given.piece },
    { ...settings, orders: { ...settings.orders, ...given.orders } },
    { now, locale: 'de', online: given.online ?? true },
  ).map(({ text }) => text.replaceAll('\u00a0', ' '))

test('how long we are liable, what delivery costs and when it is there, and how long it can go back', () => {
  expect(texts()).toEqual([
    '2 Jahre Gewährleistung, unverkürzt',
    'Versand in Deutschland 24 €, heute bezahlt, bis Mi., 2. Dez. bei Ihnen',
    '14 Tage Widerrufsrecht, online in zwei Schritten',
    'Zahlung: Überweisung, Karte, PayPal, Klarna, Apple Pay, Google Pay, bei Abholung in der Filiale',
  ])
  expect(texts({ online: false }).at(-1)).toBe('Zahlung: Überweisung, bei Abholung in der Filiale')
})

describe('the day', () => {
  const time = 'Versand in Deutschland 24 €, 1 bis 2 Werktage nach Zahlungseingang'

  test('is one later where it can be paid by transfer alone', () => {
    expect(texts({ online: false })[1]).toBe(
      'Versand in Deutschland 24 €, heute bezahlt, bis Do., 3. Dez. bei Ihnen',
    )
  })

  test.each([
    ['somebody looks at orders before they are accepted', { orders: { acceptance: 'by-staff' } } as const],
    ['it is reserved', { piece: { status: 'reserved' } } as const],
  ])('is not named where %s', (_, given) => {
    expect(texts(given)[1]).toBe(time)
  })
})

test('where liability is shortened by agreement, it says one year; of what is new it stays two', () => {
  const orders = { oneYearLiability: true }
  expect(texts({ orders })[0]).toBe('1 Jahr Gewährleistung')
  expect(texts({ orders, piece: { condition: 'new' } })[0]).toBe('2 Jahre Gewährleistung, unverkürzt')
})

test('of what cannot be bought nothing is promised', () => {
  expect(texts({ piece: { status: 'sold' } })).toEqual([])
})

test('what others say comes last, and is not said of what cannot be bought', () => {
  const ratings = {
    text: '4,7 von 5 aus 212 Bewertungen',
    note: 'Fragebogen; geprüft',
    href: '/de/ueber-uns',
  }
  const promise = { text: 'Versand 24 €', href: '/de/versand' }
  const said = { text: '4,7 von 5 aus 212 Bewertungen (Fragebogen; geprüft)', href: '/de/ueber-uns' }
  expect(withRatings([promise], ratings)).toEqual([promise, said])
  expect(withRatings([promise], null)).toEqual([promise])
  expect(withRatings([], ratings)).toEqual([])
})
