import { expect, test } from 'vitest'
import { isCrossSite } from './csrf.ts'

const siteUrl = 'https://shop.example'
/** As it arrives behind a proxy that ends TLS. */
const arrives = (headers: Record<string, string>, method = 'POST', url = 'http://shop.example/de/kontakt') =>
  isCrossSite(new Request(url, { method, headers }), siteUrl)

test.each([
  { 'sec-fetch-site': 'same-origin', origin: 'https://shop.example' },
  // A page that keeps its address to itself, as an order's does.
  { 'sec-fetch-site': 'same-origin', origin: 'null' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://shop.example' },
  { origin: 'http://shop.example' },
  {},
])('our own pages, and programs, may change something: %o', (headers) => {
  expect(arrives(headers as Record<string, string>)).toBe(false)
})

test.each([
  { 'sec-fetch-site': 'cross-site', origin: 'https://shop.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://other.shop.example' },
  { 'sec-fetch-site': 'nonsense' },
  { origin: 'https://evil.example' },
  { origin: 'https://shop.example.evil.example' },
  { origin: 'https://shop.example:444' },
  { origin: 'null' },
  { origin: 'shop.example' },
])('other sites’ pages may not: %o', (headers) => {
  expect(arrives(headers as Record<string, string>)).toBe(true)
  expect(arrives(headers as Record<string, string>, 'DELETE')).toBe(true)
  expect(arrives(headers as Record<string, string>, 'GET')).toBe(false)
})

test('the address that was asked for is our own, whatever its port', () => {
  const url = 'http://127.0.0.1:3000/de/kontakt'
  expect(arrives({ origin: 'http://127.0.0.1:3000' }, 'POST', url)).toBe(false)
  expect(arrives({ origin: 'http://127.0.0.1:3001' }, 'POST', url)).toBe(true)
})

test('a private page, whose forms say no origin, may do what its address allows, and nothing beside it', () => {
  const token = 'a1b2c3d4e5f6a1b2c3d4e5f6'
  const at = (path: string) => arrives({ origin: 'null' }, 'POST', `http://shop.example${path}`)
  for (const path of [
    `/de/vertrag-widerrufen?order=${token}`,
    `/en/checkout/success.data?order=${token}`,
    `/de/ankauf/${token}`,
  ])
    expect(at(path), path).toBe(false)
  for (const path of ['/de/vertrag-widerrufen', `/api/cart?order=${token}`, `/de/checkout?order=${token}`])
    expect(at(path), path).toBe(true)
})
