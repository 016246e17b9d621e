import { formatPrice } from '#app/language/formats.ts'
import { findOrderById } from '#app/shop/checkout/order.ts'
import { orderAddress } from '#app/shop/checkout/order-address.ts'
import type { StaffOrderMailKind } from '#app/shop/mail-kinds.ts'
import type { LetterWriter } from './letter-types.ts'
import { letterWords } from './letter-words.ts'
import { StaffMail } from './mails/StaffMail.tsx'

/** A mail to the shop about an order. */
export const staffOrderLetter: LetterWriter<StaffOrderMailKind> = async (
  { db, siteUrl, settings },
  { kind, locale, payload },
) => {
  const order = await findOrderById(db, payload.order)
  if (!order) throw new Error(`there is no order ${payload.order}`)
  const t = letterWords(locale)
  const values = {
    number: order.number,
    total: formatPrice(order.totalCents, locale),
    amount: formatPrice('amountCents' in payload ? payload.amountCents : 0, locale),
    name: order.invoiceAddress.name,
    payment: t(`order.payments.${order.payment}`),
    channel: order.payment,
  }
  const content = {
    subject: t(`kinds.${kind}.subject`, values),
    title: t(`kinds.${kind}.title`),
    text: t(`kinds.${kind}.text`, values),
    href: orderAddress(siteUrl, { locale, token: order.token }),
  }
  return {
    element: (
      <StaffMail
        sender={settings}
        order={order}
        branches={settings.branches}
        content={content}
        locale={locale}
      />
    ),
    subject: content.subject,
    replyTo: order.contact.email,
  }
}
