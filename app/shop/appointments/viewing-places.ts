import type { Database } from '#app/platform/database/database.ts'
import { beginOfDay, germanDay } from '../buying/german-day.ts'
import { endOfWorkingDay } from '../checkout/working-days.ts'
import type { ViewingKind } from './kinds.ts'
import type { AppointmentSettings } from './place.ts'
import { type PieceAt, type PlaceAt, placesFor } from './viewing-rules.ts'

type PlaceSettings = Pick<AppointmentSettings, 'branches' | 'buying'>

export type ViewingPlace = PlaceAt<Date>

/** When a piece of another branch is there at the earliest; null: pieces are not brought from one to the other. */
export function broughtFrom({ buying }: Pick<PlaceSettings, 'buying'>, now: Date): Date | null {
  const { bringDays } = buying.appointments
  return bringDays === null ? null : beginOfDay(germanDay(endOfWorkingDay(now, bringDays)))
}

const placesOf = (pieces: readonly PieceAt[], kind: ViewingKind, settings: PlaceSettings, now: Date) =>
  placesFor(pieces, kind, {
    branches: settings.branches.map(({ id }) => id),
    later: broughtFrom(settings, now),
  })

/** Those of some pieces that are on sale, in their order, and where they lie. */
export async function piecesOnSale(
  db: Database,
  ids: readonly string[],
  { branches }: Pick<PlaceSettings, 'branches'>,
): Promise<PieceAt[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('product')
    .select(['id', 'branch_id'])
    .where('id', 'in', ids)
    .where('status', '=', 'listed')
    .execute()
  const known = (id: string | null) => (branches.some((branch) => branch.id === id) ? id : null)
  return ids.flatMap((id) => {
    const row = rows.find((each) => each.id === id)
    return row ? [{ id, branchId: known(row.branch_id) }] : []
  })
}

/** Where a number of pieces can be seen; null: one of them is not on sale. */
export async function placesOfPieces(
  db: Database,
  ids: readonly string[],
  kind: ViewingKind,
  { settings, now }: { settings: PlaceSettings; now: Date },
): Promise<ViewingPlace[] | null> {
  const pieces = await piecesOnSale(db, ids, settings)
  return pieces.length < ids.length || pieces.length === 0 ? null : placesOf(pieces, kind, settings, now)
}

/**
 * Where an appointment can be moved to: wherever what is still on sale of its pieces can be seen, and where it is. One that
 * staff entered about no piece may be anywhere.
 */
export async function placesToMoveTo(
  db: Database,
  had: { kind: string; branchId: string; startsAt: Date; pieces: readonly { id: string }[] },
  { settings, now }: { settings: PlaceSettings; now: Date },
): Promise<ViewingPlace[]> {
  const here = { branchId: had.branchId, earliest: null }
  if (had.kind === 'video') return [here]
  if (had.pieces.length === 0) return settings.branches.map(({ id }) => ({ branchId: id, earliest: null }))
  const ids = had.pieces.map(({ id }) => id)
  const pieces = await piecesOnSale(db, ids, settings)
  const places = pieces.length === 0 ? [] : placesOf(pieces, 'viewing', settings, now)
  if (!places.some(({ branchId }) => branchId === had.branchId)) return [here, ...places]
  // What is brought to the branch is there by the time that was agreed.
  return places.map(({ branchId, earliest }) => ({
    branchId,
    earliest: branchId === had.branchId && earliest && had.startsAt < earliest ? had.startsAt : earliest,
  }))
}
