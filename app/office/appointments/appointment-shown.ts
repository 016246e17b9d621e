import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import { bool, value } from '#app/platform/database/statement.ts'
import { type Appointment, findAppointment, pieceName } from '#app/shop/appointments/appointment.ts'
import { piecesOnSale } from '#app/shop/appointments/viewing-places.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { changesSince, versionOf } from '#app/shop/staff/change-record.ts'
import type { Load } from '../answer.ts'
import { peopleOf } from './people.ts'

/** Columns whose change says what happened, the first of them that did. */
const deeds = {
  cancelled_at: 'cancelled',
  came_at: 'came',
  missed_at: 'missed',
  forgotten_at: 'forgotten',
  starts_at: 'moved',
  branch_id: 'moved',
  ends_at: 'moved',
  staff_id: 'assigned',
  reminded_at: 'reminded',
  video_link: 'linked',
} as const

type Deed = (typeof deeds)[keyof typeof deeds] | 'made' | 'described'

/** One appointment, with who changed it, when and how, and the mails about it. */
export const appointmentShown = (async ({ app: { db }, now, member }, { params }) => {
  const id = Number(params.id)
  const found = Number.isSafeInteger(id) ? await findAppointment(db, { id }, now) : null
  if (!found) throw new Response(null, { status: 404 })
  const subject = { subject: 'appointment', id: String(id) } as const
  // The version first: what is changed meanwhile is then a conflict, not overlooked.
  const version = await versionOf(db, subject)
  const [changes, mails, people, settings, stands] = await Promise.all([
    changesSince(db, subject, 0),
    db
      .selectFrom('mail_outbox')
      .select(['id', 'kind', 'recipient', 'subject', 'created_at', 'sent_at', 'given_up_at'])
      .where(value(bool)`payload ? 'appointment' and payload ->> 'appointment' = ${String(id)}`)
      .orderBy('id')
      .execute(),
    peopleOf(db),
    currentSettings(db),
    db
      .selectFrom('appointment')
      .select('id')
      .where('uid', '=', found.uid)
      .where('sequence', '>', found.sequence)
      .orderBy('sequence', 'desc')
      .executeTakeFirst(),
  ])
  const { startsAt, endsAt, madeAt, movedAt, remindedAt, request, pieces, token: _, ...appointment } = found
  const isOpen = found.state === 'ahead' || found.state === 'over'
  const begun = startsAt <= now
  return {
    ...{ now: now.toISOString(), version, people },
    branches: settings.branches.map(({ id, name }) => ({ id, name })),
    appointment: {
      ...appointment,
      ...{ startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() },
      minutes: Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000),
      request: request?.number ?? null,
      pieces: await piecesShown(db, found, settings, member.locale),
    },
    /** The one that a seller took in its place. */
    replacedBy: found.state === 'replaced' ? (stands?.id ?? null) : null,
    may: {
      move: isOpen,
      cancel: found.state === 'ahead',
      came: isOpen && begun && !request,
      missed: isOpen && begun,
      sendLink: found.kind === 'video' && found.state === 'ahead',
    },
    history: changes
      .map((change) => ({
        version: change.version,
        at: change.at.toISOString(),
        by: change.by,
        deed: deedOf(change),
        from: textIn(change.before, 'starts_at'),
        to: textIn(change.after, 'starts_at'),
      }))
      .reverse(),
    mails: mails.map((mail) => ({
      ...{ id: mail.id, kind: mail.kind, recipient: mail.recipient, subject: mail.subject },
      at: (mail.sent_at ?? mail.created_at).toISOString(),
      state: mail.sent_at ? ('sent' as const) : mail.given_up_at ? ('failed' as const) : ('waits' as const),
    })),
  }
}) satisfies Load<unknown>

/** What is looked at, and where it lies when that is another branch. */
async function piecesShown(
  db: Database,
  { pieces, branchId }: Appointment,
  settings: Settings,
  locale: Locale,
) {
  const lie = await piecesOnSale(
    db,
    pieces.map(({ id }) => id),
    settings,
  )
  return pieces.map((piece) => {
    const at = lie.find(({ id }) => id === piece.id)?.branchId ?? branchId
    return { id: piece.id, name: pieceName(piece, locale), liesIn: at === branchId ? null : at }
  })
}

type Row = Readonly<Record<string, unknown>> | null

function deedOf({ operation, after }: { operation: string; after: Row }): Deed {
  if (operation === 'insert') return 'made'
  const column = (Object.keys(deeds) as (keyof typeof deeds)[]).find((each) => after && each in after)
  return column ? deeds[column] : 'described'
}

const textIn = (row: Row, column: string): string | null =>
  typeof row?.[column] === 'string' ? new Date(row[column]).toISOString() : null
