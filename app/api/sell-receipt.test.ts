import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { type App, appContext } from '#app/app-context.ts'
import { openLocalFiles } from '#app/platform/files.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { identifySeller } from '#app/shop/buying/identification.ts'
import { paySeller } from '#app/shop/buying/purchase.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { testDatabase } from '#tests/database.ts'
import { agreedRequest, ernaMuster, openBuyingShop, sellingSecret as secret } from '#tests/selling.ts'
import { temporaryFolder } from '#tests/temporary-folder.ts'
import { loader } from './sell-receipt.ts'

const database = testDatabase()
const root = temporaryFolder()

test('a receipt opens with the request’s token and its own number, and with nothing else', async () => {
  const { db } = database
  await openBuyingShop(db, new Date())
  const settings = await readSettings(db)
  const id = await agreedRequest(db, settings)
  const context = new RouterContextProvider()
  const app: Partial<App> = { db, files: openLocalFiles(root), secret }
  context.set(appContext, app as App)
  const get = (token: string, file: string) =>
    loader({ request: new Request('http://shop.test/api'), params: { token, file }, context })
  const before = await readSellRequest(db, { id })
  expect((await get(before?.token ?? '', 'AB-2026-00001.pdf')).status).toBe(404)
  await identifySeller(db, { id }, ernaMuster(), { by: 'Berta', secret })
  const payout = { means: 'cash', reference: 'Kasse', declared: true } as const
  const paid = await paySeller(db, { id }, payout, { by: 'Berta', secret, settings })
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
