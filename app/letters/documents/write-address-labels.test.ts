import { expect, test } from 'vitest'
import { pdfPages } from '#tests/pdf-text.ts'
import { addressFormatNames, addressFormats } from '../label-formats.ts'
import { addressLabelsPdf } from './write-address-labels.tsx'

const label = (order: string) => ({
  order,
  lines: ['Beispiel GmbH', 'Clara Beispiel', 'Domkloster 4', 'Hinterhaus', '50667 Köln', 'ÖSTERREICH'],
})
const options = { sender: 'Musterweg 1, 50668 Köln', shopName: 'Rheingold', title: 'Adressen' }

test.each(addressFormatNames)(
  '%s fits its page and says the whole address, and not who sends gold',
  async (format) => {
    const { page, columns, rows, label: size, margin, step } = addressFormats[format]
    expect(margin.left + (columns - 1) * step.x + size.width).toBeLessThanOrEqual(page.width + 0.01)
    expect(margin.top + (rows - 1) * step.y + size.height).toBeLessThanOrEqual(page.height + 0.01)
    const [text = '', ...more] = pdfPages(
      await addressLabelsPdf([label('RG-2026-00001')], { ...options, format }),
    )
    expect(more).toEqual([])
    for (const part of [...label('').lines, 'RG-2026-00001', 'Musterweg 1']) expect(text).toContain(part)
    expect(text).not.toContain('Rheingold')
  },
)

test('a roll has one address a page, a sheet twenty-four', async () => {
  const labels = Array.from({ length: 25 }, (_, at) => label(`RG-2026-${10_000 + at}`))
  expect(pdfPages(await addressLabelsPdf(labels, { ...options, format: 'roll' }))).toHaveLength(25)
  expect(pdfPages(await addressLabelsPdf(labels, { ...options, format: 'a4-24' }))).toHaveLength(2)
})
