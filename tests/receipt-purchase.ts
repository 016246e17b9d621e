import { type OfferLineInput, parseOfferLines } from '#app/shop/buying/offer-lines.ts'
import type { ReceiptPaper } from '#app/shop/buying/purchase.ts'
import type { ReceiptContent } from '#app/shop/buying/purchase-receipt.ts'
import { companySchema } from '#app/shop/settings/trade-settings.ts'
import { ernaMuster, pieces } from './selling.ts'

/** A receipt to be signed, of chains of 734.65 EUR unless their lines say otherwise, without a database. */
export function receiptPurchase(
  lines: readonly Partial<OfferLineInput>[],
  changes: Partial<ReceiptContent> = {},
): ReceiptPaper {
  const parsed = parseOfferLines(lines.map((line) => ({ ...pieces.chain, ...line })))
  const at = '2026-11-20T13:30:00.000Z'
  const { givenNames, surname, birthDate, address } = ernaMuster()
  return {
    id: 1,
    requestId: 1,
    number: 'AB-2026-00042',
    paidAt: null,
    endedCause: null,
    cancellation: null,
    seller: { givenNames, surname, birthDate, address, iban: null },
    content: {
      locale: 'de',
      requestNumber: 'AN-2026-00042',
      buyer: companySchema.parse({}),
      branch: { name: 'Rheingold Köln', street: 'Goldschmiedgasse 7', postalCode: '50667', city: 'Köln' },
      lines: parsed.map((line) => ({ ...line, serialMasked: null, register: null })),
      totalCents: parsed.reduce((sum, line) => sum + line.cents.low, 0),
      basis: {
        prices: {
          gold: { centsPerOunce: 350_000, at, source: 'Testfeed' },
          silver: { centsPerOunce: 3_820, at: '2026-11-20T08:15:00.000Z', source: 'Silberfeed' },
        },
        rates: {},
      } as ReceiptContent['basis'],
      pricedAt: at,
      agreedAt: '2026-11-20T14:05:00.000Z',
      means: 'cash',
      ibanMasked: null,
      issuedAt: '2026-11-20T14:10:00.000Z',
      issuedBy: 'Berta Einkauf',
      identification: { kind: 'id-card', masked: '••••••T22', level: 'complete', checkedAt: at },
      declaration: '2026-11',
      ...changes,
    },
  }
}
