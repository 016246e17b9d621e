import { expect, test } from 'vitest'
import { buyingSchema, ruleOn } from './buying-settings.ts'

// Duty: cash-limits
test('the rule of a day is the last that has begun, whatever order they were written in', () => {
  const rules = [{ from: '2027-07-10' }, { from: '2020-01-01' }]
  expect(ruleOn(rules, '2027-07-09').from).toBe('2020-01-01')
  expect(ruleOn(rules, '2027-07-10').from).toBe('2027-07-10')
  expect(ruleOn(rules, '2019-01-01').from).toBe('2020-01-01')
})

test('the defaults fit their own rules, and two rules of one day are refused', () => {
  const defaults = buyingSchema.parse({})
  expect(buyingSchema.parse(defaults)).toEqual(defaults)
  const [rule] = defaults.cash
  expect(buyingSchema.safeParse({ cash: [rule, rule] }).success).toBe(false)
  expect(buyingSchema.safeParse({ cash: [] }).success).toBe(false)
  const [prices] = defaults.prices
  expect(buyingSchema.safeParse({ prices: [prices, prices] }).success).toBe(false)
  const turned = { ...prices, gold: { changePerMille: 50, leastCents: 2, mostCents: 1 } }
  expect(buyingSchema.safeParse({ prices: [turned] }).success).toBe(false)
})
