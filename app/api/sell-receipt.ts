import { appContext } from '#app/app-context.ts'
import { findSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { findPurchase } from '#app/shop/buying/purchase.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import type { ResourceArgs } from './resource.ts'

/** `GET {apiUrl}/sell-requests/{token}/{number}.pdf`: the receipt of a purchase, to whoever knows the request's token. */
export async function loader({ params, context }: ResourceArgs<'token' | 'file'>): Promise<Response> {
  const { db, files, secret } = context.get(appContext)
  const request = await findSellRequest(db, params.token)
  const purchase = request?.receipt ? await findPurchase(db, request.id, secret) : null
  if (!request || !purchase || params.file !== `${purchase.number}.pdf`) {
    return new Response('no such document\n', { status: 404, headers: plain })
  }
  const { receiptPdf } = await import('#app/letters/documents/write-receipt.tsx')
  const { site } = await readSettings(db)
  const body = await receiptPdf({ db, files }, { purchase, request, shopName: site.name })
  return new Response(new Uint8Array(body), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${purchase.number}.pdf"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    },
  })
}

const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }
