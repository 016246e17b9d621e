import { appContext } from '#app/app-context.ts'
import { findSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { findReceiptPaper } from '#app/shop/buying/purchase.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { noSuchDocument, pdfAnswer } from './pdf-answer.ts'
import type { ResourceArgs } from './resource.ts'

/**
 * `GET {apiUrl}/sell-requests/{token}/{number}.pdf`: the receipt of a purchase, from the moment that it is printed to be
 * signed, or the document that takes it back unpaid; to whoever knows the request's token.
 */
export async function loader({ params, context }: ResourceArgs<'token' | 'file'>): Promise<Response> {
  const { db, files, secret } = context.get(appContext)
  const request = await findSellRequest(db, params.token)
  const [, number = ''] = /^(.+)\.pdf$/.exec(params.file) ?? []
  const found = request && (await findReceiptPaper(db, request.id, number, secret))
  if (!request || !found) return noSuchDocument()
  const { cancellationPdf, receiptPdf } = await import('#app/letters/documents/write-receipt.tsx')
  const { site } = await readSettings(db)
  const { paper: purchase, takesBack } = found
  const body = takesBack
    ? await cancellationPdf(purchase, site.name)
    : await receiptPdf({ db, files }, { purchase, request, shopName: site.name })
  return pdfAnswer(params.file, body)
}
