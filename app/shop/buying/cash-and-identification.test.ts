import { describe, expect, test } from 'vitest'
import { buyingSchema, ruleOn } from '#app/shop/settings/buying-settings.ts'
import { judgeCashAndIdentification } from './cash-and-identification.ts'
import { germanDay } from './german-day.ts'

const { cash } = buyingSchema.parse({})
const none = { total: 0, metals: 0 }

type Row = [
  day: string,
  means: 'cash' | 'transfer',
  total: number,
  metals: number,
  linked: number,
  said: string,
]

describe('cash at its dates', () => {
  // Duty: cash-limits
  test.each<Row>([
    // Until 9 July 2027: precious metals from 2,000 EUR, goods from 10,000 EUR.
    ['2026-11-20', 'cash', 199_999, 199_999, 0, 'basic'],
    ['2026-11-20', 'cash', 200_000, 200_000, 0, 'complete'],
    ['2026-11-20', 'cash', 999_999, 0, 0, 'basic'],
    ['2026-11-20', 'cash', 1_000_000, 0, 0, 'complete'],
    ['2026-11-20', 'cash', 5_000_000, 0, 0, 'complete'],
    ['2026-11-20', 'cash', 999_999, 199_999, 0, 'basic'],
    ['2027-07-09', 'cash', 1_000_000, 0, 0, 'complete'],
    // From 10 July 2027: from 3,000 EUR whatever it is, and none from 10,000 EUR.
    ['2027-07-10', 'cash', 200_000, 200_000, 0, 'basic'],
    ['2027-07-10', 'cash', 299_999, 0, 0, 'basic'],
    ['2027-07-10', 'cash', 300_000, 0, 0, 'complete'],
    ['2027-07-10', 'cash', 300_000, 300_000, 0, 'complete'],
    ['2027-07-10', 'cash', 999_999, 999_999, 0, 'complete'],
    ['2027-07-10', 'cash', 1_000_000, 0, 0, 'forbidden'],
    ['2030-01-01', 'cash', 1_000_000, 0, 0, 'forbidden'],
    // Linked deals count together.
    ['2026-11-20', 'cash', 1, 1, 199_999, 'complete'],
    ['2026-11-20', 'cash', 1, 1, 199_998, 'basic'],
    ['2027-07-10', 'cash', 1, 0, 999_999, 'forbidden'],
    ['2027-07-10', 'cash', 1, 0, 999_998, 'complete'],
    // A transfer leaves a trace of its own.
    ['2026-11-20', 'transfer', 5_000_000, 5_000_000, 0, 'basic'],
    ['2027-07-10', 'transfer', 5_000_000, 5_000_000, 5_000_000, 'basic'],
  ])('%s %s of %i cents, %i of them metals, %i before: %s', (day, means, total, metals, linked, said) => {
    const verdict = judgeCashAndIdentification(
      { means, deal: { total, metals }, linked: linked === 0 ? none : { total: linked, metals: linked } },
      ruleOn(cash, day),
    )
    expect(verdict.allowed ? verdict.needs : 'forbidden').toBe(said)
    expect(verdict.together.total).toBe(total + linked)
  })

  test('the day is the one in Germany', () => {
    expect(germanDay(new Date('2027-07-09T21:59:59Z'))).toBe('2027-07-09')
    expect(germanDay(new Date('2027-07-09T22:00:00Z'))).toBe('2027-07-10')
  })
})
