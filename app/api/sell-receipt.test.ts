import { expect, test } from 'vitest'
import { openLocalFiles } from '#app/platform/files.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { buyingShop } from '#tests/buying-shop.ts'
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
  const paid = await shop.pay(id)
  if (!paid.ok) throw new Error(paid.reason)
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
