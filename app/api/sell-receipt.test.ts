import { expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { buyingShop, byTransfer } from '#tests/buying-shop.ts'
import { pdfText } from '#tests/pdf-text.ts'
import { contextOf } from '#tests/requests.ts'
import { sellingSecret as secret } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { loader } from './sell-receipt.ts'

const shop = buyingShop()
const root = temporaryFolder()

test('a receipt opens with the request’s token and its own number, and with nothing else', async () => {
  const { db } = shop
  const id = await shop.agreed()
  const context = contextOf({ db, files: openLocalFiles(root), secret })
  const get = (token: string, file: string) =>
    loader({ request: new Request('http://shop.test/api'), params: { token, file }, context })
  const before = await readSellRequest(db, { id })
  expect((await get(before?.token ?? '', 'AB-2026-00001.pdf')).status).toBe(404)
  await shop.identify(id)
  // To be signed before anything is paid.
  const first = await shop.receipt(id, byTransfer)
  const open = await shop.receipt(id)
  if (!first.ok || !open.ok) throw new Error('no receipt')
  const read = async (number: string) =>
    pdfText(Buffer.from(await (await get(before?.token ?? '', `${number}.pdf`)).arrayBuffer()))
  const replaced = await read(first.number)
  expect(replaced).toContain('nach Unterschrift dieses Belegs auf DE•• •••• 3000 überwiesen')
  const takenBack = await read(open.ended?.number ?? '')
  expect(takenBack).toMatch(
    /Stornobeleg.*−734,65.*hebt den Ankaufsbeleg.*neuer Ankaufsbeleg.*nichts ausgezahlt/s,
  )
  const unpaid = await read(open.number)
  for (const words of [
    open.number,
    'Müster-Weiß',
    '734,65',
    'bei Unterschrift dieses Belegs bar ausgezahlt',
    'mein unbeschränktes Eigentum',
    'Unterschrift der Verkäuferin oder des Verkäufers',
    'Berta Einkauf',
  ])
    expect(unpaid).toContain(words)
  for (const paper of [replaced, takenBack, unpaid]) expect(paper).not.toMatch(/undefined|\{\w|document\./)
  expect(unpaid).not.toContain('Kasse 1')
  expect(await read(open.number)).toBe(unpaid)
  expect((await get('x'.repeat(32), `${open.number}.pdf`)).status).toBe(404)
  const paid = await shop.payReceipt(id)
  if (!paid.ok) throw new Error(paid.reason)
  expect(paid.number).toBe(open.number)
  expect(await read(paid.number)).toMatch(/Bar ausgezahlt am .*, Beleg Kasse 1/)
  const answer = await get(before?.token ?? '', `${paid.number}.pdf`)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect((await get(before?.token ?? '', 'AB-2026-99999.pdf')).status).toBe(404)
  expect((await get('x'.repeat(32), `${paid.number}.pdf`)).status).toBe(404)
})
