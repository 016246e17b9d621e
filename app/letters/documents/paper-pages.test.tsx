import { expect, test } from 'vitest'
import type { Invoice } from '#app/shop/checkout/invoice.ts'
import { companySchema } from '#app/shop/settings/trade-settings.ts'
import { claraBeispiel } from '#tests/checkout.ts'
import { pdfPages, pdfRuns, pdfText } from '#tests/pdf-text.ts'
import { receiptPurchase } from '#tests/receipt-purchase.ts'
import { InvoiceDocument } from './InvoiceDocument.tsx'
import { ReceiptDocument } from './ReceiptDocument.tsx'
import { renderPaper } from './render-paper.ts'

const facts = [
  { label: 'Material', text: 'Gelbgold, 750 (18 kt)' },
  { label: 'Lieferumfang', text: 'Full Set (Box und Papiere), Rechnung von 2018' },
  { label: 'Zustand', text: 'Gut' },
]

function invoiceOf(count: number, kind: Invoice['kind'] = 'invoice'): Invoice {
  return {
    id: 1,
    number: 'RE-2026-00042',
    kind,
    issuedAt: new Date('2026-11-20T10:00:00Z'),
    cancels: kind === 'invoice' ? null : 'RE-2026-00041',
    content: {
      locale: 'de',
      orderNumber: 'RG-2026-00042',
      orderedOn: '2026-11-20T10:00:00Z',
      seller: companySchema.parse({}),
      buyer: claraBeispiel,
      payment: 'in-branch',
      lines: Array.from({ length: count }, (_, index) => ({
        piece: String(10_001 + index),
        brand: null,
        name: { de: 'Ring', en: 'Ring' },
        reference: null,
        priceCents: 119_000,
        taxMode: 'standard_19',
        // Pieces of different heights, so that pages end at different places.
        description: {
          facts,
          defect: index % 3 === 0 ? { label: 'Bekannter Mangel', text: 'Schließe' } : null,
        },
      })),
      shippingCents: 0,
      totalCents: 119_000 * count,
      vatCents: 19_000 * count,
    },
  }
}

/** The page that holds a text; there is one. */
const pageWith = (pages: readonly string[], text: string) => {
  const found = pages.flatMap((page, index) => (page.includes(text) ? [index] : []))
  expect(found, text).toHaveLength(1)
  return found[0]
}

// As many as end a page just before the sum.
test.each([
  ['invoice', [1, 7, 12]],
  ['cancellation', [14]],
] as const)(
  'every page of an %s says which one it is, heads its columns, and the sum stands with a piece',
  async (kind, counts) => {
    const title = `${kind === 'invoice' ? 'Rechnung' : 'Stornorechnung'} RE-2026-00042`
    for (const count of counts) {
      const invoice = invoiceOf(count, kind)
      const pages = pdfPages(
        await renderPaper(<InvoiceDocument invoice={invoice} shopName="Rheingold" transfer={null} />),
      )
      for (const [index, page] of pages.entries()) {
        expect(page).toContain(`${title} · Seite ${index + 1} von ${pages.length}`)
        expect(page.match(/StückBetrag/g)?.length ?? 0).toBe(/Nr\. 1\d{4}/.test(page) ? 1 : 0)
      }
      expect(pageWith(pages, 'Gesamtbetrag')).toBe(pageWith(pages, `Nr. ${10_000 + count}`))
      expect(pages.join('').match(/Nr\. 1\d{4}/g)).toEqual(
        Array.from({ length: count }, (_, index) => `Nr. ${10_001 + index}`),
      )
    }
  },
)

// Duty: purchase-receipts
test('every page of a receipt says which one it is, that of the signatures too', async () => {
  for (const count of [1, 7, 12]) {
    const purchase = receiptPurchase(
      Array.from({ length: count }, (_, index) => ({ title: `Kette ${index + 1}.`, stones: 'Drei Rubine' })),
    )
    const pages = pdfPages(
      await renderPaper(<ReceiptDocument purchase={purchase} shopName="Rheingold" photos={[]} />),
    )
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Ankaufsbeleg AB-2026-00042 · Seite ${index + 1} von ${pages.length}`)
      expect(page.match(/GegenstandKaufpreis/g)?.length ?? 0).toBe(/Kette \d/.test(page) ? 1 : 0)
    }
    expect(pageWith(pages, 'Kaufpreis gesamt')).toBe(pageWith(pages, `Kette ${count}.`))
    expect(pageWith(pages, 'Unterschrift der')).toBe(pageWith(pages, 'Ich erkläre'))
  }
})

test('a name without a space stays on the paper and in its column, with nothing added', async () => {
  const names = ['W'.repeat(90), `Donau${'dampfschifffahrts'.repeat(5)}gesellschaft`, 'و'.repeat(80)]
  for (const name of names) {
    const invoice = invoiceOf(1)
    const buyer = { ...invoice.content.buyer, name, company: name }
    const pdf = await renderPaper(
      <InvoiceDocument
        invoice={{ ...invoice, content: { ...invoice.content, buyer } }}
        shopName="Rheingold"
        transfer={null}
      />,
    )
    // The column of the address is 259 points wide.
    const lines = pdfRuns(pdf).filter(({ text }) => text.length > 3 && name.includes(text))
    expect(Math.max(...lines.map(({ glyphs }) => glyphs.length))).toBeLessThan(70)
    expect(lines.length).toBeGreaterThanOrEqual(4)
    expect(pdfText(pdf)).not.toContain('W-')
    expect(lines.map(({ text }) => text).join('')).toHaveLength(2 * name.length)
  }
})

test('a long word of a sum is broken before its amount, not written over it', async () => {
  const invoice = invoiceOf(2)
  const exported = {
    country: 'CH',
    ratePerMille: 0,
    vatCents: 0,
    netCents: 119_000,
    grossCents: 11_900_000,
  } as const
  const taxes = [
    { ...exported, rule: 'margin-export' as const },
    { ...exported, rule: 'export' as const },
  ]
  const pdf = await renderPaper(
    <InvoiceDocument
      invoice={{ ...invoice, content: { ...invoice.content, taxes } }}
      shopName="Rheingold"
      transfer={null}
    />,
  )
  const label = 'davon Ausfuhr, differenzbesteuerte Gegenstände'
  expect(pdfText(pdf).replace(/\s/g, '')).toContain(label.replace(/\s/g, ''))
  expect(pdfRuns(pdf).map(({ text }) => text)).not.toContain(label)
})
