import { formatDate, timeZone } from '#app/language/formats.ts'
import { type Locale, languageTags } from '#app/language/locales.ts'
import { shownPhone } from '#app/language/phone.ts'
import { pathTo } from '#app/language/route-table.ts'
import {
  type Appointment,
  type AppointmentPiece,
  findAppointment,
  isEnteredByStaff,
} from '#app/shop/appointments/appointment.ts'
import { piecesOnSale } from '#app/shop/appointments/viewing-places.ts'
import type { AppointmentMailKind } from '#app/shop/mail-kinds.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import {
  appointmentAddress,
  appointmentFile,
  branchLine,
  piecesInMail,
  staffPlace,
} from './appointment-file.ts'
import type { LetterSources, LetterWriter } from './letter-types.ts'
import { letterWords } from './letter-words.ts'
import { AppointmentMail } from './mails/AppointmentMail.tsx'

/** „Freitag, 27. November 2026, 10:30 Uhr“, time in Germany. */
export function sayTime(iso: string, locale: Locale): string {
  const at = new Date(iso)
  const weekday = at.toLocaleDateString(languageTags[locale], { weekday: 'long', timeZone })
  const time = at.toLocaleTimeString(languageTags[locale], { timeStyle: 'short', timeZone })
  return letterWords(locale)('appointment.moment', { weekday, date: formatDate(at, locale), time })
}

/** A mail to whoever comes: where and when, with the calendar file and the way to change it. */
export const appointmentLetter: LetterWriter<AppointmentMailKind> = async (sources, mail) => {
  const { siteUrl, settings } = sources
  const { kind, locale, payload } = mail
  const t = letterWords(locale)
  const appointment = await appointmentOf(sources, payload.appointment)
  const isCancelled = kind === 'appointment-cancelled'
  const branch = settings.branches.find(({ id }) => id === payload.branch)
  const when = sayTime(payload.startsAt, locale)
  const values = {
    when,
    branch: branch?.name ?? payload.branch,
    by: 'by' in payload ? payload.by : 'none',
    how: appointment.kind,
    link: appointment.videoLink === null ? 'none' : 'known',
    for: appointment.request ? 'seller' : 'visitor',
  }
  const reason = 'reason' in payload && payload.reason !== '' ? [payload.reason] : []
  // Who booked online may have typed anybody's address, and a name of any kind beside it.
  const isKnown = appointment.request !== null || (await isEnteredByStaff(sources.db, appointment.id))
  const name = isKnown ? appointment.name : null
  const { pieces, kind: how, videoLink } = appointment
  const [first] = pieces
  const own = appointmentAddress(siteUrl, appointment)
  const addressOf = ({ id, slug }: AppointmentPiece) =>
    siteUrl + pathTo(locale, 'product', { name: slug[locale], id })
  // Who cannot come, or cannot be received, may want another time.
  const isEnded = kind === 'appointment-cancelled' && payload.by === 'ended'
  const next = isEnded ? null : isCancelled && !appointment.request ? first && addressOf(first) : own
  const content = {
    subject: t(`kinds.${kind}.subject`, values),
    title: t(`kinds.${kind}.title`),
    text: [
      name === null ? t('greetingUnnamed') : t('greeting', { name }),
      t(`kinds.${kind}.text`, values),
      ...reason,
    ],
    facts: [
      [t('appointment.when'), when] as const,
      ...('from' in payload ? [[t('appointment.from'), sayTime(payload.from, locale)] as const] : []),
      [
        t('appointment.where'),
        how === 'video'
          ? [t('appointment.byVideo'), ...(videoLink === null || isCancelled ? [] : [videoLink])]
          : branchLine({ settings }, payload.branch).split(', '),
      ] as const,
      ...piecesInMail(pieces, locale, addressOf),
      ...(branch ? [[t('contact.phone'), shownPhone(branch.phone, locale)] as const] : []),
    ],
    action:
      kind === 'appointment-link' && videoLink !== null
        ? { label: t('appointment.join'), href: videoLink }
        : next
          ? { label: t(`appointment.${isCancelled ? 'again' : 'change'}`), href: next }
          : null,
    locale,
    toStaff: false,
  }
  const email = appointment.email ?? settings.contact.email
  return {
    element: <AppointmentMail sender={settings} content={content} />,
    subject: content.subject,
    attachments: [appointmentFile(appointment, payload, { siteUrl, settings, email, isCancelled })],
    replyTo: settings.contact.email,
  }
}

/** A mail to the shop: somebody comes, at another time, or not at all. */
export const staffAppointmentLetter: LetterWriter<'staff-appointment'> = async (
  sources,
  { payload, locale },
) => {
  const { siteUrl, settings } = sources
  const t = letterWords(locale)
  const appointment = await appointmentOf(sources, payload.appointment)
  const { name, email, phone, about } = appointment
  const when = sayTime(payload.startsAt, locale)
  const branch = settings.branches.find(({ id }) => id === payload.branch)?.name ?? payload.branch
  const values = { what: payload.what, name: name ?? '–', when, branch, how: appointment.kind }
  const content = {
    subject: t('kinds.staff-appointment.subject', values),
    title: t('kinds.staff-appointment.title', values),
    text: [
      t('kinds.staff-appointment.text', {
        ...values,
        language: t(`contact.languages.${appointment.locale}`),
      }),
    ],
    facts: [
      [t('appointment.when'), when] as const,
      ...(payload.from ? [[t('appointment.from'), sayTime(payload.from, locale)] as const] : []),
      [t('appointment.where'), staffPlace(appointment, branch, t('appointment.byVideo'))] as const,
      ...(email ? [[t('contact.email'), email] as const] : []),
      ...(phone ? [[t('contact.phone'), phone] as const] : []),
      ...(await piecesForStaff(sources, { appointment, settings, locale })),
      ...(about ? [[t('contact.message'), about.split('\n')] as const] : []),
    ],
    action: { label: t('appointment.inOffice'), href: `${siteUrl}/office/appointments/${appointment.id}` },
    locale,
    toStaff: true,
  }
  return {
    element: <AppointmentMail sender={settings} content={content} />,
    subject: content.subject,
    replyTo: email ?? settings.contact.email,
  }
}

/** The pieces that staff lay out, and which of them have to be brought from another branch first. */
async function piecesForStaff(
  { db }: LetterSources,
  { appointment, settings, locale }: { appointment: Appointment; settings: Settings; locale: Locale },
) {
  const { pieces, branchId } = appointment
  const t = letterWords(locale)
  const lie = await piecesOnSale(
    db,
    pieces.map(({ id }) => id),
    settings,
  )
  return piecesInMail(pieces, locale, ({ id }) => {
    const number = t('order.stockNumber', { id })
    const at = lie.find((piece) => piece.id === id)?.branchId ?? branchId
    const branch = settings.branches.find((each) => each.id === at)?.name ?? at
    return at === branchId ? number : `${number} · ${t('appointment.bring', { branch })}`
  })
}

/** The appointment that a mail is about. @throws when there is none: the mail waits and is looked into */
export async function appointmentOf({ db }: LetterSources, id: number) {
  const found = await findAppointment(db, { id }, new Date())
  if (!found) throw new Error('there is no such appointment')
  return found
}
