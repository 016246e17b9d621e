import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Attachment } from '#app/platform/mail.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { orderAddress } from '#app/shop/checkout/order-address.ts'
import { orderHistory, receivedAt } from '#app/shop/checkout/order-history.ts'
import { returnLabelOf } from '#app/shop/checkout/return-label.ts'
import { transferInstructions } from '#app/shop/checkout/transfer.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import type { BuyerMailKind } from '#app/shop/mail-kinds.ts'
import type { ParcelLabel } from '#app/shop/parcel-label.ts'
import { labelAttachment } from './label-attachment.ts'
import { type LetterWriter, pdfFile } from './letter-types.ts'
import { letterWords } from './letter-words.ts'
import { OrderMail } from './mails/OrderMail.tsx'
import { offersWithdrawal, orderMailContent } from './order-mail-content.ts'

type Sources = Parameters<LetterWriter<BuyerMailKind>>[0]

/** A mail to a buyer about an order, with the documents that belong to it. */
export const buyerLetter: LetterWriter<BuyerMailKind> = async (sources, mail) => {
  const { db, siteUrl, settings } = sources
  const order = await findOrderById(db, mail.payload.order)
  if (!order) throw new Error(`there is no order ${mail.payload.order}`)
  const label = mail.kind === 'return-label' ? await returnLabelOf(db, order.id) : null
  const attachments = await documentsOf(mail.kind, order, label, sources)
  const content = orderMailContent(mail, order, {
    settings,
    label,
    address: orderAddress(siteUrl, order),
    isTakenBack:
      !['confirmation', 'branch-sale', 'return-label'].includes(mail.kind) && attachments.length > 0,
  })
  const received = receivedAt(await orderHistory(db, order.id))
  const withdrawal = offersWithdrawal(mail.kind, order, { received, now: new Date() })
    ? `${siteUrl}${pathTo(order.locale, 'withdrawal')}`
    : null
  return {
    element: (
      <OrderMail
        sender={settings}
        order={order}
        branches={settings.branches}
        content={content}
        withdrawal={withdrawal}
      />
    ),
    subject: content.subject,
    attachments,
    replyTo: settings.contact.email,
  }
}

async function documentsOf(
  kind: BuyerMailKind,
  order: OrderView,
  label: ParcelLabel | null,
  sources: Sources,
): Promise<Attachment[]> {
  switch (kind) {
    case 'return-label': {
      const name = letterWords(order.locale)('kinds.return-label.file', { number: order.number })
      return labelAttachment(sources.db, { order: order.id }, label, name)
    }
    case 'confirmation':
      return [
        ...(await invoiceFiles(order, 'invoice', sources)),
        ...(await storyFiles(order.locale, sources)),
      ]
    case 'branch-sale':
      return invoiceFiles(order, 'invoice', sources)
    case 'refund-planned':
    case 'order-cancelled':
    case 'order-expired':
      return invoiceFiles(order, 'cancellation', sources)
    case 'payment-corrected':
      // One that has lapsed again has had its invoice cancelled.
      return order.status === 'expired' ? invoiceFiles(order, 'cancellation', sources) : []
    default:
      return []
  }
}

/** The newest document of a kind about an order, as a file. */
async function invoiceFiles(
  order: OrderView,
  kind: 'invoice' | 'cancellation',
  { db, settings }: Sources,
): Promise<Attachment[]> {
  const invoice = (await findInvoices(db, order.id)).findLast((each) => each.kind === kind)
  if (!invoice) return []
  const { invoicePdf } = await import('./documents/write-documents.tsx')
  const t = letterWords(order.locale)
  const filename = t(kind === 'invoice' ? 'invoice.file' : 'invoice.cancellationFile', {
    number: invoice.number,
  })
  const transfer = transferInstructions(order, settings.bank)
  return [pdfFile(filename, await invoicePdf(invoice, { shopName: settings.site.name, transfer }))]
}

/** Terms and withdrawal instruction on a durable medium (§ 312f BGB). */
async function storyFiles(
  locale: Locale,
  { stories, siteUrl, log, settings }: Sources,
): Promise<Attachment[]> {
  const { storyPdf } = await import('./documents/write-documents.tsx')
  const t = letterWords(locale)
  const files: Attachment[] = []
  for (const [slug, name] of [
    ['gtc', t('files.terms')],
    ['cancellation', t('files.withdrawal')],
  ] as const) {
    const content = await storyPdf(stories, slug, { locale, settings, siteUrl })
    if (content) files.push(pdfFile(name, content))
    else
      log.error(
        { slug, locale },
        'a confirmation goes out without a page that belongs to it: it is not published',
      )
  }
  return files
}
