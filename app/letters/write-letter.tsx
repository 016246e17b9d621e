import { render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'
import { z } from 'zod'
import type { StoryFinder } from '#app/content/story.ts'
import { formatPrice } from '#app/language/formats.ts'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { Log } from '#app/platform/log.ts'
import type { Attachment, Letter } from '#app/platform/mail.ts'
import type { WaitingMail } from '#app/platform/mail-outbox.ts'
import { findInvoices } from '#app/shop/checkout/invoice.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { orderAddress } from '#app/shop/checkout/order-address.ts'
import { transferInstructions } from '#app/shop/checkout/transfer.ts'
import type { OrderView } from '#app/shop/checkout/types.ts'
import { findWithdrawalById } from '#app/shop/checkout/withdrawal.ts'
import { readSettings, type Settings } from '#app/shop/settings/settings.ts'
import { contactLetter, isContactMail } from './contact-letter.tsx'
import { OrderMail, type OrderMailContent } from './mails/OrderMail.tsx'
import { StaffMail } from './mails/StaffMail.tsx'
import { WithdrawalMail } from './mails/WithdrawalMail.tsx'
import { isBuyerMail, orderMailContent } from './order-mail-content.ts'
import { formatDay, formatTime, letterWords } from './words.ts'

/** What writing letters needs. */
export type Desk = { db: Database; stories: Pick<StoryFinder, 'findStory'>; siteUrl: string; log: Log }

const aboutOrder = z.object({
  order: z.number().int(),
  amountCents: z.number().int().default(0),
  arrivedCents: z.number().int().default(0),
  openCents: z.number().int().default(0),
})
const withdrawalMails = ['withdrawal-acknowledgement', 'withdrawal-answer', 'staff-withdrawal'] as const
const aboutWithdrawal = z.object({ withdrawal: z.number().int() })

export type OrderMailPayload = z.infer<typeof aboutOrder>

/** Writes a mail of the outbox: subject, text and attachments, in the recipient's language. @throws for an unknown kind */
export async function writeLetter(desk: Desk, mail: WaitingMail): Promise<Letter> {
  const settings = await readSettings(desk.db)
  const ofWithdrawal = withdrawalMails.find((kind) => kind === mail.kind)
  if (ofWithdrawal) {
    return withdrawalLetter(desk, { ...mail, kind: ofWithdrawal }, settings)
  }
  if (isContactMail(mail.kind)) {
    const { locale, payload } = mail
    const written = await contactLetter(desk, { kind: mail.kind, locale, payload }, settings)
    return letter(written.element, written.subject, [], written.replyTo)
  }
  const payload = aboutOrder.parse(mail.payload)
  const order = await findOrderById(desk.db, payload.order)
  if (!order) throw new Error(`there is no order ${payload.order}`)
  if (isBuyerMail(mail.kind)) return orderLetter(desk, mail.kind, order, payload, settings)
  if (mail.kind === 'staff-order' || mail.kind === 'staff-conflict' || mail.kind === 'staff-surplus') {
    return staffLetter(desk, { kind: mail.kind, locale: mail.locale }, order, payload, settings)
  }
  throw new Error(`there is no letter of the kind "${mail.kind}"`)
}

async function orderLetter(
  desk: Desk,
  kind: Parameters<typeof orderMailContent>[0],
  order: OrderView,
  payload: OrderMailPayload,
  settings: Settings,
): Promise<Letter> {
  const address = orderAddress(desk.siteUrl, order)
  const content: OrderMailContent = orderMailContent(kind, order, payload, { settings, address })
  const withdrawal = `${desk.siteUrl}${pathTo(order.locale, 'withdrawal')}`
  const element = (
    <OrderMail
      sender={settings}
      order={order}
      branches={settings.branches}
      content={content}
      withdrawal={withdrawal}
    />
  )
  const attachments =
    kind === 'confirmation'
      ? [
          ...(await invoiceFiles(desk, order, settings, 'invoice')),
          ...(await storyFiles(desk, order.locale, settings)),
        ]
      : kind === 'refund-planned' || kind === 'order-cancelled' || kind === 'order-expired'
        ? await invoiceFiles(desk, order, settings, 'cancellation')
        : []
  return letter(element, content.subject, attachments, settings.contact.email)
}

/** The newest document of a kind about an order, as a file. */
async function invoiceFiles(
  desk: Desk,
  order: OrderView,
  settings: Settings,
  kind: 'invoice' | 'cancellation',
) {
  const invoice = (await findInvoices(desk.db, order.id)).findLast((each) => each.kind === kind)
  if (!invoice) return []
  const { invoicePdf } = await import('./documents/write-documents.tsx')
  const t = letterWords(order.locale)
  const filename = t(kind === 'invoice' ? 'invoice.file' : 'invoice.cancellationFile', {
    number: invoice.number,
  })
  const transfer = transferInstructions(order, settings.bank)
  return [file(filename, await invoicePdf(invoice, { shopName: settings.site.name, transfer }))]
}

/** Terms and withdrawal instruction on a durable medium (§ 312f BGB). */
async function storyFiles(
  { stories, siteUrl, log }: Desk,
  locale: Locale,
  settings: Settings,
): Promise<Attachment[]> {
  const { storyPdf } = await import('./documents/write-documents.tsx')
  const t = letterWords(locale)
  const files: Attachment[] = []
  for (const [slug, name] of [
    ['gtc', t('files.terms')],
    ['cancellation', t('files.withdrawal')],
  ] as const) {
    const content = await storyPdf(stories, slug, { locale, settings, siteUrl })
    if (content) files.push(file(name, content))
    else
      log.error(
        { slug, locale },
        'a confirmation goes out without a page that belongs to it: it is not published',
      )
  }
  return files
}

const file = (filename: string, content: Buffer): Attachment => ({
  filename,
  content,
  contentType: 'application/pdf',
})

async function staffLetter(
  desk: Desk,
  { kind, locale }: { kind: 'staff-order' | 'staff-conflict' | 'staff-surplus'; locale: Locale },
  order: OrderView,
  { amountCents }: OrderMailPayload,
  settings: Settings,
): Promise<Letter> {
  const t = letterWords(locale)
  const values = {
    number: order.number,
    total: formatPrice(order.totalCents, locale),
    amount: formatPrice(amountCents, locale),
    name: order.invoiceAddress.name,
    payment: t(`order.payments.${order.payment}`),
    channel: order.payment,
  }
  const content = {
    subject: t(`kinds.${kind}.subject`, values),
    title: t(`kinds.${kind}.title`),
    text: t(`kinds.${kind}.text`, values),
    href: orderAddress(desk.siteUrl, { locale, token: order.token }),
  }
  const element = (
    <StaffMail
      sender={settings}
      order={order}
      branches={settings.branches}
      content={content}
      locale={locale}
    />
  )
  return letter(element, content.subject, [], order.contact.email)
}

async function withdrawalLetter(
  { db }: Desk,
  mail: WaitingMail & { kind: (typeof withdrawalMails)[number] },
  settings: Settings,
): Promise<Letter> {
  const record = await findWithdrawalById(db, aboutWithdrawal.parse(mail.payload).withdrawal)
  if (!record) throw new Error('there is no such declaration')
  const { locale } = mail
  const t = letterWords(locale)
  const { kind } = mail
  const toStaff = kind === 'staff-withdrawal'
  const values = {
    number: String(record.id),
    date: formatDay(record.received_at, locale),
    time: formatTime(record.received_at, locale),
    outcome: record.outcome ?? 'none',
  }
  const reasons = kind === 'withdrawal-answer' && record.note ? [record.note] : []
  const word = (key: 'name' | 'contract' | 'email' | 'pieces' | 'comment') =>
    t(`kinds.withdrawal-acknowledgement.${key}`)
  const content = {
    subject: t(`kinds.${kind}.subject`, values),
    title: t(`kinds.${kind}.title`),
    text: [t(`kinds.${kind}.text`, values), ...reasons],
    declaration: t('kinds.withdrawal-acknowledgement.declaration'),
    facts: [
      [word('name'), record.name] as const,
      [word('contract'), record.contract] as const,
      [word('email'), record.email] as const,
      ...(record.pieces.length > 0
        ? [[word('pieces'), record.pieces.map((id) => t('order.stockNumber', { id }))] as const]
        : []),
      ...(record.comment !== '' ? [[word('comment'), record.comment.split('\n')] as const] : []),
    ],
    after: kind === 'withdrawal-acknowledgement' ? t('kinds.withdrawal-acknowledgement.next') : null,
    locale,
    toStaff,
  }
  const element = <WithdrawalMail sender={settings} content={content} />
  return letter(element, content.subject, [], toStaff ? record.email : settings.contact.email)
}

async function letter(
  element: ReactElement,
  subject: string,
  attachments: Attachment[],
  replyTo: string,
): Promise<Letter> {
  const html = await render(element)
  return { subject, html, plain: toPlainText(html), attachments, replyTo }
}
