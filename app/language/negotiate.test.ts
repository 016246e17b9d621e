import { describe, expect, test } from 'vitest'
import { languageCookie, localeFromAcceptLanguage, localeFromCookies, negotiateLocale } from './negotiate.ts'

describe('the language of a visitor at /', () => {
  test.each([
    ['de', 'de'],
    ['de-AT,en;q=0.8', 'de'],
    ['en-US,de;q=0.9', 'en'],
    ['fr-FR,fr;q=0.9,de;q=0.5', 'de'],
    ['en;q=0.3,de;q=0.7', 'de'],
    // An exact tag beats the language part of the same place, never one that is preferred.
    ['de-CH,de', 'de'],
    ['fr,it', null],
    ['', null],
    ['*', null],
    ['de;q=0', null],
    [';;;,,,q=', null],
  ])('Accept-Language %j means %j', (header, locale) => {
    expect(localeFromAcceptLanguage(header)).toBe(locale)
  })

  test('the cookie wins over the browser, the browser over the default', () => {
    const headers = (given: Record<string, string>) => new Headers(given)
    expect(
      negotiateLocale(headers({ cookie: 'a=b; i18n_redirected=de', 'accept-language': 'en' }), 'en'),
    ).toBe('de')
    expect(negotiateLocale(headers({ cookie: 'i18n_redirected=fr', 'accept-language': 'de' }), 'en')).toBe(
      'de',
    )
    expect(negotiateLocale(headers({}), 'en')).toBe('en')
  })

  test('the cookie lasts 365 days, for the whole site, SameSite lax', () => {
    expect(languageCookie('de')).toBe('i18n_redirected=de; Max-Age=31536000; Path=/; SameSite=Lax')
    expect(localeFromCookies(languageCookie('en'))).toBe('en')
    expect(localeFromCookies('not_i18n_redirected=de')).toBeNull()
  })
})
