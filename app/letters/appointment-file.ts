import { pathTo } from '#app/language/route-table.ts'
import type { Attachment } from '#app/platform/mail.ts'
import type { Appointment } from '#app/shop/appointments/appointment.ts'
import { type CalendarEntry, invitation } from '#app/shop/appointments/calendar-file.ts'
import { sellRequestAddress } from '#app/shop/buying/sell-request-address.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { letterWords } from './letter-words.ts'

/** An appointment as one mail tells of it: it may have been moved since. */
export type ToldAppointment = { sequence: number; branch: string; startsAt: string; endsAt: string }

type Sources = { siteUrl: string; settings: Pick<Settings, 'branches' | 'contact' | 'site'> }

/** The page on which whoever comes moves or cancels it; null: there is none any more. */
export function appointmentAddress(
  siteUrl: string,
  { request, token, locale }: Pick<Appointment, 'request' | 'token' | 'locale'>,
): string | null {
  if (request) return sellRequestAddress(siteUrl, request)
  return token === null ? null : `${siteUrl}${pathTo(locale, 'appointment', { token })}`
}

/** Name and address of a branch, or what is left of one that is gone. */
export function branchLine({ settings }: Pick<Sources, 'settings'>, branchId: string): string {
  const branch = settings.branches.find(({ id }) => id === branchId)
  return branch ? `${branch.name}, ${branch.street}, ${branch.postalCode} ${branch.city}` : branchId
}

/** What it is called in the calendar of whoever comes. */
export function calendarEntry(
  appointment: Pick<Appointment, 'uid' | 'kind' | 'piece' | 'request' | 'token' | 'locale'>,
  { sequence, branch, startsAt, endsAt }: ToldAppointment,
  { siteUrl, settings }: Sources,
): CalendarEntry {
  const { uid, kind, piece, locale } = appointment
  const t = letterWords(locale)
  const name = piece ? [piece.brand, piece.name[locale]].filter(Boolean).join(' ') : ''
  const url = appointmentAddress(siteUrl, appointment)
  return {
    uid: `${uid}@${new URL(siteUrl).hostname}`,
    sequence,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    summary: t(`appointment.summary.${kind}`, { shop: settings.site.name, piece: name || 'none' }),
    description: url === null ? '' : t('appointment.inCalendar', { url }),
    location: branchLine({ settings }, branch),
    url,
    isCancelled: false,
  }
}

/** What it is called in the calendar of whoever receives them: a link of theirs, or the file of a mail. */
export function staffCalendarEntry(
  { id, uid, sequence, startsAt, endsAt, branchId, name, phone, about, request, piece }: Appointment,
  { siteUrl, settings }: { siteUrl: string; settings: Pick<Settings, 'branches'> },
): CalendarEntry {
  return {
    ...{ uid: `staff-${uid}@${new URL(siteUrl).hostname}`, sequence, startsAt, endsAt },
    summary: [name, request?.number, piece?.id].filter(Boolean).join(' · '),
    description: [phone, about].filter(Boolean).join('\n'),
    location: settings.branches.find((branch) => branch.id === branchId)?.name ?? branchId,
    url: `${siteUrl}/office/appointments/${id}`,
    isCancelled: false,
  }
}

/** The file that a mail brings, which calendars put in the place of the one before. */
export function appointmentFile(
  appointment: Appointment,
  told: ToldAppointment,
  sources: Sources & { email: string; isCancelled: boolean },
): Attachment {
  const { settings, email, isCancelled } = sources
  const entry = { ...calendarEntry(appointment, told, sources), isCancelled }
  const file = invitation(entry, {
    organizer: { name: settings.site.name, email: settings.contact.email },
    // Anybody may have typed the name that came with the address.
    attendee: { name: email, email },
    now: appointment.movedAt ?? appointment.madeAt,
  })
  const method = isCancelled ? 'CANCEL' : 'REQUEST'
  return {
    filename: `${letterWords(appointment.locale)('appointment.when')}.ics`,
    content: Buffer.from(file),
    contentType: `text/calendar; charset=utf-8; method=${method}`,
  }
}
