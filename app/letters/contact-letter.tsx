import { formatClock, formatDate } from '#app/language/formats.ts'
import { pathTo } from '#app/language/route-table.ts'
import { cardsWithPage } from '#app/shop/catalogue/cards.ts'
import { findMessage } from '#app/shop/enquiries/contact-message.ts'
import type { ContactMailKind } from '#app/shop/mail-kinds.ts'
import type { LetterWriter } from './letter-types.ts'
import { letterWords } from './letter-words.ts'
import { ContactMail, type ContactMailContent } from './mails/ContactMail.tsx'

/** A mail about a message from the contact form; the one to the shop has the address that an answer goes to. */
export const contactLetter: LetterWriter<ContactMailKind> = async (
  { db, siteUrl, settings },
  { kind, locale, payload },
) => {
  const message = await findMessage(db, payload.message)
  if (!message) throw new Error('there is no such message')
  const t = letterWords(locale)
  const toStaff = kind === 'staff-contact'
  const [piece] = message.piece ? await cardsWithPage(db, [message.piece], new Date()) : []
  const about = message.piece
    ? [
        t('order.stockNumber', { id: message.piece }),
        ...(piece
          ? [
              [piece.brand, piece.name[locale]].filter(Boolean).join(' '),
              `${siteUrl}${pathTo(locale, 'product', { name: piece.slug[locale], id: piece.id })}`,
            ]
          : []),
      ]
    : null
  const values = {
    number: String(message.id),
    date: formatDate(message.received_at, locale),
    time: formatClock(message.received_at, locale),
    name: message.name,
    subject: t(`contact.subjects.${message.subject as 'question'}`),
    language: t(`contact.languages.${message.locale}`),
  }
  const content: ContactMailContent = {
    subject: t(`kinds.${kind}.subject`, values),
    title: t(`kinds.${kind}.title`),
    text: toStaff
      ? [t('kinds.staff-contact.text', values)]
      : [t('greetingUnnamed'), t('kinds.contact-acknowledgement.text', values)],
    // Anybody may have typed the address: the acknowledgement repeats nothing of what they typed beside it.
    facts: toStaff
      ? [
          [t('contact.subject'), values.subject],
          ...(message.email ? [[t('contact.email'), message.email] as const] : []),
          ...(message.phone ? [[t('contact.phone'), message.phone] as const] : []),
          ...(about ? [[t('contact.piece'), about] as const] : []),
          [t('contact.message'), message.message.split('\n')],
        ]
      : [],
    locale,
    toStaff,
  }
  return {
    element: <ContactMail sender={settings} content={content} />,
    subject: content.subject,
    replyTo: (toStaff ? message.email : null) ?? settings.contact.email,
  }
}
