import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { IntlProvider } from 'use-intl'
import { beforeAll, expect, test } from 'vitest'
import { timeZone } from '#app/language/formats.ts'
import { type Locale, locales } from '#app/language/locales.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import { pathTo, type RouteName, routeExists } from '#app/language/route-table.ts'
import { defaultShell } from '#tests/shell.ts'
import { ShellProvider } from '../shell-data.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import MenuDrawer from './MenuDrawer.tsx'

beforeAll(loadAllMessages)

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
