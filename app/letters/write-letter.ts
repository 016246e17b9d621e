import { render, toPlainText } from '@react-email/render'
import { z } from 'zod'
import { type Letter, UnwritableMail } from '#app/platform/mail.ts'
import type { WaitingMail } from '#app/platform/mail-outbox.ts'
import { sentLetter } from '#app/platform/sent-mails.ts'
import { type MailKind, mailKinds } from '#app/shop/mail-kinds.ts'
import { copiedMail } from '#app/shop/mails/send-again.ts'
import { readSettings } from '#app/shop/settings/settings.ts'
import { alertLetter, pieceAlertLetter } from './alert-letter.tsx'
import { appointmentLetter, staffAppointmentLetter } from './appointment-letter.tsx'
import { buyerLetter } from './buyer-letter.tsx'
import { colleagueLetter } from './colleague-letter.tsx'
import { contactLetter } from './contact-letter.tsx'
import { enquiryLetter } from './enquiry-letter.tsx'
import type { LetterSources, LetterWriter, ParsedMail } from './letter-types.ts'
import { reservationLetter } from './reservation-letter.tsx'
import { sellerLetter, staffSellLetter } from './sell-letter.tsx'
import { staffAccessLetter } from './staff-access-letter.tsx'
import { staffOrderLetter } from './staff-order-letter.tsx'
import { withdrawalLetter } from './withdrawal-letter.tsx'

/** How each kind of mail is written; what each needs stands in `app/shop/mail-kinds.ts`. */
const writers: { [Kind in MailKind]: LetterWriter<Kind> } = {
  acknowledgement: buyerLetter,
  confirmation: buyerLetter,
  'branch-sale': buyerLetter,
  'payment-received': buyerLetter,
  'payment-part': buyerLetter,
  'payment-reminder': buyerLetter,
  'order-expired': buyerLetter,
  'order-cancelled': buyerLetter,
  'order-ready': buyerLetter,
  'order-shipped': buyerLetter,
  'address-changed': buyerLetter,
  'tracking-changed': buyerLetter,
  'return-label': buyerLetter,
  'conflict-refunded': buyerLetter,
  'surplus-refunded': buyerLetter,
  'refund-planned': buyerLetter,
  'refund-sent': buyerLetter,
  'payment-corrected': buyerLetter,
  'refund-corrected': buyerLetter,
  'reservation-made': reservationLetter,
  'reservation-ends': reservationLetter,
  'staff-order': staffOrderLetter,
  'staff-conflict': staffOrderLetter,
  'staff-surplus': staffOrderLetter,
  'withdrawal-acknowledgement': withdrawalLetter,
  'withdrawal-answer': withdrawalLetter,
  'staff-withdrawal': withdrawalLetter,
  'sell-acknowledgement': sellerLetter,
  'sell-question': sellerLetter,
  'sell-estimate': sellerLetter,
  'sell-offer': sellerLetter,
  'sell-declined': sellerLetter,
  'sell-turned-down': sellerLetter,
  'sell-expired': sellerLetter,
  'sell-appointment': sellerLetter,
  'sell-label': sellerLetter,
  'sell-received': sellerLetter,
  'sell-paid': sellerLetter,
  'sell-cancelled': sellerLetter,
  'sell-returned': sellerLetter,
  'sell-parcel-changed': sellerLetter,
  'staff-sell': staffSellLetter,
  'appointment-booked': appointmentLetter,
  'appointment-moved': appointmentLetter,
  'appointment-cancelled': appointmentLetter,
  'appointment-reminder': appointmentLetter,
  'appointment-link': appointmentLetter,
  'staff-appointment': staffAppointmentLetter,
  'staff-assigned': colleagueLetter,
  'contact-acknowledgement': contactLetter,
  'staff-contact': contactLetter,
  'enquiry-answer': enquiryLetter,
  'alert-confirm': alertLetter,
  'alert-arrivals': alertLetter,
  'alert-piece-confirm': pieceAlertLetter,
  'alert-piece': pieceAlertLetter,
  'staff-reset': staffAccessLetter,
  'staff-invitation': staffAccessLetter,
}

/**
 * Writes a mail of the outbox: subject, text and attachments, in the recipient's language.
 * @throws {UnwritableMail} for a kind that is not known here, or when it lacks what its kind needs
 */
export async function writeLetter(sources: LetterSources, waiting: WaitingMail): Promise<Letter> {
  const copied = copiedMail(waiting.payload)
  if (copied !== null) {
    const letter = await sentLetter(sources.db, copied)
    if (letter) return letter
    throw new UnwritableMail(`mail ${copied}, which is to be sent once more, is no longer there`)
  }
  const mail = parseMail(waiting)
  const settings = await readSettings(sources.db)
  // Each writer takes the mails of its own kind, which the table above ensures.
  const write = writers[mail.kind] as LetterWriter<MailKind>
  const { element, plain, attachments = [], ...draft } = await write({ ...sources, settings }, mail)
  const html = await render(element)
  return { ...draft, html, plain: plain ?? textOf(html), attachments }
}

/** Headings as they are: capitals alone would make 0.52 ct and 18 kt of a piece something else. */
const asWritten = ['h1', 'h2'].map((selector) => ({ selector, options: { uppercase: false } }))
const textOf = (html: string) => toPlainText(html, { selectors: asWritten })

function parseMail({ kind, locale, payload }: WaitingMail): ParsedMail {
  if (!isMailKind(kind)) throw new UnwritableMail(`there is no letter of the kind "${kind}"`)
  const parsed = mailKinds[kind].safeParse(payload)
  if (parsed.success) return { kind, locale, payload: parsed.data } as ParsedMail
  throw new UnwritableMail(
    `a mail of the kind "${kind}" lacks what it needs: ${z.prettifyError(parsed.error)}`,
  )
}

function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailKinds, kind)
}
