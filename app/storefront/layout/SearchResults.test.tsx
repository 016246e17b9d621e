import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { IntlProvider } from 'use-intl'
import { beforeAll, expect, test, vi } from 'vitest'
import { timeZone } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import type { SearchItem } from '#app/shop/catalogue/search.ts'
import { defaultShell } from '#tests/shell.ts'
import { ShellProvider } from '../shell-data.ts'
import { SearchResults } from './SearchResults.tsx'

let items: SearchItem[] = []
vi.mock('./use-search.ts', () => ({
  useSearch: () => ({
    answer: { items, total: items.length },
    loading: false,
    showSpinner: false,
    failed: false,
    asked: 'ring',
    sent: 'ring',
    retry: () => {},
  }),
}))

beforeAll(loadAllMessages)

const ring: SearchItem = {
  id: '20101',
  brand: null,
  name: 'Siegelring',
  price: 98_000,
  ringSize: 60,
  status: 'available',
  thumbnailImageId: 'a'.repeat(32),
  type: 'jewellery',
  slug: { de: 'siegelring', en: 'signet-ring' },
  facts: { metal: '585 Gelbgold', state: 'Gut' },
}

const Drawer = ({ locale }: { locale: Locale }) => (
  <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={timeZone}>
    <ShellProvider value={defaultShell(locale)}>
      <SearchResults query="ring" open onLeave={() => {}} />
    </ShellProvider>
  </IntlProvider>
)

const German = () => <Drawer locale="de" />
const English = () => <Drawer locale="en" />

function shown(found: SearchItem[], locale: Locale): string {
  items = found
  const Stub = createRoutesStub([
    { path: '/de', Component: German },
    { path: '/en', Component: English },
  ])
  return renderToStaticMarkup(<Stub initialEntries={[`/${locale}`]} />)
}

// Duty: total-price
test.each([
  ['de', /Alle Preise inkl\. MwSt\., zzgl\. <a [^>]*href="\/de\/versand-und-ruecksendung"[^>]*>Versand<\/a>/],
  ['en', /All prices incl\. VAT, plus <a [^>]*href="\/en\/shipping-and-returns"[^>]*>shipping<\/a>/],
] as const)('results say tax and shipping above the first price (%s)', (locale, note) => {
  const html = shown([ring, { ...ring, id: '20102', status: 'sold' }], locale)
  expect(html).toMatch(note)
  expect(html.search(note)).toBeLessThan(html.indexOf('data-result'))
  expect(shown([{ ...ring, status: 'sold' }], locale)).not.toMatch(note)
  expect(shown([], locale)).not.toMatch(note)
})
