import { expect, test } from 'vitest'
import { readSearchAnswer } from './search-answer.ts'

const piece = {
  id: '10482',
  brand: 'Rolex',
  name: 'Submariner Date',
  price: 985_000,
  ringSize: null,
  status: 'reserved',
  thumbnailImageId: null,
  type: 'watch',
  slug: { de: 'rolex-submariner', en: 'rolex-submariner' },
  facts: { reference: '116610LN', years: '2016', state: 'Sehr gut, Full Set' },
}

test.each([
  undefined,
  null,
  '',
  'busy',
  '<!doctype html>',
  42,
  [],
  [piece],
  {},
  { products: [piece] },
  { items: null },
  { items: 'none' },
  { items: {} },
  { items: { length: 0 } },
  { items: [null] },
  { items: [piece, 'text'] },
  { items: [{ ...piece, id: undefined }] },
  { items: [{ ...piece, name: null }] },
  { error: 'the search is not available' },
])('%j is no answer', (body) => {
  expect(readSearchAnswer(body)).toBeNull()
})

test('an empty list is one: nothing was found', () => {
  expect(readSearchAnswer({ items: [] })).toEqual({ items: [], total: null })
  expect(readSearchAnswer({ items: [], total: 0 })).toEqual({ items: [], total: 0 })
})

test.each([
  [30, 30],
  [1, 1],
  [0, null],
  ['30', null],
  [1.5, null],
  [Number.NaN, null],
  [undefined, null],
])('a total of %j for one piece is %j', (total, read) => {
  expect(readSearchAnswer({ items: [piece], total })).toEqual({ items: [piece], total: read })
})

test('a piece without the words of its address, or in another state, can still be shown', () => {
  const { slug, facts, ...bare } = { ...piece, id: 10482, status: 'LISTED' }
  expect([slug, facts]).not.toContain(undefined)
  expect(readSearchAnswer({ items: [bare] })?.items).toEqual([
    { ...piece, status: 'available', slug: { de: '10482', en: '10482' }, facts: {} },
  ])
})

test.each([
  [{ reference: 116_610, years: '', state: null, circa: 'yes', more: 'else' }, {}],
  [
    { reference: 'A', circa: true },
    { reference: 'A', circa: true },
  ],
  ['Sehr gut', {}],
  [null, {}],
])('of the facts %j those are read that can be shown', (facts, read) => {
  expect(readSearchAnswer({ items: [{ ...piece, facts }] })?.items[0]?.facts).toEqual(read)
})
