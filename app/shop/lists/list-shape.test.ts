import { expect, test } from 'vitest'
import { listShape, plainAddress, readAsked, rowsBefore, writeAsked } from './list-shape.ts'

const shape = listShape({
  filters: {
    state: { kind: 'choice', values: ['open', 'done'] },
    branch: { kind: 'known' },
    amount: { kind: 'numbers' },
    day: { kind: 'dates' },
  },
  sorts: { number: true, name: false },
  views: { all: '', open: 'state=open' },
})
const read = (address: string) => readAsked(shape, new URLSearchParams(address))
const again = (address: string) => writeAsked(shape, read(address)).toString()

test('an address is read, and written again as it is', () => {
  const address =
    'q=Rolex&state=open%2Cdone&branch=koeln&amount=100-2000&day=2026-11-01..2026-11-30&sort=-number&page=3'
  expect(read(address)).toEqual({
    words: 'Rolex',
    chosen: { state: ['open', 'done'], branch: ['koeln'] },
    numbers: { amount: { from: 100, to: 2000 } },
    dates: { day: { from: '2026-11-01', to: '2026-11-30' } },
    sorting: { by: 'number', descending: true },
    page: 3,
  })
  expect(again(address)).toBe(address)
  expect(rowsBefore(read(address))).toBe(100)
})

test.each([
  ['state=gone&sort=secret&amount=many&day=soon&page=0&else=1', ''],
  ['amount=-', ''],
  ['day=2026-02-30..', ''],
  ['day=2026-02-30..2026-03-01', 'day=..2026-03-01'],
  ['day=0000-01-01..', ''],
  ['page=-4', ''],
  ['state=open,open', 'state=open'],
  ['sort=toString', ''],
])('what is not understood in %s is passed over', (address, understood) => {
  expect(again(address)).toBe(understood)
})

test.each([
  ['rg 2026 00011', 'rg-2026-00011'],
  ['RG2026-00011', 'RG-2026-00011'],
  [' RG-2026-00011 ', 'RG-2026-00011'],
  ['AN - 2026 - 123456', 'AN-2026-123456'],
  ['rg 2026', 'rg 2026'],
  ['Rolex 116610 LN', 'Rolex 116610 LN'],
  ['Submariner 2026 00011', 'Submariner 2026 00011'],
  ['0221 2026 00011', '0221 2026 00011'],
])('a number is looked for as it is written: %s', (given, words) => {
  expect(readAsked(shape, new URLSearchParams({ q: given })).words).toBe(words)
})

test('a view keeps no page', () => {
  expect(plainAddress(shape, 'page=4&state=open&utm_source=mail')).toBe('state=open')
})
