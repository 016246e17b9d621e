import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { beforeAll, expect, test } from 'vitest'
import { timeZone } from '#app/language/formats.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import type { TaxedLine } from '#app/shop/checkout/types.ts'
import { type ShellData, ShellProvider } from '../shell-data.ts'
import { OrderLines } from './OrderLines.tsx'

beforeAll(loadAllMessages)

function drawn(locale: 'de' | 'en', ratePerMille: number): string {
  const line: TaxedLine = {
    piece: '10447',
    kind: 'jewellery',
    brand: null,
    name: { de: 'Armband', en: 'Bracelet' },
    reference: null,
    slug: { de: 'armband', en: 'bracelet' },
    photoId: null,
    priceCents: 119_000,
    listedCents: 119_000,
    taxMode: 'standard_19',
    deviations: [],
    tax: { rule: 'domestic', country: 'DE', ratePerMille, vatCents: 0 },
  }
  const shell = { site: { currentLocale: locale }, apiUrl: '' } as ShellData
  return renderToStaticMarkup(
    <IntlProvider locale={locale} messages={messagesOf(locale)} timeZone={timeZone}>
      <ShellProvider value={shell}>
        <OrderLines lines={[line]} />
      </ShellProvider>
    </IntlProvider>,
  )
}

test('a line names the rate that its tax was reckoned with, also after the rate has changed', () => {
  expect([drawn('de', 190), drawn('de', 160)]).toEqual([
    expect.stringContaining('inkl. 19\u00a0% MwSt.'),
    expect.stringContaining('inkl. 16\u00a0% MwSt.'),
  ])
  expect(drawn('en', 195)).toContain('incl. 19.5% VAT')
})
