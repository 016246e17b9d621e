import { expect, test } from 'vitest'
import { type LineInput, readLine } from './line-input.ts'

const watch: LineInput = {
  key: 1,
  ...{
    what: 'watch',
    title: '',
    item: '',
    amount: '',
    euros: '',
    why: '',
    testMethod: 'movement',
    findings: '',
  },
  ...{ brand: 'Omega', model: 'Constellation', reference: '', stones: '', serial: '', scope: '' },
  ...{ register: '', registerName: '', registerReference: '' },
}

test.each([
  ['6.000', 600_000],
  ['6,000', 600_000],
  ['6.000,50 €', 600_050],
  ['900 EUR', 90_000],
  ['734,65', 73_465],
])('a price of %s is %i cents', (euros, cents) => {
  expect(readLine({ ...watch, euros }, 0)).toMatchObject({
    ok: true,
    line: { title: 'Omega Constellation', euros: cents },
  })
})

test('what is no price is named by its field', () => {
  expect(readLine({ ...watch, euros: 'viel' }, 0)).toEqual({
    ok: false,
    field: 'euros',
    reason: 'not-a-number',
  })
})

test('a weight of three decimals stays in question: it may be a thousand times as much', () => {
  const chain: LineInput = { ...watch, what: 'metal', title: 'Kette', item: 'gold-585', amount: '1.234' }
  expect(readLine(chain, 0)).toMatchObject({ ok: true, line: { kind: 'scrap', amount: '1.234' } })
})
