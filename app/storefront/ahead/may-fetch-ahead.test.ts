import { describe, expect, test } from 'vitest'
import { isSparing, mayFetchAhead } from './may-fetch-ahead.ts'

const at = (path: string) => new URL(path, 'https://shop.example')
const passedOver = { rel: '', pressed: false }
const may = (to: string, link = passedOver, from = '/de/uhren') => mayFetchAhead(at(to), at(from), link)

describe('fetched ahead', () => {
  test.each([
    '/de',
    '/de/uhren/rolex',
    '/de/produkte/omega/10001',
    '/de/agb',
    '/de/wissensdatenbank/gold/x',
    '/de/neu',
  ])('%s is', (path) => expect(may(path)).toBe(true))

  test.each([
    '/de/warenkorb',
    '/de/checkout',
    '/de/checkout/success',
    '/de/kontakt/erfolg',
    '/de/bestellung/AbC',
    '/de/ankauf/AbC',
    '/de/vertrag-widerrufen',
    '/de/warenkorb?add=10001',
  ])('%s, a visitor’s own, is not, not even when it is pressed', (path) => {
    expect([may(path), may(path, { rel: '', pressed: true })]).toEqual([false, false])
  })

  test('what is not: the same page, another language, what is external, what an editor or a mail’s link opens', () => {
    expect(may('/de/uhren')).toBe(false)
    expect(may('/en/watches', { rel: '', pressed: true })).toBe(false)
    expect(may('/de/agb', passedOver, '/nirgends')).toBe(false)
    expect(may('/de/agb', { rel: 'noopener external', pressed: true })).toBe(false)
    expect(may('/de/agb?_storyblok=1&_storyblok_tk%5Btoken%5D=x')).toBe(false)
    expect(may('/de/agb', passedOver, '/de?_storyblok=1')).toBe(false)
    for (const parameter of ['alert', 'order', 'received', 'upload', 'submission'])
      expect(may(`/de/uhren?${parameter}=x`, { rel: '', pressed: true }), parameter).toBe(false)
  })

  test('a filter, an order, a search: when they are pressed', () => {
    for (const [path, rel] of [
      ['/de/uhren?sort=price-asc', 'nofollow'],
      ['/de/uhren/rolex', 'external-looking nofollow'],
      ['/de/suche?query=omega', ''],
    ] as const) {
      expect(may(path, { rel, pressed: false }), path).toBe(false)
      expect(may(path, { rel, pressed: true }), path).toBe(true)
    }
  })
})

test('who saves data, or has a slow connection, is spared', () => {
  const spared = (connection: object) => isSparing({ navigator: { connection } })
  expect(spared({ saveData: true, effectiveType: '4g' })).toBe(true)
  expect(spared({ saveData: false, effectiveType: 'slow-2g' })).toBe(true)
  expect(spared({ saveData: false, effectiveType: '2g' })).toBe(true)
  expect(spared({ saveData: false, effectiveType: '3g' })).toBe(false)
  // Not every browser says.
  expect(isSparing({ navigator: {} })).toBe(false)
  const asked = (matches: boolean) => isSparing({ navigator: {}, matchMedia: () => ({ matches }) })
  expect([asked(true), asked(false)]).toEqual([true, false])
})
