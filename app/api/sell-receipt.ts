import { appContext } from '#app/app-context.ts'
import { findSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { findPurchase } from '#app/shop/buying/purchase.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { noSuchDocument, pdfAnswer } from './pdf-answer.ts'
import type { ResourceArgs } from './resource.ts'

/** `GET {apiUrl}/sell-requests/{token}/{number}.pdf`: the receipt of a purchase, to whoever knows the request's token. */
export async function loader({ params, context }: ResourceArgs<'token' | 'file'>): Promise<Response> {
  const { db, files, secret } = context.get(appContext)
  const request = await findSellRequest(db, params.token)
  const purchase = request?.receipt ? await findPurchase(db, request.id, secret) : null
  if (!request || !purchase || params.file !== `${purchase.number}.pdf`) return noSuchDocument()
  const { receiptPdf } = await import('#app/letters/documents/write-receipt.tsx')
  const { site } = await readSettings(db)
  const body = await receiptPdf({ db, files }, { purchase, request, shopName: site.name })
  return pdfAnswer(params.file, body)
}
