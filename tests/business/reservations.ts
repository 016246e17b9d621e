import { sql } from 'kysely'
import { int8, nullable, query, text } from '#app/platform/database/statement.ts'
import { daysLater, germanDay } from '#app/shop/buying/german-day.ts'
import { holdProducts, releaseExpiredHolds } from '#app/shop/checkout/hold.ts'
import { holdAtCounter, releaseFromCounter } from '#app/shop/counter/counter-hold.ts'
import {
  endLapsedReservations,
  endReservation,
  moveReservation,
  remindOfReservations,
  reserve,
} from '#app/shop/counter/reservation.ts'
import { asStaff, versionOf } from '#app/shop/staff/change-record.ts'
import type { BookPiece, BookReservation, Books } from './books.ts'
import { sellHeld } from './counter.ts'
import { buyerOf, type Regular, regulars } from './people.ts'
import { type Business, disagree } from './shop.ts'

/** The branch is open every day: seven are offered, today among them as long as it is open. */
const farthest = 6

const dayIn = (days: number) => daysLater(germanDay(new Date()), days)
const live = ({ reservations }: Books) => reservations.filter(({ outcome }) => outcome === null)
const pieceOf = ({ pieces }: Books, { piece }: BookReservation) => pieces.get(piece) as BookPiece

/** Somebody calls and has a piece kept; nobody else gets it meanwhile. */
export async function reserveByPhone(business: Business): Promise<string | null> {
  const { db, books, settings, member, oneOf, below, random } = business
  const piece = oneOf([...books.pieces.values()].filter(({ status }) => status === 'listed'))
  if (!piece) return null
  const days = 1 + below(farthest)
  const asked = {
    ...{ piece: piece.id, branchId: 'koeln', name: buyerOf(oneOf(regulars) as Regular).name },
    ...{ phone: '0221 123456', email: random() < 0.3 ? 'ruft@beispiel.example' : '', note: '' },
    ...{ locale: 'de' as const, day: dayIn(days) },
  }
  const ask = (given: typeof asked) =>
    asStaff(db, member, (transaction) =>
      reserve(transaction, given, { by: member.name, settings, now: new Date() }),
    )
  const tooLong = await ask({ ...asked, day: dayIn(farthest + 2) })
  if (tooLong.ok || tooLong.reason !== 'no-such-day') disagree(`${piece.id} was kept for too long`)
  const kept = await ask(asked)
  if (!kept.ok) disagree(`${piece.id} cannot be kept: ${kept.reason}`)
  const twice = await ask(asked)
  if (twice.ok || twice.reason !== 'reserved') disagree(`${piece.id} was kept twice`)
  const visitor = { holder: `visitor-${books.references++}-who-comes-late`, client: null }
  const late = await holdProducts(db, { pieces: [piece.id], ...visitor })
  if (late.ok) disagree(`${piece.id} was had online while it was kept`)
  books.reservations.push({
    id: kept.id,
    piece: piece.id,
    until: books.day + days,
    outcome: null,
    order: null,
  })
  piece.status = 'kept'
  return `${piece.id}: kept for ${days} days`
}

/** They ask for a longer time, or for a shorter one. */
export async function keepLonger(business: Business): Promise<string | null> {
  const { db, books, settings, member, oneOf, below } = business
  const reservation = oneOf(live(books))
  if (!reservation) return null
  const days = 1 + below(farthest)
  const version = await versionOf(db, { subject: 'reservation', id: String(reservation.id) })
  const given = { id: reservation.id, day: dayIn(days), version }
  const moved = await asStaff(db, member, (transaction) =>
    moveReservation(transaction, given, { settings, now: new Date() }),
  )
  if (!moved.ok) disagree(`${reservation.piece} cannot be kept longer: ${moved.reason}`)
  reservation.until = books.day + days
  return `${reservation.piece}: kept for ${days} days from now`
}

/** They do not want it any more. */
export async function letGo(business: Business): Promise<string | null> {
  const { db, books, member, oneOf } = business
  const reservation = oneOf(live(books))
  if (!reservation) return null
  const version = await versionOf(db, { subject: 'reservation', id: String(reservation.id) })
  const ended = await asStaff(db, member, (transaction) =>
    endReservation(transaction, { id: reservation.id, version }, { by: member.name }),
  )
  if (!ended.ok) disagree(`${reservation.piece} cannot be let go of: ${ended.reason}`)
  reservation.outcome = 'released'
  pieceOf(books, reservation).status = 'listed'
  return `${reservation.piece}: not kept any more`
}

/** They come and buy it, or look at it and leave: then it is kept as before. */
export async function comeForIt(business: Business): Promise<string | null> {
  const { db, books, oneOf, random } = business
  const reservation = oneOf(live(books))
  if (!reservation) return null
  const piece = pieceOf(books, reservation)
  const sale = crypto.randomUUID()
  const unnamed = await holdAtCounter(db, { sale, piece: piece.id })
  if (unnamed.ok || unnamed.reason !== 'reserved') disagree(`${piece.id} was taken from whom it is kept for`)
  const had = await holdAtCounter(db, { sale, piece: piece.id, from: unnamed.holder })
  if (!had.ok) disagree(`${piece.id} cannot be had by whom it is kept for: ${had.reason}`)
  if (random() < 0.3) {
    await releaseFromCounter(db, { sale })
    return `${piece.id}: looked at by whom it is kept for`
  }
  const told = await sellHeld(business, sale, [{ ...piece, agreedCents: piece.listedCents }])
  reservation.outcome = 'sold'
  reservation.order = books.orders.at(-1)?.id ?? null
  return told
}

/** In the evening of its last day nobody has come: it ends by itself, and the piece is on sale again. */
export async function lapseReservations({ db, books }: Business): Promise<void> {
  for (const reservation of live(books)) {
    if (reservation.until > books.day) continue
    // What ends today has ended, whatever hour it is where this runs.
    if (reservation.until === books.day) {
      await sql`update reservation set until = until - interval '1 day' where id = ${reservation.id}`.execute(
        db,
      )
      await sql`update claim set held_until = held_until - interval '1 day' where holder = ${`reservation ${reservation.id}`}`.execute(
        db,
      )
    }
    reservation.outcome = 'lapsed'
    pieceOf(books, reservation).status = 'listed'
  }
  await releaseExpiredHolds(db)
  await endLapsedReservations(db)
  await remindOfReservations(db)
}

/** Every reservation with what became of it. */
export async function reservationsDiffer({ db, books }: Business): Promise<string[]> {
  const rows = await query(db, { id: int8, outcome: nullable(text), order: nullable(int8) })`
    select id, outcome, order_id as "order" from reservation order by id`
  const shown = JSON.stringify(rows)
  const book = JSON.stringify(books.reservations.map(({ id, outcome, order }) => ({ id, outcome, order })))
  return shown === book ? [] : [`reservations are ${shown}, in the books ${book}`]
}
