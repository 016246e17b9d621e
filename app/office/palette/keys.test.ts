import { readFileSync } from 'node:fs'
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

test('every key that the list of pieces takes is in the help sheet, and every one there is taken', () => {
  const code = readFileSync('app/office/pieces/PieceGrid.tsx', 'utf8')
  const steps = [...code.matchAll(/^ {6}(\w+): (?:ctrl|\{ row)/gm)].map(([, key]) => key)
  const others = [...code.matchAll(/event\.key === '([^']+)'/g)].map(([, key]) => key)
  const arrows: Record<string, string> = {
    ArrowUp: '↑',
    ArrowDown: '↓',
    ArrowLeft: '←',
    ArrowRight: '→',
    ' ': 'Space',
  }
  const taken = new Set([...steps, ...others].map((key = '') => arrows[key] ?? key))
  const named = keys
    .filter(({ place }) => place === 'lists')
    .flatMap((each) => each.keys.split(' '))
    .map((key) => key.replace(/^(Shift|Control)\+/, ''))
  // The browser itself tells of what is pasted.
  expect(new Set(named.filter((key) => key !== 'v'))).toEqual(taken)
})
