import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locales } from './locales.ts'
import { isPrivate, matchRoute, pathTo, routeExists, routeNames, routePattern } from './route-table.ts'

/** docs/product.md 1.1: route → German and English path. */
const written: Record<string, [string, string | null]> = {
  index: ['/de', '/en'],
  'about-us': ['/de/ueber-uns', '/en/about-us'],
  shipping: ['/de/versand-und-ruecksendung', '/en/shipping-and-returns'],
  gtc: ['/de/agb', '/en/gtc'],
  sell: ['/de/verkaufen', null],
  contact: ['/de/kontakt', '/en/contact'],
  'contact-success': ['/de/kontakt/erfolg', '/en/contact/success'],
  imprint: ['/de/impressum', '/en/imprint'],
  privacy: ['/de/datenschutz', '/en/privacy'],
  knowledge: ['/de/wissensdatenbank', '/en/knowledge-base'],
  'checkout-success': ['/de/checkout/success', '/en/checkout/success'],
  cancellation: ['/de/widerrufsbelehrung', '/en/cancellation'],
  jewelry: ['/de/schmuck', '/en/jewelry'],
  watches: ['/de/uhren', '/en/watches'],
  'sell-gold-koeln': ['/de/gold-verkaufen-koeln', null],
  'sell-jewelry-koeln': ['/de/schmuck-verkaufen-koeln', null],
  'sell-watches-koeln': ['/de/uhren-verkaufen-koeln', null],
  'sell-gold-duesseldorf': ['/de/gold-verkaufen-duesseldorf', null],
  'sell-jewelry-duesseldorf': ['/de/schmuck-verkaufen-duesseldorf', null],
  'sell-watches-duesseldorf': ['/de/uhren-verkaufen-duesseldorf', null],
  'gold-purchase-calculator': ['/de/goldankaufsrechner', null],
  sitemap: ['/de/sitemap.xml', '/en/sitemap.xml'],
}

describe('the route table', () => {
  test.each(Object.entries(written))('%s has its paths', (name, [german, english]) => {
    const route = name as 'index'
    expect(pathTo('de', route)).toBe(german)
    if (english === null) {
      expect(routeExists(route, 'en')).toBe(false)
      expect(() => pathTo('en', route)).toThrow(/does not exist/)
    } else {
      expect(pathTo('en', route)).toBe(english)
    }
  })

  test('products, articles and filters carry their parameters', () => {
    expect(pathTo('de', 'product', { name: 'rolex-submariner', id: '10482' })).toBe(
      '/de/produkte/rolex-submariner/10482',
    )
    expect(pathTo('en', 'product', { name: 'a b', id: '1/2' })).toBe('/en/products/a%20b/1%2F2')
    expect(pathTo('de', 'knowledge-article', { rest: ['gold', 'punzen-lesen'] })).toBe(
      '/de/wissensdatenbank/gold/punzen-lesen',
    )
    expect(pathTo('en', 'watches', { rest: ['rolex'] })).toBe('/en/watches/rolex')
  })

  test('matching is the inverse of building, for every route, language and parameter', () => {
    const segment = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => text !== '.' && text !== '..')
    fc.assert(
      fc.property(
        fc.constantFrom(...routeNames),
        fc.constantFrom(...locales),
        fc.array(segment, { minLength: 1, maxLength: 4 }),
        (name, locale, words) => {
          const pattern = routePattern(name, locale)
          fc.pre(pattern !== null)
          const params = {
            name: words[0] ?? 'x',
            id: words.at(-1) ?? 'y',
            token: words[0] ?? 'z',
            rest: words,
          }
          const match = matchRoute(pathTo(locale, name as 'product', params))
          expect(match).toMatchObject({ name, locale })
          const own = Object.entries(params).filter(([key]) => pattern?.split('/').includes(`:${key}`))
          expect(match?.params).toEqual(Object.fromEntries(own))
          if (pattern?.endsWith('*')) expect(match?.rest).toEqual(words)
        },
      ),
    )
  })

  test('an order’s page is its holder’s alone, and in every language', () => {
    expect(routeNames.filter(isPrivate)).toContain('order')
    expect(pathTo('de', 'order', { token: 'aB-c_9' })).toBe('/de/bestellung/aB-c_9')
    expect(matchRoute('/en/order/aB-c_9')).toMatchObject({ name: 'order', params: { token: 'aB-c_9' } })
    expect(matchRoute('/en/order')).toBeNull()
  })

  test.each(['/', '/fr', '/de/gibt-es-nicht', '/en/verkaufen', '/de/%E0%A4%A', '/de/produkte/nur-name'])(
    '%s is not in the table',
    (path) => {
      expect(matchRoute(path)).toBeNull()
    },
  )

  test('a page in the knowledge base wins over the catch-all of its articles', () => {
    expect(matchRoute('/de/wissensdatenbank')?.name).toBe('knowledge')
    expect(matchRoute('/de/wissensdatenbank/a/b')).toMatchObject({
      name: 'knowledge-article',
      rest: ['a', 'b'],
    })
  })
})
