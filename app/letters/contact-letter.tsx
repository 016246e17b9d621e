import { z } from 'zod'
import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Database } from '#app/platform/database/database.ts'
import { findCards } from '#app/shop/catalogue/cards.ts'
import { findMessage } from '#app/shop/enquiries/contact-message.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { ContactMail, type ContactMailContent } from './mails/ContactMail.tsx'
import { letterWords } from './words.ts'

const contactMails = ['contact-acknowledgement', 'staff-contact'] as const
type ContactMailKind = (typeof contactMails)[number]

export function isContactMail(kind: string): kind is ContactMailKind {
  return (contactMails as readonly string[]).includes(kind)
}

const aboutMessage = z.object({ message: z.number().int() })

/** What a mail about a message says, with the address that an answer goes to. @throws when there is no such message */
export async function contactLetter(
  { db, siteUrl }: { db: Database; siteUrl: string },
  { kind, locale, payload }: { kind: ContactMailKind; locale: Locale; payload: unknown },
  settings: Settings,
) {
  const message = await findMessage(db, aboutMessage.parse(payload).message)
  if (!message) throw new Error('there is no such message')
  const t = letterWords(locale)
  const toStaff = kind === 'staff-contact'
  const [piece] = message.piece ? await findCards(db, [message.piece], new Date()) : []
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
    name: message.name,
    subject: t(`contact.subjects.${message.subject as 'question'}`),
    language: t(`contact.languages.${message.locale}`),
  }
  const content: ContactMailContent = {
    subject: t(`kinds.${kind}.subject`, values),
    title: t(`kinds.${kind}.title`),
    text: toStaff
      ? [t('kinds.staff-contact.text', values)]
      : [t('greeting', { name: message.name }), t('kinds.contact-acknowledgement.text')],
    facts: [
      [t('contact.subject'), values.subject],
      ...(toStaff ? [[t('contact.email'), message.email] as const] : []),
      ...(toStaff && message.phone ? [[t('contact.phone'), message.phone] as const] : []),
      ...(about ? [[t('contact.piece'), about] as const] : []),
      [t('contact.message'), message.message.split('\n')],
    ],
    locale,
    toStaff,
  }
  return {
    element: <ContactMail sender={settings} content={content} />,
    subject: content.subject,
    replyTo: toStaff ? message.email : settings.contact.email,
  }
}
