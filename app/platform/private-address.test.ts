import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locales } from '#app/language/locales.ts'
import { pathTo, routeNames, routeTable } from '#app/language/route-table.ts'
import routes from '#app/routes.ts'
import { hideTokens, isPrivateAddress } from './private-address.ts'

const token = fc.stringMatching(/^[A-Za-z0-9_-]{24,48}$/)

type Route = { path?: string | undefined; children?: readonly Route[] | undefined }
/** Every pattern of an address with a token, from the router's own table. */
const patterns = (list: readonly Route[], above = ''): string[] =>
  list.flatMap(({ path = '', children = [] }) => {
    const own = `${above}/${path}`.replaceAll(/\/+/g, '/')
    return [...(path.includes(':token') ? [own] : []), ...patterns(children, own)]
  })
const withToken = [
  ...patterns(routes as readonly Route[]),
  // A page of content may be reached with its data alone.
  ...locales.flatMap((locale) =>
    routeNames
      .map((name) => routeTable[name][locale])
      .filter((pattern): pattern is 'order/:token' => pattern?.includes(':token') ?? false)
      .map((pattern) => `/${locale}/${pattern}.data`),
  ),
]

describe('a token', () => {
  test('is hidden wherever a route has one', () => {
    expect(withToken.length).toBeGreaterThan(6)
    fc.assert(
      fc.property(fc.constantFrom(...withToken), token, fc.boolean(), (pattern, secret, encoded) => {
        const path = pattern.replace(':token', secret).replaceAll(/:\w+/g, 'etwas')
        const address = `https://shop.example${path}?a=1#b`
        expect(isPrivateAddress(new URL(address)), address).toBe(true)
        for (const text of [
          address,
          `Error: No route matches URL "${path}"\n    at x (file:///a.ts:1:2)`,
          JSON.stringify({ url: address, err: { stack: `at ${path}\nagain ${path}` } }),
          encoded ? encodeURIComponent(address) : path,
        ])
          expect(hideTokens(text)).not.toContain(secret)
      }),
    )
  })

  test('is hidden wherever it is a parameter', () => {
    const pages = [
      (secret: string) => `${pathTo('de', 'checkout-success')}?order=${secret}&payment=done`,
      (secret: string) => `${pathTo('en', 'checkout-success')}.data?payment=done&order=${secret}`,
      (secret: string) => `${pathTo('de', 'withdrawal')}?received=${secret}`,
      (secret: string) => `/en/jewelry/rings?sort=new&alert=${secret}`,
    ]
    fc.assert(
      fc.property(fc.constantFrom(...pages), token, (page, secret) => {
        expect(isPrivateAddress(new URL(page(secret), 'https://shop.example'))).toBe(true)
        expect(hideTokens(`{"url":"https://shop.example${page(secret)}"}`)).not.toContain(secret)
        expect(hideTokens(encodeURIComponent(page(secret)))).not.toContain(secret)
      }),
    )
    expect(hideTokens('/x?_storyblok_tk[token]=geheim&_storyblok_tk%5Btoken%5D=geheim&b=2')).toBe(
      '/x?_storyblok_tk[token]=[hidden]&_storyblok_tk%5Btoken%5D=[hidden]&b=2',
    )
    expect(hideTokens('/content/v2/cdn/stories?token=geheim&version=draft')).not.toContain('geheim')
  })

  test('what a database says about values that are there already is hidden', () => {
    const line = JSON.stringify({
      detail: 'Key (lower(email), path)=(anna@beispiel.example, /en/x) already exists.',
    })
    expect(hideTokens(line)).not.toContain('anna')
    expect(JSON.parse(hideTokens(line)).detail).toMatch(
      /^Key \(lower\(email\), path\)=\(\[hidden\]\) already/,
    )
  })

  test('everything else stays as it is, and what was JSON stays JSON', () => {
    for (const path of [
      '/de/uhren/rolex',
      '/en/products/border-order-1/10482',
      '/en/checkout/success',
      '/api/search?q=order',
    ])
      expect([hideTokens(path), isPrivateAddress(new URL(path, 'https://a.example'))]).toEqual([path, false])
    fc.assert(
      fc.property(fc.string(), fc.string(), (head, tail) => {
        const line = JSON.stringify({ text: `${head}/order/${tail}`, more: tail })
        expect(() => JSON.parse(hideTokens(line))).not.toThrow()
      }),
    )
  })
})
