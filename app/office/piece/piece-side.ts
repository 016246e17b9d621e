import { germanDay } from '#app/shop/buying/german-day.ts'
import { reservationOfPiece } from '#app/shop/counter/reservation.ts'
import { costsOfPiece } from '#app/shop/ledger/piece-costs.ts'
import { flawsOf } from '#app/shop/piece/flaws.ts'
import { piecePrices } from '#app/shop/piece/piece-money.ts'
import { theftChecks } from '#app/shop/piece/provenance.ts'
import type { PieceRow } from '#app/shop/piece/read-piece.ts'
import { sheetsOf } from '#app/shop/piece/sign-test-sheet.ts'
import { may } from '#app/shop/staff/permissions.ts'
import type { OfficeRequest } from '../answer.ts'

/** What stands beside the form of a piece: its prices, where it comes from, its photos with their flaws. */
export async function beside(
  { app: { db }, member, now }: Pick<OfficeRequest, 'app' | 'member' | 'now'>,
  row: PieceRow,
) {
  const prices = await piecePrices(db, row, now)
  const photos = await db
    .selectFrom('photo')
    .select(['id', 'width', 'height', 'alt'])
    .where('product_id', '=', row.id)
    .orderBy('position')
    .execute()
  const reservation = may(member.role, 'reservations.make') ? await reservationOfPiece(db, row.id) : null
  return {
    prices: {
      ...prices,
      cents: row.price_cents,
      since: prices.since?.toISOString() ?? null,
      history: prices.history.map(({ since, cents }) => ({ since: since.toISOString(), cents })),
    },
    reference: row.reference,
    provenance: {
      ledgerNumber: row.ledger_number,
      hasSerial: row.has_serial,
      checks: await theftChecks(db, row.id),
    },
    sheets: await sheetsOf(db, row.id),
    photos: photos.map(({ alt, ...photo }) => ({
      ...photo,
      alt: (alt as Record<string, string>)[member.locale] ?? '',
    })),
    flaws: await flawsOf(db, row.id),
    reservation: reservation && { name: reservation.name, until: reservation.until.toISOString() },
    today: germanDay(now),
    /** Those who may not see what it cost see none of them. */
    costs: may(member.role, 'pieces.see-cost') ? await costsOfPiece(db, row.id) : [],
  }
}
