import { beforeAll, expect, test } from 'vitest'
import { loadAllMessages } from '#app/language/messages/load.ts'
import { demoContent } from '#tests/demo-content.ts'
import { servedPages } from '#tests/served-pages.ts'

const content = demoContent()
beforeAll(loadAllMessages)

const token = 'A1b2C3d4E5f6A1b2C3d4E5f6A1b2C3d4'

test.each([
  `/de/bestellung/${token}`,
  `/en/order/${token}.data`,
  `/de/ankauf/${token}`,
  `/de/checkout/success?order=${token}`,
  `/en/checkout/success.data?order=${token}`,
  `/de/vertrag-widerrufen?received=8c6c1c44-0b5a-4b0e-9a43-6f2b61f4ac00`,
  `/en/withdraw-from-contract?order=${token}`,
  `/en/jewelry/rings?alert=${token}`,
  `/DE/Bestellung/${token}`,
  `/bestellung/${token}`,
  `/api/orders/${token}/RE-2026-00001.pdf`,
  `/api/sell-requests/${token}/receipt.pdf`,
  `/api/sell-photos/request/${token}/0123456789abcdef0123456789abcdef/320.webp`,
])('whatever is answered to %s is kept by nobody, and told to nobody', async (address) => {
  const answer = await servedPages(content.app)(address)
  expect(
    [answer.headers.get('referrer-policy'), answer.headers.get('cache-control')],
    String(answer.status),
  ).toEqual(['no-referrer', expect.stringMatching(/\bno-store\b/)])
})

test('other pages may be kept', async () => {
  const answer = await servedPages(content.app)('/en/jewelry/rings')
  expect(answer.headers.get('cache-control')).not.toContain('no-store')
})
