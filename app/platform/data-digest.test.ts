import { expect, test } from 'vitest'
import { digestOf } from './data-digest.ts'

const shared = { a: 1 }
const different: [what: string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'null'],
  ['a figure', 1],
  ['the figure as text', '1'],
  ['zero', 0],
  ['zero from below', -0],
  ['no figure', Number.NaN],
  ['yes', true],
  ['a list', [1, 2]],
  ['the other way round', [2, 1]],
  ['a list in a list', [[1], 2]],
  ['an empty one', []],
  ['an object', { a: 1 }],
  ['with an undefined field', { a: 1, b: undefined }],
  ['another key', { b: 1 }],
  ['an empty object', {}],
  ['a date', new Date(1)],
  ['another', new Date(2)],
  ['its number', 1_000],
  ['one object twice', [shared, shared]],
  ['two alike', [{ a: 1 }, { a: 1 }]],
  ['texts that are cut elsewhere', ['ab', 'c']],
  ['so', ['a', 'bc']],
]

test('data that is the same has the same digest, and no other has', () => {
  const digests = different.map(([, data]) => digestOf(data))
  expect(new Set(digests).size).toBe(different.length)
  expect(different.map(([, data]) => digestOf(structuredClone(data)))).toEqual(digests)
})

test('a number is the same however the engine holds it', () => {
  const [whole, halves] = [{ size: 41 }, { size: 40.5 }]
  halves.size += 0.5
  expect(digestOf(halves)).toBe(digestOf(whole))
})

test.each([
  ['a function', () => 1],
  ['a map', new Map([[1, 2]])],
  ['an instance', new (class Piece {})()],
])('%s is refused, where it cannot be told apart', (_, data) => {
  expect(() => digestOf({ data })).toThrow(TypeError)
})
