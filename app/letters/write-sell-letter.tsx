import { render, toPlainText } from '@react-email/render'
import { z } from 'zod'
import type { Database } from '#app/platform/database/database.ts'
import type { Files } from '#app/platform/files.ts'
import type { Letter } from '#app/platform/mail.ts'
import type { WaitingMail } from '#app/platform/mail-outbox.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { findPurchase, type Purchase } from '#app/shop/buying/purchase.ts'
import { sellRequestAddress } from '#app/shop/buying/sell-request-address.ts'
import { findSellPhoto } from '#app/shop/buying/sell-request-photos.ts'
import type { SellRequestView } from '#app/shop/buying/types.ts'
import { photoVariant } from '#app/shop/catalogue/photos.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { SellMail } from './mails/SellMail.tsx'
import { isSellerMail, sellMailContent, staffReasons, staffSellContent } from './sell-mail-content.ts'
import { sellWords as t } from './sell-words.ts'

/** What writing letters to sellers needs; `secret` opens the name on a receipt. */
export type SellDesk = { db: Database; files: Files; siteUrl: string; secret: string }

const payloadSchema = z.object({
  sell: z.number().int(),
  /** Whether the goods were with us when the mail was due. */
  here: z.boolean().default(false),
  message: z.number().int().nullable().default(null),
  offer: z.number().int().nullable().default(null),
  purchase: z.number().int().nullable().default(null),
  what: z.enum(staffReasons).default('new'),
})

/** Writes a mail about a sell request, with the receipt when the seller was paid. @throws for an unknown kind */
export async function writeSellLetter(desk: SellDesk, mail: WaitingMail): Promise<Letter> {
  const settings = await readSettings(desk.db)
  const payload = payloadSchema.parse(mail.payload)
  const request = await readSellRequest(desk.db, { id: payload.sell })
  if (!request) throw new Error(`there is no sell request ${payload.sell}`)
  const address = sellRequestAddress(desk.siteUrl, request)
  const toStaff = !isSellerMail(mail.kind)
  const isReceipt = mail.kind === 'sell-paid' || mail.kind === 'sell-cancelled'
  const purchase = isReceipt ? await findPurchase(desk.db, request.id, desk.secret, payload.purchase) : null
  const said = { ...payload, receipt: purchase }
  const content = isSellerMail(mail.kind)
    ? sellMailContent(mail.kind, request, said, { settings, address })
    : staffSellContent(request, said, { settings, address })
  const html = await render(<SellMail sender={settings} content={content} />)
  return {
    subject: content.subject,
    html,
    plain: toPlainText(html),
    attachments: purchase
      ? [
          {
            ...(mail.kind === 'sell-cancelled'
              ? {
                  filename: t('document.cancelledFile', { number: purchase.cancellation?.number ?? '' }),
                  content: await cancellationPdf(purchase, settings.site.name),
                }
              : {
                  filename: t('document.file', { number: purchase.number }),
                  content: await receiptPdf(desk, { purchase, request, shopName: settings.site.name }),
                }),
            contentType: 'application/pdf',
          },
        ]
      : [],
    replyTo: toStaff ? (request.contact?.email ?? settings.contact.email) : settings.contact.email,
  }
}

/** A purchase receipt as PDF, with the seller's own photos as far as they are kept. */
export async function receiptPdf(
  { db, files }: Pick<SellDesk, 'db' | 'files'>,
  { purchase, request, shopName }: { purchase: Purchase; request: SellRequestView; shopName: string },
): Promise<Buffer> {
  const [{ renderToBuffer }, { ReceiptDocument }] = await Promise.all([
    import('@react-pdf/renderer'),
    import('./documents/ReceiptDocument.tsx'),
  ])
  const photos: Buffer[] = []
  for (const { id } of request.photos) {
    const store = await findSellPhoto(db, files, { request: request.token }, id)
    const variant = store && (await photoVariant(store, id, 320, 'jpg'))
    if (variant) photos.push(Buffer.from(await new Response(variant.stream()).arrayBuffer()))
  }
  return renderToBuffer(<ReceiptDocument purchase={purchase} shopName={shopName} photos={photos} />)
}

/** The document that takes a purchase back, as PDF. */
async function cancellationPdf(purchase: Purchase, shopName: string): Promise<Buffer> {
  const [{ renderToBuffer }, { ReceiptDocument }] = await Promise.all([
    import('@react-pdf/renderer'),
    import('./documents/ReceiptDocument.tsx'),
  ])
  return renderToBuffer(<ReceiptDocument purchase={purchase} shopName={shopName} photos={[]} takesBack />)
}
