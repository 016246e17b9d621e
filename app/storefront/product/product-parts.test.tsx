import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { beforeAll, describe, expect, test } from 'vitest'
import { timeZone } from '#app/language/formats.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import { type ShellData, ShellProvider } from '../shell-data.ts'
import { Gallery } from './Gallery.tsx'
import type { ProductView } from './product-view.ts'
import { Trust } from './Trust.tsx'

beforeAll(() => loadAllMessages())

function render(element: React.ReactNode): string {
  return renderToStaticMarkup(
    <IntlProvider locale="de" messages={messagesOf('de')} timeZone={timeZone}>
      <ShellProvider value={{ site: { currentLocale: 'de' } } as ShellData}>{element}</ShellProvider>
    </IntlProvider>,
  )
}

describe('the gallery', () => {
  /** Where a photo has the whole width of the column, and where half of it. */
  const widths = (count: number) => {
    const photos = Array.from({ length: count }, (_, at) => ({
      id: String(at).repeat(32),
      width: 960,
      height: 1200,
      alt: '',
      placeholder: '',
      role: 'piece' as const,
    }))
    const html = render(<Gallery photos={photos} apiUrl="/api" />)
    return [...html.matchAll(/<img[^>]* sizes="\(min-width:1400px\) (\d+)px/g)].map(([, pixels]) =>
      Number(pixels),
    )
  }

  test.each([
    [1, [710]],
    [2, [710, 710]],
    [3, [710, 350, 350]],
    [4, [710, 350, 350, 710]],
  ])('of %d photos fetches each in the size of its place', (count, expected) => {
    expect(widths(count)).toEqual(expected)
  })
})

describe('what can be relied on', () => {
  const quartz = (status: ProductView['status'], collect: string | null) =>
    ({
      id: '10361',
      status,
      battery: 'Batterie zurückgeben',
      trust: {
        title: 'Sicher',
        text: 'Geprüft.',
        report: null,
        shipping: 'Versand',
        withdrawal: 'Widerruf',
        guarantee: 'Gewährleistung',
        collect,
      },
    }) as ProductView
  const lines = (status: ProductView['status'], collect: string | null) =>
    [...render(<Trust piece={quartz(status, collect)} />).matchAll(/class="arrow"><span>([^<]*)/g)].map(
      ([, text]) => text,
    )

  test('a piece for sale says how it comes, goes back and is guaranteed', () => {
    expect(lines('available', 'Abholung')).toEqual([
      'Versand',
      'Widerruf',
      'Gewährleistung',
      'Abholung',
      'Batterie zurückgeben',
    ])
  })

  test.each(['Abholung', null])('of a sold piece only the battery remains to be told (%s)', (collect) => {
    expect(lines('sold', collect)).toEqual(['Batterie zurückgeben'])
  })
})
