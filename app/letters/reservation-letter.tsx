import { formatClock, formatDate } from '#app/language/formats.ts'
import { pathTo } from '#app/language/route-table.ts'
import { cardsWithPage } from '#app/shop/catalogue/cards.ts'
import { lineTitle } from '#app/shop/counter/counter-lines.ts'
import { findReservation } from '#app/shop/counter/reservation.ts'
import type { ReservationMailKind } from '#app/shop/mail-kinds.ts'
import type { LetterWriter } from './letter-types.ts'
import { letterWords } from './letter-words.ts'
import { ContactMail } from './mails/ContactMail.tsx'

/** A mail to somebody for whom a piece is kept: until when, and where. */
export const reservationLetter: LetterWriter<ReservationMailKind> = async (
  { db, siteUrl, settings },
  { kind, locale, payload },
) => {
  const reservation = await findReservation(db, payload.reservation)
  if (!reservation) throw new Error(`there is no reservation ${payload.reservation}`)
  const t = letterWords(locale)
  const { piece, until, branchId, name } = reservation
  const [card] = await cardsWithPage(db, [piece], new Date())
  const branch = settings.branches.find(({ id }) => id === branchId)
  const values = {
    piece: card ? lineTitle(card, locale) : t('order.stockNumber', { id: piece }),
    date: formatDate(until, locale),
    time: formatClock(until, locale),
    branch: branch?.name ?? '',
  }
  const subject = t(`kinds.${kind}.subject`, values)
  const address = card && `${siteUrl}${pathTo(locale, 'product', { name: card.slug[locale], id: piece })}`
  return {
    element: (
      <ContactMail
        sender={settings}
        content={{
          subject,
          title: t(`kinds.${kind}.title`),
          text: [
            name === null ? t('greetingUnnamed') : t('greeting', { name }),
            t(`kinds.${kind}.text`, values),
          ],
          facts: [
            [
              t('contact.piece'),
              [t('order.stockNumber', { id: piece }), values.piece, ...(address ? [address] : [])],
            ],
            ...(branch
              ? [[branch.name, [branch.street, `${branch.postalCode} ${branch.city}`]] as const]
              : []),
          ],
          locale,
          toStaff: false,
        }}
      />
    ),
    subject,
    replyTo: settings.contact.email,
  }
}
