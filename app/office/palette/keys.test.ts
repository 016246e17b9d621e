import { expect, test } from 'vitest'
import { deedOf, keys } from './keys.ts'

const press = (key: string, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })

test('every key does one thing', () => {
  expect(new Set(keys.map((each) => each.keys)).size).toBe(keys.length)
})

test('g and a letter go somewhere, a letter alone does not', () => {
  expect(deedOf(press('t'), 'g', false)).toBe('today')
  expect(deedOf(press('t'), null, false)).toBeNull()
})

test('while somebody types only keys with Ctrl or ⌘ do something', () => {
  expect(deedOf(press('?'), null, true)).toBeNull()
  expect(deedOf(press('k', { ctrlKey: true }), null, true)).toBe('palette')
  expect(deedOf(press('S', { metaKey: true }), null, true)).toBe('save')
  expect(deedOf(press('k', { ctrlKey: true, altKey: true }), null, false)).toBeNull()
})
