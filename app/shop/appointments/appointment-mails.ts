import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import {
  type AppointmentMailKind,
  enqueueMails,
  type MailPayload,
  type OutgoingMail,
} from '#app/shop/mail-kinds.ts'

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
