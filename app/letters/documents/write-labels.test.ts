import { expect, test } from 'vitest'
import { pdfPages } from '#tests/pdf-text.ts'
import { labelFormatNames, labelFormats } from '../label-formats.ts'
import { labelsPdf } from './write-labels.tsx'

const label = (number: string) => ({
  number,
  code: `https://shop.example/de/produkte/-/${number}`,
  name: 'Rolex Submariner',
  detail: 'Ref. 16610',
  price: '9.450 €',
  tax: '§ 25a UStG',
})
const options = { locale: 'de', shopName: 'Rheingold', title: 'Etiketten' } as const

test.each(labelFormatNames)(
  '%s fits its page and says number, name, reference, price and tax',
  async (format) => {
    const { page, columns, rows, label: size, margin, step } = labelFormats[format]
    expect(margin.left + (columns - 1) * step.x + size.width).toBeLessThanOrEqual(page.width + 0.01)
    expect(margin.top + (rows - 1) * step.y + size.height).toBeLessThanOrEqual(page.height + 0.01)
    const [text = '', ...more] = pdfPages(await labelsPdf([label('10482')], { ...options, format, start: 1 }))
    expect(more).toEqual([])
    for (const part of ['10482', 'Rolex', '16610', '9.450 €', '§ 25a']) expect(text).toContain(part)
  },
)

test('labels begin at the first free place, and go on on the next sheet', async () => {
  const labels = Array.from({ length: 3 }, (_, at) => label(String(20_001 + at)))
  const pages = pdfPages(await labelsPdf(labels, { ...options, format: 'a4-24', start: 23 }))
  expect(pages).toHaveLength(2)
  expect(pages.map((page) => [...page.matchAll(/2000\d/g)].map(([id]) => id))).toEqual([
    ['20001', '20002'],
    ['20003'],
  ])
})
