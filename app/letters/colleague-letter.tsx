import { invitation } from '#app/shop/appointments/calendar-file.ts'
import { piecesInMail, staffCalendarEntry, staffPlace } from './appointment-file.ts'
import { appointmentOf, sayTime } from './appointment-letter.tsx'
import type { LetterWriter } from './letter-types.ts'
import { letterWords } from './letter-words.ts'
import { AppointmentMail } from './mails/AppointmentMail.tsx'

/** A mail to a colleague who receives somebody, at another time, or no longer, with the file for their calendar. */
export const colleagueLetter: LetterWriter<'staff-assigned'> = async (sources, mail) => {
  const { siteUrl, settings } = sources
  const { payload, locale } = mail
  const t = letterWords(locale)
  const appointment = await appointmentOf(sources, payload.appointment)
  const colleague = await sources.db
    .selectFrom('staff_member')
    .select(['name', 'email'])
    .where('id', '=', payload.staff)
    .executeTakeFirstOrThrow()
  const { name, phone, about, pieces } = appointment
  const when = sayTime(payload.startsAt, locale)
  const branch = settings.branches.find(({ id }) => id === payload.branch)?.name ?? payload.branch
  const values = { deed: payload.deed, name: name ?? '–', when, branch, how: appointment.kind }
  const content = {
    subject: t('kinds.staff-assigned.subject', values),
    title: t('kinds.staff-assigned.title', values),
    text: [t('kinds.staff-assigned.text', values)],
    facts: [
      [t('appointment.when'), when] as const,
      [t('appointment.where'), staffPlace(appointment, branch, t('appointment.byVideo'))] as const,
      ...(phone ? [[t('contact.phone'), phone] as const] : []),
      ...piecesInMail(pieces, locale, ({ id }) => t('order.stockNumber', { id })),
      ...(about ? [[t('contact.message'), about.split('\n')] as const] : []),
    ],
    action: { label: t('appointment.inOffice'), href: `${siteUrl}/office/appointments/${appointment.id}` },
    locale,
    toStaff: true,
  }
  const isCancelled = payload.deed === 'unassigned' || payload.deed === 'cancelled'
  const entry = {
    ...staffCalendarEntry(appointment, { siteUrl, settings, locale }),
    // As it was when this was said: it may have been moved since.
    ...{ startsAt: new Date(payload.startsAt), endsAt: new Date(payload.endsAt), location: branch },
    ...{ sequence: payload.sequence, isCancelled },
  }
  const file = invitation(entry, {
    organizer: { name: settings.site.name, email: settings.contact.email },
    attendee: colleague,
    now: new Date(payload.at),
  })
  return {
    element: <AppointmentMail sender={settings} content={content} />,
    subject: content.subject,
    attachments: [
      {
        filename: `${t('appointment.when')}.ics`,
        content: Buffer.from(file),
        contentType: `text/calendar; charset=utf-8; method=${isCancelled ? 'CANCEL' : 'REQUEST'}`,
      },
    ],
    replyTo: settings.contact.email,
  }
}
