import { expect, test } from 'vitest'
import { readMenu } from './menu-answer.ts'

const rolex = { label: 'Rolex', href: '/de/uhren/rolex', count: 22 }
const card = { href: '/de/produkte/x/10482', name: 'Submariner', cents: 985_000, photos: ['a'] }
const department = {
  href: '/de/uhren',
  total: 56,
  makers: [rolex],
  groups: [{ label: 'Funktion', choices: [{ label: 'GMT', href: '/de/uhren/funktion-gmt', count: 5 }] }],
  prices: [],
  newest: [card],
}

test('a menu is read as it was sent', () => {
  const menu = { watches: department, jewelry: { ...department, href: '/de/schmuck' } }
  expect(readMenu(menu)).toEqual(menu)
})

test.each([
  undefined,
  null,
  '<!doctype html>',
  [],
  {},
  { watches: department },
  { watches: department, jewelry: { ...department, total: 'many' } },
  { watches: department, jewelry: { ...department, href: 'https://elsewhere.example/' } },
  { error: 'the menu is not available' },
])('%j is no menu', (body) => {
  expect(readMenu(body)).toBeNull()
})

test('what cannot be shown is left out, and the rest stays', () => {
  const broken = {
    ...department,
    makers: [
      rolex,
      null,
      { label: 'Omega' },
      { ...rolex, href: 'javascript:alert(1)' },
      { ...rolex, count: -1 },
    ],
    groups: [{ label: '', choices: [rolex] }, { label: 'Art', choices: 'many' }, 7],
    prices: undefined,
    newest: [card, { ...card, cents: 1.5 }, { ...card, photos: [1] }],
  }
  expect(readMenu({ watches: broken, jewelry: department })?.watches).toEqual({
    ...department,
    makers: [rolex],
    groups: [{ label: 'Art', choices: [] }],
    newest: [card],
  })
})
