import { z } from 'zod'
import { officeMessages } from '#app/language/messages/office.ts'
import { endReservation, moveReservation, reservationSchema, reserve } from '#app/shop/counter/reservation.ts'
import {
  findReservations,
  type ReservationRow,
  reservationBatches,
} from '#app/shop/counter/reservation-list.ts'
import { reservationShape } from '#app/shop/counter/reservation-shape.ts'
import { reservationEnds, usualEnd } from '#app/shop/counter/reservation-times.ts'
import { readAsked } from '#app/shop/lists/list-shape.ts'
import { currentSettings } from '#app/shop/settings/settings-cache.ts'
import { branchesAsOpen } from '#app/shop/settings/vacation.ts'
import { asStaff } from '#app/shop/staff/change-record.ts'
import { scannedNumber } from '#app/shop/stock-taking/scanned.ts'
import { action, screen } from '../answer.ts'
import { officeFormats } from '../frame/formats.ts'
import { listFile, wantsFile, withViews } from '../list/list-answer.ts'

/** As JSON, in one language. */
function shownRow({ until, made_at, ended_at, ...row }: ReservationRow) {
  return {
    ...row,
    until: until.toISOString(),
    madeAt: made_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
  }
}

const heads = {
  de: ['Stück', 'Bezeichnung', 'Name', 'Telefon', 'E-Mail', 'Bis', 'Stand', 'Vermerk', 'Durch'],
  en: ['Piece', 'Description', 'Name', 'Phone', 'E-mail', 'Until', 'State', 'Note', 'By'],
} as const

export const reservationScreens = {
  reservations: screen({
    permission: 'reservations.make',
    load: async (request, { query }) => {
      const { app, member, now } = request
      const asked = readAsked(reservationShape, query)
      if (wantsFile(query)) {
        const [piece, title, name, phone, email, until, state, note, by] = heads[member.locale]
        const { states } = (await officeMessages(member.locale)).office.sale.reservations
        const { moment } = officeFormats(member.locale)
        throw listFile<ReservationRow>(request, {
          name: member.locale === 'de' ? 'reservierungen' : 'reservations',
          batches: reservationBatches(app.db, asked),
          columns: [
            [piece, (row) => row.piece],
            [title, (row) => [row.brand, row.title[member.locale]].filter(Boolean).join(' ')],
            [name, (row) => row.name],
            [phone, (row) => row.phone ?? ''],
            [email, (row) => row.email ?? ''],
            [until, (row) => moment(row.until)],
            [state, (row) => states[row.state]],
            [note, (row) => row.note],
            [by, (row) => row.made_by],
          ],
        })
      }
      const { branches, vacation } = await currentSettings(app.db)
      const found = await findReservations(app.db, asked)
      return {
        ...(await withViews(request, 'reservations', { ...found, rows: found.rows.map(shownRow) })),
        piece: scannedNumber(query.get('piece') ?? ''),
        branches: branchesAsOpen({ branches, vacation }).map((branch) => {
          const ends = reservationEnds(branch, now)
          return {
            id: branch.id,
            name: branch.name,
            usual: usualEnd(ends, now)?.day ?? null,
            ends: ends.map(({ day, until }) => ({ day, until: until.toISOString() })),
          }
        }),
      }
    },
  }),
} as const

const named = z.object({ id: z.int().positive(), version: z.int().min(0) })

export const reservationActions = {
  'reservations.make': action({
    permission: 'reservations.make',
    input: reservationSchema.extend({ piece: z.string().max(300) }),
    run: async ({ app: { db }, member, now }, { piece, ...input }) => {
      const number = scannedNumber(piece)
      if (number === null) return { ok: false, reason: 'no-such-piece' } as const
      const settings = await currentSettings(db)
      const made = await asStaff(db, member, (transaction) =>
        reserve(transaction, { ...input, piece: number }, { by: member.name, settings, now }),
      )
      return 'until' in made ? { ...made, until: made.until.toISOString() } : made
    },
  }),
  'reservations.move': action({
    permission: 'reservations.make',
    input: named.extend({ day: z.iso.date() }),
    run: async ({ app: { db }, member, now }, given) => {
      const settings = await currentSettings(db)
      return asStaff(db, member, (transaction) => moveReservation(transaction, given, { settings, now }))
    },
  }),
  'reservations.end': action({
    permission: 'reservations.make',
    input: named,
    run: ({ app: { db }, member }, given) =>
      asStaff(db, member, (transaction) => endReservation(transaction, given, { by: member.name })),
  }),
} as const
