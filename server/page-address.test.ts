import { describe, expect, test } from 'vitest'
import { routeNames, routePattern } from '#app/language/route-table.ts'
import { pageAddress } from './page-address.ts'

const key = (url: string) => pageAddress(url)?.key ?? null

describe('the address under which an answer is kept', () => {
  test.each([
    ['/de', '/de', 'pages'],
    ['/en/watches', '/en/watches', 'pages'],
    ['/de/produkte/rolex/10482', '/de/produkte/rolex/10482', 'pages'],
    ['/de/produkte/rolex/10482.data', '/de/produkte/rolex/10482.data', 'pages'],
    ['/de/sitemap.xml', '/de/sitemap.xml', 'pages'],
    ['/de/sitemap/products-1.xml', '/de/sitemap/products-1.xml', 'pages'],
    ['/robots.txt', '/robots.txt', 'pages'],
    ['/de/uhren/rolex', '/de/uhren/rolex', 'listings'],
    ['/de/eine-seite-der-redaktion', '/de/eine-seite-der-redaktion', 'listings'],
    ['/de/uhren?sort=price-asc', '/de/uhren?sort=price-asc', 'listings'],
    ['/api/search?locale=de&query=omega', '/api/search?locale=de&query=omega', 'listings'],
    ['/api/menu?locale=en', '/api/menu?locale=en', 'pages'],
  ] as const)('%s', (url, kept, budget) => {
    expect(pageAddress(url)).toEqual({ key: kept, budget, exact: true })
  })

  test('knows neither what the page does not read nor in which order the rest was asked for', () => {
    expect(pageAddress('/de?utm_source=news&gclid=1')).toEqual({ key: '/de', budget: 'pages', exact: false })
    expect(pageAddress('/de/uhren?utm_medium=x&sort=price-asc&page=2')).toMatchObject({
      key: '/de/uhren?page=2&sort=price-asc',
      exact: false,
    })
    expect(key('/de/uhren?sort=price-asc&page=2')).toBe(key('/de/uhren?page=2&x=y&sort=price-asc'))
    expect(key('/de/produkte/rolex/10482?page=2')).toBe('/de/produkte/rolex/10482')
    expect(key('/de/goldankaufsrechner?item=gold-585&amount=1&item=gold-750&amount=2')).toBe(
      '/de/goldankaufsrechner?amount=1&amount=2&item=gold-585&item=gold-750',
    )
    expect(key('/de/suche?query=gr%C3%BCn')).toBe(key('/de/suche?query=grün'))
    expect(key('/de?')).toBe('/de')
  })

  test('is no longer than what the page reads of it', () => {
    const campaign = `gclid=${'x'.repeat(5_000)}`
    expect(key(`/de/uhren?${campaign}&page=2`)).toBe('/de/uhren?page=2')
    expect(key(`/de/agb.data?${campaign}`)).toBe('/de/agb.data')
    expect(key(`/api/search?${campaign}&locale=de&query=omega`)).toBe('/api/search?locale=de&query=omega')
    expect(key(`/de/uhren?page=${'1'.repeat(400)}`)).toBeNull()
    expect(key(`/de/${'x'.repeat(400)}`)).toBeNull()
  })

  test.each([
    '/',
    '/assets/app.js',
    '/de/warenkorb',
    '/de/checkout',
    '/en/checkout/success?order=abc',
    '/de/bestellung/abc',
    '/de/bestellung/abc.data',
    '/de/ankauf/abc',
    '/de/kontakt/erfolg',
    '/en/withdraw-from-contract?received=abc',
    '/de/uhren?alert=abc',
    '/de/ueber-uns?_storyblok=1&_storyblok_tk[token]=x',
    '/de/uhren.data?_routes=de%2Fwatches',
    '/de/merchant-feed.xml',
    '/en/cards/shop/x.png',
    '/de/bausteine',
    '/api/cart',
    '/api/search.data',
    '/de/warenkorb/_.data',
    '/de/uhren/_.data',
    '/api/menu',
    '/api/menu?locale=fr',
    '/api/menu.data?locale=de',
    '/content/v2/cdn/stories',
    `/de/suche?query=${'a'.repeat(500)}`,
    `/de/${'a'.repeat(500)}`,
    // Another page's address, in one of endlessly many ways.
    '/de/../en',
    '/de/./uhren',
    '/de/x/../warenkorb',
    '/de/x/%2e%2E/checkout',
    '/de/x/.%2e/uhren.data',
    '/de/uhren/...data',
    '/de/uhren/..',
    '/de/uhren#1',
    '/de/uhren.data#1',
    '/de/uhren?page=2#1',
    '/de\\uhren',
  ])('%s is nobody’s to keep', (url) => {
    expect(pageAddress(url)).toBeNull()
  })

  test('every page of the table is either everybody’s or somebody’s own', () => {
    const own = routeNames.filter((name) => {
      const pattern = routePattern(name, 'de')
      return (
        pattern !== null && pageAddress(`/de/${pattern.replace(/:\w+/g, 'x').replace(/\/?\*$/, '')}`) === null
      )
    })
    expect(own.toSorted()).toEqual([
      'appointment',
      'cart',
      'checkout',
      'checkout-success',
      'compare',
      'contact-success',
      'order',
      'piece-alert',
      'sell-request',
      'viewing',
      'wishes',
      'withdrawal',
    ])
  })
})
