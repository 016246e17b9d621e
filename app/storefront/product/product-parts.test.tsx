import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { beforeAll, describe, expect, test } from 'vitest'
import { timeZone } from '#app/language/formats.ts'
import { loadAllMessages, messagesOf } from '#app/language/messages/load.ts'
import { type ShellData, ShellProvider } from '../shell-data.ts'
import { Condition } from './Condition.tsx'
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
      flaws: [],
    }))
    const html = render(<Gallery photos={photos} apiUrl="/api" />)
    return [...html.matchAll(/<img[^>]* sizes="[^"]*\(min-width:1400px\) (\d+)px/g)].map(([, pixels]) =>
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

test('flaws are said in their order with the photo that shows them; a photo of one is named only where none is pinned', () => {
  const photo = (id: string, role: 'piece' | 'flaw', alt: string) => ({
    ...{
      id,
      width: 960,
      height: 1200,
      alt,
      placeholder: '',
      role,
      flaws: [] as { number: number; x: number; y: number; text: string }[],
    },
  })
  const [front, side, mark] = [
    photo('a', 'piece', 'Vorne'),
    photo('b', 'flaw', 'Kratzer von Nahem'),
    photo('c', 'flaw', 'Delle von Nahem'),
  ]
  front.flaws.push({ number: 2, x: 100, y: 200, text: 'Delle am Horn' })
  side.flaws.push({ number: 1, x: 500, y: 500, text: 'Kratzer am Boden' })
  const condition = { grade: 'Gut', level: 3, meaning: '', notes: null, defect: null, scale: [] }
  const piece = { status: 'available', condition, photos: [front, side, mark] } as unknown as ProductView
  const html = render(<Condition piece={piece} />)
  expect(
    [...html.matchAll(/<li value="(\d)">([^<]*) <a[^>]*href="([^"]*)"/g)].map((each) => each.slice(1)),
  ).toEqual([
    ['1', 'Kratzer am Boden', '#photo-2'],
    ['2', 'Delle am Horn', '#photo-1'],
  ])
  expect(html).toContain('Delle von Nahem')
  expect(html).not.toContain('Kratzer von Nahem')
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
        collect,
      },
    }) as unknown as ProductView
  const lines = (status: ProductView['status'], collect: string | null) =>
    [...render(<Trust piece={quartz(status, collect)} />).matchAll(/class="arrow"><span>([^<]*)/g)].map(
      ([, text]) => text,
    )

  test('a piece for sale says where it can be seen', () => {
    expect(lines('available', 'Abholung')).toEqual(['Abholung', 'Batterie zurückgeben'])
  })

  test.each(['Abholung', null])('of a sold piece only the battery remains to be told (%s)', (collect) => {
    expect(lines('sold', collect)).toEqual(['Batterie zurückgeben'])
  })
})
