import { isValidElement, type ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { type Invoice, type InvoiceContent, invoiceContent } from '#app/shop/checkout/invoice.ts'
import type { Destination, QuotedPiece } from '#app/shop/checkout/quote.ts'
import { quoteOrder } from '#app/shop/checkout/quote.ts'
import type { TaxMode } from '#app/shop/checkout/types.ts'
import { companySchema, shippingSchema } from '#app/shop/settings/trade-settings.ts'
import { claraBeispiel } from '#tests/checkout.ts'
import { InvoiceDocument } from './InvoiceDocument.tsx'

/** Every text of a document, in its order. */
function textsOf(node: ReactNode): string[] {
  if (typeof node === 'string' || typeof node === 'number') return [String(node)]
  if (Array.isArray(node)) return node.flatMap(textsOf)
  if (!isValidElement<{ children?: ReactNode }>(node)) return []
  return typeof node.type === 'function'
    ? textsOf((node.type as (props: unknown) => ReactNode)(node.props))
    : textsOf(node.props.children)
}

const rates = [
  {
    upToCents: 9_000_000,
    priceCents: 2_380,
    method: 'value-courier' as const,
    days: [2, 4] as [number, number],
  },
]
const label = { de: 'Alle', en: 'All' }
const shipping = shippingSchema.parse({
  zones: [{ id: 'all', label, countries: ['DE', 'AT', 'FI', 'CH'], rates }],
})
const sales = { oneStopSince: null, thresholdPassedOn: null, thisYearCents: 0, lastYearCents: 0 }

function invoice(
  modes: TaxMode[],
  country: string,
  {
    locale = 'de' as 'de' | 'en',
    vatId = null as { id: string; country: string } | null,
    oneStop = false,
  } = {},
): Invoice {
  const name = { de: 'Ring', en: 'Ring' }
  const pieces = modes.map(
    (taxMode, index): QuotedPiece => ({
      piece: `5000${index}`,
      kind: 'jewellery',
      brand: null,
      name,
      reference: null,
      slug: name,
      photoId: null,
      priceCents: 119_000,
      taxMode,
      deviations: [],
      protectedSpecies: false,
    }),
  )
  const destination: Destination = { kind: 'courier', country }
  const question = {
    vatIdCountry: vatId?.country ?? null,
    day: '2026-11-20',
    sales: { ...sales, oneStopSince: oneStop ? '2026-01-01' : null },
  }
  const result = quoteOrder(pieces, destination, { shipping, branches: [] }, question)
  if (!result.ok) throw new Error(result.reason)
  const order = {
    ...result.quote,
    number: 'RG-2026-00001',
    locale,
    placedAt: new Date('2026-11-20T10:00:00Z'),
    invoiceAddress: { ...claraBeispiel, country },
    payment: 'bank-transfer' as const,
    vatId,
  }
  const content = invoiceContent(order, companySchema.parse({}))
  return {
    id: 1,
    number: 'RE-2026-00001',
    kind: 'invoice',
    issuedAt: new Date('2026-11-20'),
    cancels: null,
    content,
  }
}

const printed = (of: Invoice) =>
  textsOf(<InvoiceDocument invoice={of} shopName="Rheingold" transfer={null} />)
    .join('\n')
    .replaceAll('\u00a0', ' ')

describe('an invoice', () => {
  // Duty: tax-on-invoice
  test('names an export, with the amounts of each kind', () => {
    const text = printed(invoice(['standard_19', 'margin_25a'], 'CH'))
    expect(text).toContain('Steuerfreie Ausfuhrlieferung (§ 4 Nr. 1a, § 6 UStG).')
    expect(text).toContain('Gebrauchtgegenstände/Sonderregelung. Steuerfreie Ausfuhrlieferung')
    expect(text).toMatch(/davon steuerfreie Ausfuhr\n1\.010,00 €/)
    expect(text).toMatch(/davon Ausfuhr, differenzbesteuerte Gegenstände\n1\.201,90 €/)
    expect(text).toMatch(/Gesamtbetrag\n2\.211,90 €/)
    expect(text).not.toMatch(/MwSt\./)
  })

  // Duty: tax-on-invoice
  test('names an intra-Community supply and the VAT id of the business', () => {
    const vatId = { id: 'ATU13585627', country: 'AT' }
    const text = printed(invoice(['standard_19', 'margin_25a'], 'AT', { vatId }))
    expect(text).toContain('Steuerfreie innergemeinschaftliche Lieferung (§ 4 Nr. 1b, § 6a UStG).')
    expect(text).toContain('Gebrauchtgegenstände/Sonderregelung: differenzbesteuert nach § 25a UStG')
    expect(text).toContain('USt-IdNr. ATU13585627')
    expect(text).not.toMatch(/MwSt\./)
  })

  // Duty: tax-on-invoice
  test('names the VAT of the destination with its country and rate, in the buyer’s language', () => {
    const german = printed(invoice(['standard_19'], 'FI', { oneStop: true }))
    expect(german).toMatch(/darin 25,5 % MwSt\. \(Finnland\)\n246,63 €/)
    expect(german).toContain(
      'Fernverkauf, besteuert am Bestimmungsort (§ 3c UStG): 25,5 % Mehrwertsteuer, Finnland.',
    )
    const english = printed(invoice(['standard_19'], 'FI', { oneStop: true, locale: 'en' }))
    expect(english).toMatch(/including 25\.5% VAT \(Finland\)\n€246\.63/)
  })

  test('at home is what it was', () => {
    const text = printed(invoice(['standard_19', 'margin_25a', 'investment_gold_25c'], 'DE'))
    expect(text).toMatch(/darin netto zu 19 %\n1\.006,66 €\ndarin 19 % MwSt\.\n191,27 €/)
    expect(text).toContain('Anlagegold: steuerfrei nach § 25c UStG.')
    expect(text).toMatch(/davon differenzbesteuert \(§ 25a UStG\)/)
    // Of all that is taxed alike the note alone speaks.
    expect(printed(invoice(['margin_25a'], 'DE'))).not.toContain('davon')
  })

  // Duty: tax-on-invoice
  test('that is cancelled takes the same back, and one from before is read as it was meant', () => {
    const first = invoice(['standard_19'], 'FI', { oneStop: true })
    const cancelled = printed({ ...first, kind: 'cancellation', cancels: first.number })
    expect(cancelled).toMatch(/darin 25,5 % MwSt\. \(Finnland\)\n−246,63 €/)
    const { taxes: _, buyerVatId: __, ...content } = invoice(['standard_19'], 'DE').content
    const former: InvoiceContent = {
      ...content,
      lines: content.lines.map(({ tax: ___, ...line }) => line),
    }
    expect(printed({ ...first, content: former })).toMatch(/19 % MwSt\.[\s\S]*darin 19 % MwSt\.\n193,80 €/)
  })
})
