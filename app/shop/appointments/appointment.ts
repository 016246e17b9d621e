import type { Locale } from '#app/language/locales.ts'
import type { Database } from '#app/platform/database/database.ts'
import type { AppointmentKind } from './kinds.ts'

/** `ahead` until it is over; then nobody has said yet whether they came. `replaced`: the seller took another time. */
export type AppointmentState = 'ahead' | 'over' | 'came' | 'missed' | 'cancelled' | 'replaced'

export type AppointmentPiece = {
  id: string
  brand: string | null
  name: Record<Locale, string>
  slug: Record<Locale, string>
}

export type Appointment = {
  id: number
  kind: AppointmentKind
  state: AppointmentState
  branchId: string
  startsAt: Date
  endsAt: Date
  /** Who receives them. */
  staff: { id: number; name: string } | null
  /** Null once it is forgotten. */
  name: string | null
  email: string | null
  phone: string | null
  locale: Locale
  /** What whoever comes wants, and what staff note for themselves. */
  about: string | null
  note: string | null
  request: { id: number; number: string; token: string } | null
  /** What is looked at, the first one first. */
  pieces: AppointmentPiece[]
  /** Opens the call by video; null until staff have written it down. */
  videoLink: string | null
  /** Of its calendar file. */
  uid: string
  sequence: number
  /** Opens the page of whoever comes; sellers have that of their request. */
  token: string | null
  forcedBecause: string | null
  cancelledBy: 'customer' | 'staff' | null
  cancelReason: string | null
  madeAt: Date
  movedAt: Date | null
  remindedAt: Date | null
}

/** Which appointments: one, or those that touch a span of time. */
export type WhichAppointments =
  | { id: number }
  | { token: string }
  | { from: Date; until: Date; branchId?: string | null; staffId?: number | null; also?: 'ended' }

/** Appointments as staff see them, earliest first; of a span those that stand, unless ended ones are asked for, too. */
export async function readAppointments(
  db: Database,
  which: WhichAppointments,
  now: Date,
): Promise<Appointment[]> {
  let asked = db
    .selectFrom('appointment as a')
    .leftJoin('sell_request as r', 'r.id', 'a.request_id')
    .leftJoin('staff_member as s', 's.id', 'a.staff_id')
    .select(['a.id', 'a.kind', 'a.branch_id', 'a.starts_at', 'a.ends_at', 'a.staff_id', 'a.locale'])
    .select(['a.by_video', 'a.video_link', 'a.piece_id', 'a.more_pieces'])
    .select(['a.name', 'a.email', 'a.phone', 'a.about', 'a.note', 'a.uid', 'a.sequence', 'a.token'])
    .select(['a.forced_because', 'a.cancelled_at', 'a.cancelled_by', 'a.cancel_reason', 'a.made_at'])
    .select(['a.moved_at', 'a.reminded_at', 'a.came_at', 'a.missed_at', 's.name as staff'])
    .select(['r.id as request', 'r.number', 'r.token as request_token', 'r.name as seller'])
    .select(['r.email as seller_email', 'r.phone as seller_phone'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('appointment as later')
          .select('later.id')
          .whereRef('later.uid', '=', 'a.uid')
          .whereRef('later.sequence', '>', 'a.sequence'),
      ).as('replaced'),
    )
    .orderBy('a.starts_at')
    .orderBy('a.id')
  if ('id' in which) asked = asked.where('a.id', '=', which.id)
  else if ('token' in which) asked = asked.where('a.token', '=', which.token)
  else {
    const { from, until, branchId, staffId, also } = which
    asked = asked.where('a.starts_at', '<', until).where('a.ends_at', '>', from)
    if (branchId) asked = asked.where('a.branch_id', '=', branchId)
    if (staffId) asked = asked.where('a.staff_id', '=', staffId)
    if (also !== 'ended')
      asked = asked.where((build) =>
        build.or([
          build('a.cancelled_at', 'is', null),
          build('a.came_at', 'is not', null),
          build('a.missed_at', 'is not', null),
        ]),
      )
  }
  const rows = await asked.execute()
  const pieces = await piecesNamed(db, [...new Set(rows.flatMap(numbersIn))])
  return rows.map((row) => ({
    ...{ id: row.id, kind: row.by_video ? ('video' as const) : row.kind, branchId: row.branch_id },
    ...{ startsAt: row.starts_at, endsAt: row.ends_at },
    state: stateOf(row, now),
    staff: row.staff_id !== null && row.staff !== null ? { id: row.staff_id, name: row.staff } : null,
    ...{ name: row.name ?? row.seller, email: row.email ?? row.seller_email },
    phone: row.phone ?? row.seller_phone,
    ...{ locale: row.locale, about: row.about, note: row.note },
    request:
      row.request !== null && row.number !== null && row.request_token !== null
        ? { id: row.request, number: row.number, token: row.request_token }
        : null,
    pieces: numbersIn(row).flatMap((id) => pieces.get(id) ?? []),
    videoLink: row.video_link,
    ...{ uid: row.uid, sequence: row.sequence, token: row.token, forcedBecause: row.forced_because },
    ...{ cancelledBy: row.cancelled_by, cancelReason: row.cancel_reason, madeAt: row.made_at },
    ...{ movedAt: row.moved_at, remindedAt: row.reminded_at },
  }))
}

const numbersIn = ({ piece_id, more_pieces }: { piece_id: string | null; more_pieces: string[] }) =>
  piece_id === null ? more_pieces : [piece_id, ...more_pieces]

async function piecesNamed(db: Database, ids: readonly string[]): Promise<Map<string, AppointmentPiece>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('product as p')
    .leftJoin('brand as b', 'b.id', 'p.brand_id')
    .select(['p.id', 'p.name', 'p.slug_de', 'p.slug_en', 'b.name as brand'])
    .where('p.id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, name, brand, slug_de, slug_en }) => [
      id,
      { id, brand, name: name as Record<Locale, string>, slug: { de: slug_de ?? '', en: slug_en ?? '' } },
    ]),
  )
}

/** Its columns of what it is about: a call by video is stored as a viewing. */
export const columnsOfKind = (kind: AppointmentKind, [first, ...more]: readonly string[]) => ({
  ...{ kind: kind === 'video' ? ('viewing' as const) : kind, by_video: kind === 'video' },
  ...{ piece_id: first ?? null, more_pieces: more },
})

/** What a piece is called, with its maker; a name that names them does not say it twice. */
export const pieceName = ({ brand, name }: Pick<AppointmentPiece, 'brand' | 'name'>, locale: Locale) =>
  brand === null || name[locale].includes(brand) ? name[locale] : `${brand} ${name[locale]}`

/** One of them, null when there is none. */
export async function findAppointment(
  db: Database,
  which: { id: number } | { token: string },
  now: Date,
): Promise<Appointment | null> {
  const [found] = await readAppointments(db, which, now)
  return found ?? null
}

type Ends = {
  came_at: Date | null
  missed_at: Date | null
  cancelled_at: Date | null
  ends_at: Date
  replaced: unknown
}

function stateOf(row: Ends, now: Date): AppointmentState {
  if (row.came_at !== null) return 'came'
  if (row.missed_at !== null) return 'missed'
  if (row.cancelled_at !== null) return row.replaced === true ? 'replaced' : 'cancelled'
  return row.ends_at > now ? 'ahead' : 'over'
}

/** Whether staff entered it, who were told name and address together; else whoever booked online typed both. */
export async function isEnteredByStaff(db: Database, id: number): Promise<boolean> {
  const entered = await db
    .selectFrom('change_record')
    .select('id')
    .where('subject', '=', 'appointment')
    .where('subject_id', '=', String(id))
    .where('part', '=', 'appointment')
    .where('operation', '=', 'insert')
    .where('staff_id', 'is not', null)
    .executeTakeFirst()
  return entered !== undefined
}
