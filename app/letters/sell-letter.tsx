import { render, toPlainText } from '@react-email/render'
import type { Attachment } from '#app/platform/mail.ts'
import { findAppointment as findVisit } from '#app/shop/appointments/appointment.ts'
import { findAppointment } from '#app/shop/buying/appointments.ts'
import { readSellRequest } from '#app/shop/buying/find-sell-request.ts'
import { findPurchase, type Purchase } from '#app/shop/buying/purchase.ts'
import { sellRequestAddress } from '#app/shop/buying/sell-request-address.ts'
import type { SellRequestView } from '#app/shop/buying/types.ts'
import type { SellerMailKind } from '#app/shop/mail-kinds.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { appointmentFile } from './appointment-file.ts'
import { labelAttachment } from './label-attachment.ts'
import { type LetterSources, type LetterWriter, type ParsedMail, pdfFile } from './letter-types.ts'
import { sellLetterWords as t } from './letter-words.ts'
import { SellMail } from './mails/SellMail.tsx'
import { sellMailContent, staffSellContent } from './sell-mail-content.ts'

/** A mail to a seller about their request, with the receipt when they were paid. */
export const sellerLetter: LetterWriter<SellerMailKind> = async (sources, mail) => {
  const { db, secret, settings } = sources
  const { request, address } = await requestOf(sources, mail.payload.sell)
  const receipt =
    'purchase' in mail.payload ? await findPurchase(db, request.id, secret, mail.payload.purchase) : null
  const content = sellMailContent(mail, request, { settings, address, receipt })
  return {
    element: <SellMail sender={settings} content={content} />,
    subject: content.subject,
    attachments:
      mail.kind === 'sell-appointment'
        ? await visitOf(sources, request)
        : mail.kind === 'sell-label'
          ? await labelAttachment(
              db,
              { request: request.id },
              request.label,
              t('mails.sell-label.file', { number: request.number }),
            )
          : receipt
            ? [await documentOf(mail.kind, receipt, request, sources)]
            : [],
    replyTo: settings.contact.email,
  }
}

/**
 * A mail about an offer or a question as its seller would get it: `request` is as it will be once that is sent. Where it
 * leads to is left out, for whoever knows the address is the seller.
 */
export async function previewSellerLetter(
  { settings, siteUrl }: { settings: Settings; siteUrl: string },
  request: SellRequestView,
  mail: ParsedMail<'sell-estimate' | 'sell-offer' | 'sell-question'>,
): Promise<{ subject: string; html: string; plain: string }> {
  const content = sellMailContent(mail, request, { settings, address: `${siteUrl}/…`, receipt: null })
  const html = await render(<SellMail sender={settings} content={content} />)
  return { subject: content.subject, html, plain: toPlainText(html) }
}

/** A mail to the shop about what a seller did. */
export const staffSellLetter: LetterWriter<'staff-sell'> = async (sources, { payload }) => {
  const { db, settings } = sources
  const { request, address } = await requestOf(sources, payload.sell)
  const { what = 'new', appointment: id, before: moved } = payload
  // The one it tells of: the seller may have moved it or given it up since.
  const appointment = id === undefined ? request.appointment : await findAppointment(db, id)
  const before = moved === undefined ? null : await findAppointment(db, moved)
  const { branches } = settings
  const content = staffSellContent(request, { what, address, appointment, before, branches })
  return {
    element: <SellMail sender={settings} content={content} />,
    subject: content.subject,
    replyTo: request.contact?.email ?? settings.contact.email,
  }
}

/** For the seller's calendar; none where they gave it up before the mail was written. */
async function visitOf(
  { db, siteUrl, settings }: Parameters<LetterWriter<SellerMailKind>>[0],
  { appointment: stands }: SellRequestView,
): Promise<Attachment[]> {
  const visit = stands && (await findVisit(db, { id: stands.id }, new Date()))
  if (!visit?.email) return []
  const { branchId: branch, sequence, email } = visit
  const told = {
    sequence,
    branch,
    startsAt: visit.startsAt.toISOString(),
    endsAt: visit.endsAt.toISOString(),
  }
  return [appointmentFile(visit, told, { siteUrl, settings, email, isCancelled: false })]
}

async function requestOf({ db, siteUrl }: LetterSources, id: number) {
  const request = await readSellRequest(db, { id })
  if (!request) throw new Error(`there is no sell request ${id}`)
  return { request, address: sellRequestAddress(siteUrl, request) }
}

async function documentOf(
  kind: SellerMailKind,
  purchase: Purchase,
  request: SellRequestView,
  { db, files, settings }: Parameters<LetterWriter<SellerMailKind>>[0],
): Promise<Attachment> {
  const { cancellationPdf, receiptPdf } = await import('./documents/write-receipt.tsx')
  const shopName = settings.site.name
  if (kind === 'sell-cancelled') {
    const number = purchase.cancellation?.number ?? ''
    return pdfFile(t('document.cancelledFile', { number }), await cancellationPdf(purchase, shopName))
  }
  const pdf = await receiptPdf({ db, files }, { purchase, request, shopName })
  return pdfFile(t('document.file', { number: purchase.number }), pdf)
}
