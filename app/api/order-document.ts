import { appContext } from '#app/app-context.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { findOrder } from '#app/shop/checkout/order.ts'
import { transferInstructions } from '#app/shop/checkout/transfer.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { noSuchDocument, pdfAnswer } from './pdf-answer.ts'
import type { ResourceArgs } from './resource.ts'

/** `GET {apiUrl}/orders/{token}/{number}.pdf`: an invoice, or what cancels one, to whoever knows the order's token. */
export async function loader({ params, context }: ResourceArgs<'token' | 'file'>): Promise<Response> {
  const { db } = context.get(appContext)
  const order = await findOrder(db, params.token)
  const number = /^([A-Z]{1,6}-\d{4}-\d{5,})\.pdf$/.exec(params.file)?.[1]
  const invoice =
    order && number ? (await findInvoices(db, order.id)).find((each) => each.number === number) : undefined
  if (!order || !invoice) return noSuchDocument()
  const { invoicePdf } = await import('#app/letters/documents/write-documents.tsx')
  const settings = await readSettings(db)
  const transfer = transferInstructions(order, settings.bank)
  const body = await invoicePdf(invoice, { shopName: settings.site.name, transfer })
  return pdfAnswer(`${number}.pdf`, body)
}
