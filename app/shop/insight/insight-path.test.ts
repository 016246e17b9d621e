import { expect, test } from 'vitest'
import { insightPath, insightQuery } from './insight-path.ts'

test.each([
  ['https://shop.test/de/uhren/rolex?page=2&sort=price-asc#top', '/de/uhren/rolex'],
  [
    '/de/produkte/rolex-submariner-date-116610ln-keramik/10482',
    '/de/produkte/rolex-submariner-date-116610ln-keramik/10482',
  ],
  [
    '/de/wissensdatenbank/punzen-und-stempel-auf-altem-goldschmuck-lesen',
    '/de/wissensdatenbank/punzen-und-stempel-auf-altem-goldschmuck-lesen',
  ],
  ['/de?utm_source=brief&utm_campaign=herbst&email=a@b.de', '/de?utm_source=brief&utm_campaign=herbst'],
  // A person in a campaign, or in an address that somebody made up.
  ['/de?utm_source=brief&utm_content=erika%40example.org', '/de?utm_source=brief'],
  ['/de/erika@example.org', '/de/:token'],
  ['/de/erika%40example.org', '/de/:token'],
  // Tokens: in the query, as base64url, as hexadecimal figures, as a uuid.
  ['/de/checkout/success?order=Zm9vYmFyYmF6cXV4MTIzNA', '/de/checkout/success'],
  ['/de/bestellung/short-token', '/de/bestellung/:token'],
  ['/de/ankauf/Zm9v-mFyYmF6cXV4MTIzNA', '/de/ankauf/:token'],
  ['/de/ankauf/0123456789abcdef01234567', '/de/ankauf/:token'],
  ['/en/x/0c7f00f3-d6d8-40ed-8f5a-1d2f3a4b5c6d', '/en/x/:token'],
])('the address %s counts as %s', (address, path) => {
  expect(insightPath(address)).toBe(path)
})

test.each([
  ['  Rolex   Submariner ', 'rolex submariner'],
  ['116610LN', '116610ln'],
  ['erika@example.org', null],
  ['0221 / 123 45 67', null],
  ['', null],
])('of the search for “%s” remains %s', (query, kept) => {
  expect(insightQuery(query)).toBe(kept)
})
