import { expect, test } from 'vitest'
import { pdfText } from '#tests/pdf-text.ts'
import { receiptPurchase } from '#tests/receipt-purchase.ts'
import { ernaMuster, pieces } from '#tests/selling.ts'
import { ReceiptDocument } from './ReceiptDocument.tsx'
import { renderPaper } from './render-paper.ts'

const printed = async (purchase: ReturnType<typeof receiptPurchase>) =>
  pdfText(
    await renderPaper(<ReceiptDocument purchase={purchase} shopName="Rheingold" photos={[]} />),
  ).replace(/\s+/g, ' ')

const { watch } = pieces
const byHand = { basis: null, cents: { low: 20_000, high: 20_000 } }

// Duty: purchase-receipts
test('a receipt names the prices that its amounts follow, with their time and source, and no others', async () => {
  const paper = await printed(receiptPurchase([{}]))
  expect(paper).toContain(
    'Metallpreise: Gold 3.500,00 € je Feinunze, 20. November 2026, 14:30 Uhr, Testfeed.',
  )
  expect(paper).not.toMatch(/Silber/)
  expect(paper).toContain(
    'Preise festgelegt am 20. November 2026, 14:30 Uhr, Einigung am 20. November 2026, 15:05 Uhr.',
  )
  // Of a watch, and of what was set by hand, none.
  const none = await printed(receiptPurchase([watch, byHand]))
  expect(none).not.toMatch(/Metallpreise|Feinunze|–\./)
  expect(none).toContain('Einigung am 20. November 2026')
})

// Duty: purchase-receipts
test('a receipt names weight, metal and stamp of each piece, whatever its amount follows', async () => {
  const coin = {
    ...pieces.krugerrand,
    fine: { low: 31_103_500, high: 31_103_500 },
    cents: { low: 339_500, high: 339_500 },
  }
  const teeth = { ...byHand, title: 'Zahngold', fineness: null, weightGrams: '5.20' }
  const paper = await printed(receiptPurchase([{}, coin, teeth]))
  expect(paper).toContain('12,40 g · 585 ‰ Gold')
  expect(paper).toContain('31,1035 g fein, Gold · Gesamtgewicht 33,93 g · Feingehalt 916,7 ‰')
  expect(paper).toContain('5,20 g · Gold · geprüft')
})

test('the address of a seller from abroad ends with the country', async () => {
  const paper = receiptPurchase([{}])
  expect(await printed(paper)).not.toContain('Deutschland')
  const { iban: _, ...seller } = { ...paper.seller, iban: null }
  const abroad = { ...ernaMuster(), ...seller, iban: null }
  abroad.address = { street: 'Kärntner Straße 1', postalCode: '1010', city: 'Wien', country: 'AT' }
  expect(await printed({ ...paper, seller: abroad })).toMatch(/1010 Wien ?Österreich/)
})
