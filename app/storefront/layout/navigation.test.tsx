import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { IntlProvider } from 'use-intl'
import { beforeAll, expect, test } from 'vitest'
import { timeZone } from '#app/language/formats.ts'
import { type Locale, languageSwitches, localeNames, locales, otherLocale } from '#app/language/locales.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import { pathTo, type RouteName, routeExists } from '#app/language/route-table.ts'
import { facetValue } from '#app/shop/catalogue/facets.ts'
import { normaliseFilters } from '#app/shop/catalogue/listing-filters.ts'
import { listingPath } from '#app/shop/catalogue/listing-path.ts'
import { defaultShell } from '#tests/shell.ts'
import { ShellProvider } from '../shell-data.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import MenuDrawer from './MenuDrawer.tsx'
import { jewelryTypes, legalPages } from './navigation.ts'

beforeAll(loadAllMessages)

test('the kinds of jewellery in the menu are those of the catalogue', () => {
  for (const locale of locales)
    for (const { name, slug } of jewelryTypes) {
      const filters = normaliseFilters({ department: 'jewelry', facets: { type: [name] } })
      expect(pathTo(locale, 'jewelry', { rest: [slug[locale]] })).toBe(listingPath(locale, filters))
      expect(facetValue('type', name)?.label[locale]).toBe(messagesOf(locale).jewelry[name])
    }
})

test.each(locales)(
  'the menu leads to what is for sale, then to selling, then to legal pages (%s)',
  (locale) => {
    const menu = addresses(render(locale, locale === 'de', <MenuDrawer dialog={{ current: null }} />))
    const jewelry = jewelryTypes.map(({ slug }) => pathTo(locale, 'jewelry', { rest: [slug[locale]] }))
    const wanted = [
      pathTo(locale, 'watches'),
      ...jewelry,
      pathTo(locale, 'makers'),
      ...(locale === 'de' ? [pathTo(locale, 'sell')] : []),
      pathTo(locale, 'about-us'),
      ...legalPages.slice(0, 4).map((name) => pathTo(locale, name)),
    ]
    const places = wanted.map((path) => menu.indexOf(path))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  },
)

test.each(locales)('the way to the other language says so in that language (%s)', (locale) => {
  const other = otherLocale(locale)
  const [, wide = ''] = render(locale, true, <Header />).split('</header>')
  const link = wide.match(/<a [^>]*class="head-language"[^>]*>([^<]*)</)
  expect(link?.[1]).toBe(other.toUpperCase())
  expect(link?.[0]).toContain(`lang="${other}"`)
  expect(link?.[0]).toContain(`aria-label="${languageSwitches[other].label}"`)
  // Read out as it is seen, and not taken for the entry of the footer's list.
  expect(languageSwitches[other].label).toMatch(new RegExp(`^${other.toUpperCase()}\\b`))
  expect(languageSwitches[other].label).not.toContain(localeNames[other])
})

/** What the navigation leads to (docs/product.md 3.1), but for selling. */
const always = [
  'index',
  'jewelry',
  'watches',
  'about-us',
  'contact',
  'shipping',
  'faq',
  'knowledge',
  'cancellation',
  'gtc',
  'imprint',
  'privacy',
  'withdrawal',
] as const satisfies RouteName[]

const selling = [
  'sell',
  'gold-purchase-calculator',
  'sell-gold-koeln',
  'sell-jewelry-koeln',
  'sell-watches-koeln',
  'sell-gold-duesseldorf',
  'sell-jewelry-duesseldorf',
  'sell-watches-duesseldorf',
] as const satisfies RouteName[]

function render(locale: Locale, sell: boolean, part: ReactNode): string {
  const framed = (
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={timeZone}>
      <ShellProvider value={{ ...defaultShell(locale), sell }}>{part}</ShellProvider>
    </IntlProvider>
  )
  const draw = () => framed
  const Page = createRoutesStub([{ path: '*', Component: draw }])
  return renderToStaticMarkup(<Page initialEntries={[pathTo(locale, 'imprint')]} />)
}

const addresses = (html: string) => [...html.matchAll(/<a [^>]*?href="([^"#]*)"/g)].map(([, href]) => href)

for (const locale of locales) {
  for (const sell of locale === 'de' ? [true, false] : [false]) {
    test(`in ${locale}, selling ${sell ? 'on' : 'off'}, every page of the navigation is linked at every width`, () => {
      const [compact = '', wide = ''] = render(locale, sell, <Header />).split('</header>')
      const footer = render(locale, sell, <Footer />)
      const menu = render(locale, sell, <MenuDrawer dialog={{ current: null }} />)
      const shown = {
        'below lg without script': addresses(compact + footer),
        'below lg, in the menu': addresses(compact + menu),
        'from lg on': addresses(wide + footer),
      }
      const wanted = sell ? [...always, ...selling] : always
      for (const [where, hrefs] of Object.entries(shown)) {
        const missing = wanted.filter((name) => !hrefs.includes(pathTo(locale, name)))
        expect(missing, where).toEqual([])
        const hidden = selling.filter((name) => !sell && routeExists(name, locale))
        expect(
          hidden.filter((name) => hrefs.includes(pathTo(locale, name))),
          where,
        ).toEqual([])
      }
    })
  }
}
