import { describe, expect, test } from 'vitest'
import { titleFromPath } from '#app/language/title-from-path.ts'
import { addressesOf, canonicalAddress, fallbackLocale, fullTitle } from './page-meta.ts'

describe('titles', () => {
  test('follow the template, and an empty one drops the separator', () => {
    expect(fullTitle('Uhren', '–', 'Rheingold')).toBe('Uhren – Rheingold')
    expect(fullTitle('', '–', 'Rheingold')).toBe('Rheingold')
    expect(fullTitle('Rheingold', '–', 'Rheingold')).toBe('Rheingold')
  })

  test.each([
    ['/de/gold-verkaufen-koeln', 'Gold Verkaufen Koeln'],
    ['/de/%C3%BCber_uns', 'Über Uns'],
    ['/en/knowledge-base/reading-hallmarks', 'Reading Hallmarks'],
    ['/de/%E0%A4%A', '%E0%A4%A'],
    ['/de', ''],
    ['/', ''],
  ])('of %s without one: %j', (path, title) => {
    expect(titleFromPath(path)).toBe(title)
  })
})

describe('canonical addresses', () => {
  const site = 'https://shop.example'

  test('keep whitelisted parameters only, in lower case', () => {
    const query = 'utm_source=x&page=2&sort=price-asc'
    expect(canonicalAddress(site, '/de/Uhren', query)).toBe('https://shop.example/de/uhren?page=2')
    expect(canonicalAddress(site, '/de/uhren', 'page=1')).toBe('https://shop.example/de/uhren')
    expect(canonicalAddress(site, '/de', undefined)).toBe('https://shop.example/de')
    expect(canonicalAddress(site, '/de/K%C3%B6ln/%c3%96l', undefined)).toBe(
      'https://shop.example/de/k%C3%B6ln/%C3%B6l',
    )
  })
})

test('x-default is the default language’s page, or the only one', () => {
  const both = { de: '/de/agb', en: '/en/gtc' }
  expect([fallbackLocale(both, 'de'), fallbackLocale(both, 'en')]).toEqual(['de', 'en'])
  expect(fallbackLocale({ de: '/de/verkaufen' }, 'en')).toBe('de')
  expect(fallbackLocale({ en: '/en/visit' }, 'de')).toBe('en')
  expect(fallbackLocale({}, 'de')).toBeUndefined()
})

test('a German-only page has one address', () => {
  expect(addressesOf('sell')).toEqual({ de: '/de/verkaufen' })
  expect(addressesOf('contact')).toEqual({ de: '/de/kontakt', en: '/en/contact' })
})
