import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  type AppointmentMailKind,
  enqueueMails,
  type MailPayload,
  type OutgoingMail,
} from '#app/shop/mail-kinds.ts'
import { findAppointment } from './appointment.ts'

/** An appointment as a mail about it needs it. */
export type TellableAppointment = {
  id: number
  sequence: number
  branchId: string
  startsAt: Date
  endsAt: Date
  locale: Locale
  email: string | null
}

type Besides<Kind extends AppointmentMailKind | 'staff-appointment'> = Omit<
  MailPayload<Kind>,
  'appointment' | 'sequence' | 'branch' | 'startsAt' | 'endsAt'
>

const shown = ({ id, sequence, branchId, startsAt, endsAt }: TellableAppointment) => ({
  ...{ appointment: id, sequence, branch: branchId },
  ...{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
})

/**
 * Writes to whoever comes, in their language; nobody without an address is written to. `client`: the pseudonym of the
 * visitor who caused it, where one did: then only so many go out.
 */
export async function tellVisitor<Kind extends AppointmentMailKind>(
  db: Database,
  appointment: TellableAppointment,
  kind: Kind,
  besides: Besides<Kind>,
  { client }: { client?: string | null } = {},
): Promise<void> {
  if (appointment.email === null) return
  await enqueueMails(db, [
    {
      reason: `appointment:${appointment.id}:${kind}:${appointment.sequence}`,
      kind,
      locale: appointment.locale,
      recipient: appointment.email,
      payload: { ...shown(appointment), ...besides },
      ...(client !== undefined && { care: 'stranger', client }),
    } as OutgoingMail,
  ])
}

export type ColleagueTold = MailPayload<'staff-assigned'>['deed']

/**
 * Tells a colleague, in their language and with a calendar file, that they receive somebody, at another time, or no longer.
 * `of`: the appointment, by its id as it is now, or as it was for whom it no longer is. Whose account is closed is told nothing.
 */
export async function tellColleague(
  db: Database,
  of: number | TellableAppointment,
  { staffId, deed, now }: { staffId: number; deed: ColleagueTold; now: Date },
): Promise<void> {
  const appointment = typeof of === 'number' ? await findAppointment(db, { id: of }, now) : of
  const colleague = await db
    .selectFrom('staff_member')
    .select(['email', 'locale'])
    .where('id', '=', staffId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!colleague || !appointment) return
  const at = now.toISOString()
  await enqueueMails(db, [
    {
      reason: `appointment:${appointment.id}:colleague:${staffId}:${deed}:${at}`,
      kind: 'staff-assigned',
      locale: colleague.locale,
      recipient: colleague.email,
      payload: { ...shown(appointment), staff: staffId, deed, at },
    },
  ])
}

/** Tells whoever received them before, and whoever does now, of what changed; `after` is null when nobody comes any more. */
export async function tellColleagues(
  db: Database,
  before: TellableAppointment & { staff: { id: number } | null },
  after: (TellableAppointment & { staffId: number | null }) | null,
  now: Date,
): Promise<void> {
  const former = before.staff?.id ?? null
  if (former !== null && former !== after?.staffId) {
    const deed = after === null ? 'cancelled' : 'unassigned'
    await tellColleague(db, before, { staffId: former, deed, now })
  }
  if (after === null || after.staffId === null) return
  if (former !== after.staffId)
    return tellColleague(db, after, { staffId: after.staffId, deed: 'assigned', now })
  if (after.sequence !== before.sequence)
    await tellColleague(db, after, { staffId: after.staffId, deed: 'moved', now })
}

/** Tells the shop of what whoever comes did. */
export async function tellStaff(
  db: Database,
  appointment: TellableAppointment,
  { recipient, ...besides }: Besides<'staff-appointment'> & { recipient: string },
): Promise<void> {
  await enqueueMails(db, [
    {
      reason: `appointment:${appointment.id}:staff:${besides.what}:${appointment.sequence}`,
      kind: 'staff-appointment',
      locale: 'de',
      recipient,
      payload: { ...shown(appointment), ...besides },
      care: 'staff',
    },
  ])
}
