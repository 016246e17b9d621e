import type { Locale } from '#app/language/locales.ts'
import { pathTo } from '#app/language/route-table.ts'
import type { Attachment } from '#app/platform/mail.ts'
import { type Appointment, type AppointmentPiece, pieceName } from '#app/shop/appointments/appointment.ts'
import { type CalendarEntry, invitation, publishedEntry } from '#app/shop/appointments/calendar-file.ts'
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
  appointment: Pick<Appointment, 'uid' | 'kind' | 'pieces' | 'videoLink' | 'request' | 'token' | 'locale'>,
  { sequence, branch, startsAt, endsAt }: ToldAppointment,
  { siteUrl, settings }: Sources,
): CalendarEntry {
  const { uid, kind, pieces, videoLink, locale } = appointment
  const t = letterWords(locale)
  const [first] = pieces
  const words = {
    shop: settings.site.name,
    piece: first ? pieceName(first, locale) : 'none',
    more: pieces.length - 1,
  }
  const list = pieces.map(
    (piece) => `${t('order.stockNumber', { id: piece.id })}: ${pieceName(piece, locale)}`,
  )
  const isVideo = kind === 'video'
  const url = appointmentAddress(siteUrl, appointment)
  return {
    uid: `${uid}@${new URL(siteUrl).hostname}`,
    sequence,
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    summary: t(`appointment.summary.${kind}`, words),
    description: [
      ...(isVideo && videoLink === null ? [t('appointment.linkFollows')] : []),
      ...list,
      ...(url === null ? [] : [t('appointment.inCalendar', { url })]),
    ].join('\n'),
    location: isVideo ? (videoLink ?? t('appointment.byVideo')) : branchLine({ settings }, branch),
    url,
    isCancelled: false,
  }
}

/** What it is called in the calendar of whoever receives them: a link of theirs, or the file of a mail. */
export function staffCalendarEntry(
  appointment: Appointment,
  { siteUrl, settings, locale }: { siteUrl: string; settings: Pick<Settings, 'branches'>; locale: Locale },
): CalendarEntry {
  const { id, uid, sequence, startsAt, endsAt, branchId, name, phone, about, request } = appointment
  const { kind, pieces, videoLink } = appointment
  const video = kind === 'video' ? letterWords(locale)('appointment.byVideo') : null
  return {
    ...{ uid: `staff-${uid}@${new URL(siteUrl).hostname}`, sequence, startsAt, endsAt },
    summary: [name, video, request?.number, ...pieces.map((piece) => piece.id)].filter(Boolean).join(' · '),
    description: [videoLink, phone, about].filter(Boolean).join('\n'),
    location: settings.branches.find((branch) => branch.id === branchId)?.name ?? branchId,
    url: `${siteUrl}/office/appointments/${id}`,
    isCancelled: false,
  }
}

/** Where it is, as staff read it: a call by video is led from a branch. */
export const staffPlace = ({ kind }: Pick<Appointment, 'kind'>, branch: string, video: string) =>
  kind === 'video' ? `${video} (${branch})` : branch

/** The same entry as a file by itself, for whoever opens the page of their appointment. */
export function downloadedFile(appointment: Appointment, sources: Sources): string {
  const { sequence, branchId, startsAt, endsAt, movedAt, madeAt } = appointment
  const told = { sequence, branch: branchId, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  return publishedEntry(calendarEntry(appointment, told, sources), movedAt ?? madeAt)
}

/** What is looked at, as mails list it: to staff with its stock number, to others with its page. */
export function piecesInMail(
  pieces: readonly AppointmentPiece[],
  locale: Locale,
  below: (piece: AppointmentPiece) => string,
): [string, string[]][] {
  if (pieces.length === 0) return []
  const t = letterWords(locale)
  const label = pieces.length === 1 ? t('contact.piece') : t('appointment.pieces')
  return [[label, pieces.flatMap((piece) => [pieceName(piece, locale), below(piece)])]]
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
