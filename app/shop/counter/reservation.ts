import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { line, optionalText } from '#app/forms/fields.ts'
import { type Database, together } from '#app/platform/database/database.ts'
import {
  bool,
  int4,
  int8,
  nullable,
  oneOf,
  now as present,
  query,
  text,
  timestamptz,
  value,
} from '#app/platform/database/statement.ts'
import { productStatuses } from '#app/shop/catalogue/product-status.ts'
import { enqueueMails } from '#app/shop/mail-kinds.ts'
import { eraseMailsOfReservations } from '#app/shop/mail-retention.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { branchesAsOpen } from '#app/shop/settings/vacation.ts'
import { versionOf } from '#app/shop/staff/change-record.ts'
import { reservationHolder } from './counter-hold.ts'
import { reservationEnds } from './reservation-times.ts'

export const reservationSchema = z.object({
  piece: z.string().regex(/^\d{4,8}$/, 'no-such-piece'),
  branchId: z.string().min(1).max(60),
  name: line(200),
  phone: z.union([z.literal(''), z.string().min(3, 'invalid').max(60, 'too-long')]),
  email: z.union([z.literal(''), z.email('invalid').max(320, 'too-long')]),
  note: optionalText(1000),
  locale: z.enum(['de', 'en']),
  /** German day, `YYYY-MM-DD`: until the branch closes on it. */
  day: z.iso.date('invalid'),
})
export type ReservationInput = z.infer<typeof reservationSchema>

export type Reserved =
  | { ok: true; id: number; until: Date }
  /** `order`, `until` and `name`: whoever has it, as far as staff may know. */
  | { ok: false; reason: 'no-such-piece' | 'not-on-sale' | 'no-such-day' | 'no-such-branch' }
  | { ok: false; reason: 'held'; until: Date }
  | { ok: false; reason: 'ordered'; order: string }
  | { ok: false; reason: 'reserved'; name: string; until: Date }

type Staff = { by: string; settings: Pick<Settings, 'branches' | 'vacation'>; now: Date }

/**
 * Keeps a piece for somebody until a branch closes on a day: nobody else can have it, the pages of the shop show it as
 * reserved, and it is on sale again by itself. One of two who want it at the same moment gets it. Whoever gave an address
 * is written to.
 */
export async function reserve(
  db: Database,
  input: ReservationInput,
  { by, settings, now }: Staff,
): Promise<Reserved> {
  const until = endOn(input, settings, now)
  if (until === null) {
    const isThere = settings.branches.some(({ id }) => id === input.branchId)
    return { ok: false, reason: isThere ? 'no-such-day' : 'no-such-branch' }
  }
  return together(db, async (transaction): Promise<Reserved> => {
    const taken = await whoHasIt(transaction, input.piece)
    if (taken) return taken
    await endLapsedOf(transaction, input.piece)
    const { piece, email, phone, branchId, name, note, locale } = input
    const { id } = await transaction
      .insertInto('reservation')
      .values({
        product_id: piece,
        branch_id: branchId,
        name,
        phone: phone || null,
        email: email || null,
        note,
        locale,
        until,
        made_by: by,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      with kept as (
        update claim set holder = ${reservationHolder(id)}, held_since = now(), held_until = ${until}
        where product_id = ${piece}
      )
      update product set status = 'reserved' where id = ${piece} and status = 'listed'
    `.execute(transaction)
    if (email !== '')
      await writeTo(transaction, { id, locale, email }, 'reservation-made', `${until.getTime()}`)
    return { ok: true, id, until }
  })
}

function endOn(
  { branchId, day }: { branchId: string; day: string },
  { branches, vacation }: Staff['settings'],
  now: Date,
): Date | null {
  const branch = branchesAsOpen({ branches, vacation }).find(({ id }) => id === branchId)
  if (!branch) return null
  return reservationEnds(branch, now).find((end) => end.day === day)?.until ?? null
}

/** Locks a piece's claim for the rest of the transaction; null when it is free to be had. */
async function whoHasIt(db: Database, piece: string): Promise<Extract<Reserved, { ok: false }> | null> {
  const [row] = await query(db, {
    status: oneOf(productStatuses),
    holder: nullable(text),
    held_until: nullable(timestamptz),
    live: nullable(bool),
    order_id: nullable(int8),
  })`
    select p.status, c.holder, c.held_until, c.held_until > now() as live, c.order_id
    from claim c join product p on p.id = c.product_id where c.product_id = ${piece} for update of c, p
  `
  if (!row) return { ok: false, reason: 'no-such-piece' }
  if (row.order_id !== null && row.status !== 'sold') {
    const order = await db
      .selectFrom('shop_order')
      .select('number')
      .where('id', '=', row.order_id)
      .executeTakeFirst()
    return { ok: false, reason: 'ordered', order: order?.number ?? '' }
  }
  if (row.status !== 'listed' && row.status !== 'reserved') return { ok: false, reason: 'not-on-sale' }
  if (row.holder === null) return row.status === 'listed' ? null : { ok: false, reason: 'not-on-sale' }
  if (!row.live || row.held_until === null) return null
  const live = await reservationOfPiece(db, piece)
  return live && row.holder === reservationHolder(live.id)
    ? { ok: false, reason: 'reserved', name: live.name, until: live.until }
    : { ok: false, reason: 'held', until: row.held_until }
}

async function endLapsedOf(db: Database, piece: string): Promise<void> {
  await sql`
    update reservation set ended_at = until, outcome = 'lapsed'
    where product_id = ${piece} and ended_at is null and until <= now()
  `.execute(db)
}

type Changed =
  | { ok: true }
  | { ok: false; reason: 'no-such-reservation' | 'ended' | 'no-such-day' }
  /** Somebody else changed it since it was shown. */
  | { ok: false; reason: 'changed-meanwhile'; version: number }

/** Keeps it longer, or less long; whoever gave an address is told. `version`: as it was shown. */
export async function moveReservation(
  db: Database,
  { id, day, version }: { id: number; day: string; version: number },
  { settings, now }: Omit<Staff, 'by'>,
): Promise<Changed> {
  return together(db, async (transaction): Promise<Changed> => {
    const found = await lockReservation(transaction, id, version)
    if (!found.ok) return found
    const { reservation } = found
    const until = endOn({ branchId: reservation.branch_id, day }, settings, now)
    if (until === null) return { ok: false, reason: 'no-such-day' }
    await transaction
      .updateTable('reservation')
      .set({ until, reminded_at: null })
      .where('id', '=', id)
      .execute()
    await transaction
      .updateTable('claim')
      .set({ held_until: until })
      .where('product_id', '=', reservation.product_id)
      .where('holder', '=', reservationHolder(id))
      .execute()
    const { email, locale } = reservation
    if (email !== null)
      await writeTo(transaction, { id, locale, email }, 'reservation-made', `${until.getTime()}`)
    return { ok: true }
  })
}

/** Ends it early: the piece is on sale again, and nobody else loses anything. */
export async function endReservation(
  db: Database,
  { id, version }: { id: number; version: number },
  { by }: { by: string },
): Promise<Changed> {
  return together(db, async (transaction): Promise<Changed> => {
    const found = await lockReservation(transaction, id, version)
    if (!found.ok) return found
    await sql`
      with freed as materialized (
        select c.product_id from claim c join product p on p.id = c.product_id
        where c.holder = ${reservationHolder(id)} for update of c, p
      ), unclaimed as (
        update claim c set holder = null, held_since = null, held_until = null
        from freed where c.product_id = freed.product_id
      )
      update product p set status = 'listed' from freed where p.id = freed.product_id and p.status = 'reserved'
    `.execute(transaction)
    await transaction
      .updateTable('reservation')
      .set({ ended_at: present, outcome: 'released', ended_by: by })
      .where('id', '=', id)
      .execute()
    return { ok: true }
  })
}

async function lockReservation(db: Database, id: number, version: number) {
  const [piece] = await db.selectFrom('reservation').select('product_id').where('id', '=', id).execute()
  if (!piece) return { ok: false, reason: 'no-such-reservation' } as const
  // Claims before reservations, as where one is made or sold.
  await sql`select from claim where product_id = ${piece.product_id} for update`.execute(db)
  const reservation = await db
    .selectFrom('reservation')
    .selectAll()
    .select(value(bool)`until > now()`.as('is_live'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (reservation.ended_at !== null || !reservation.is_live) return { ok: false, reason: 'ended' } as const
  const known = await versionOf(db, { subject: 'reservation', id: String(id) })
  if (known !== version) return { ok: false, reason: 'changed-meanwhile', version: known } as const
  return { ok: true, reservation } as const
}

/** The reservation of a piece that is in force, with the name for staff; null: none. */
export async function reservationOfPiece(db: Database, piece: string) {
  const row = await db
    .selectFrom('reservation')
    .select(['id', 'name', 'phone', 'until', 'made_by as madeBy', 'note'])
    .where('product_id', '=', piece)
    .where('ended_at', 'is', null)
    .where('until', '>', present)
    .executeTakeFirst()
  return row ?? null
}

/** A reservation by its id, for mails; null once nobody need know of it. */
export async function findReservation(db: Database, id: number) {
  const row = await db
    .selectFrom('reservation')
    .select(['product_id as piece', 'branch_id as branchId', 'until', 'name'])
    .where('id', '=', id)
    .where('forgotten_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

async function writeTo(
  db: Database,
  { id, locale, email }: { id: number; locale: 'de' | 'en'; email: string },
  kind: 'reservation-made' | 'reservation-ends',
  about: string,
): Promise<void> {
  const reason = `reservation:${id}:${kind}:${about}`
  await enqueueMails(db, [{ reason, kind, locale, recipient: email, payload: { reservation: id } }])
}

/** Reservations whose time is up: their pieces are free by the clock alone; here that is written down. Returns how many. */
export async function endLapsedReservations(db: Database): Promise<number> {
  const rows = await query(db, { count: int4 })`
    with lapsed as (
      update reservation set ended_at = until, outcome = 'lapsed' where ended_at is null and until <= now() returning id
    ) select count(*)::int as count from lapsed
  `
  return rows[0]?.count ?? 0
}

/** Reminds whoever gave an address on the day before it ends, unless it was made on that day. Returns how many. */
export async function remindOfReservations(db: Database): Promise<number> {
  const rows = await query(db, { id: int8, locale: oneOf(['de', 'en']), email: text, until: timestamptz })`
    update reservation set reminded_at = now()
    where ended_at is null and reminded_at is null and email is not null and until > now()
      and until < now() + interval '26 hours' and made_at < until - interval '30 hours'
    returning id, locale, email, until
  `
  for (const row of rows) await writeTo(db, row, 'reservation-ends', `${row.until.getTime()}`)
  return rows.length
}

/** Days after its end on which nobody need know any more whom a piece was kept for. */
const keptDays = 30

/** Forgets whom pieces were kept for; what was kept and until when stays. Returns how many. */
export async function forgetReservations(db: Database): Promise<number> {
  return forgetThose(db, sql`ended_at < now() - make_interval(days => ${keptDays})`)
}

/** Forgets at once whom a piece was kept for; one that is forgotten already is left alone. */
export async function forgetReservation(db: Database, id: number): Promise<void> {
  await forgetThose(db, sql`id = ${id}`)
}

async function forgetThose(db: Database, which: RawBuilder<unknown>): Promise<number> {
  return together(db, async (transaction) => {
    const rows = await query(transaction, { id: int8 })`
      update reservation set name = '', phone = null, email = null, note = '', forgotten_at = now()
      where forgotten_at is null and ${which} returning id
    `
    await eraseMailsOfReservations(
      transaction,
      rows.map(({ id }) => id),
    )
    return rows.length
  })
}
