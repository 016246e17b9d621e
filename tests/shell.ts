import type { Locale } from '#app/language/locales.ts'
import type { ShellData } from '#app/storefront/shell-data.ts'

/** What the frame around a page is given, where a test needs nothing particular in it. */
export function defaultShell(locale: Locale): ShellData {
  return {
    site: {
      url: 'http://shop.test',
      name: 'Rheingold',
      description: 'Watches and jewellery',
      separator: '–',
      titleSeparator: '–',
      twitter: null,
      card: '/card.png',
      trailingSlash: false,
      currentLocale: locale,
      defaultLocale: 'en',
    },
    apiUrl: '/api',
    vacationMessage: null,
    sell: locale === 'de',
    ways: 'Zahlung: Überweisung',
    contact: {
      phone: '0221 555 01 10',
      messaging: 'https://wa.me/492215550110',
      email: 'hallo@rheingold.example',
      hoursText: '10–18',
    },
    hours: { hours: [], holidays: [], said: {} },
  }
}
