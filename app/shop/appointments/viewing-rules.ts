import type { ViewingKind } from './kinds.ts'

/** A piece on sale, and the branch in which it lies; null: it may be seen in any. */
export type PieceAt = { id: string; branchId: string | null }

/** A branch in which pieces are seen together, or from which they are shown by video. */
export type PlaceAt<Moment> = {
  branchId: string
  /** What lies elsewhere is there from then on; null: all of them lie there. */
  earliest: Moment | null
}

/**
 * Where pieces can be seen together: in the branch where all of them lie, and where the shop brings pieces from one to the
 * other, in any. A call by video comes from where the first of them lies. `later`: when what is brought is there; null:
 * nothing is. Server and browser ask the same.
 */
export function placesFor<Moment>(
  pieces: readonly PieceAt[],
  kind: ViewingKind,
  { branches, later }: { branches: readonly string[]; later: Moment | null },
): PlaceAt<Moment>[] {
  const from = pieces[0]?.branchId ?? branches[0]
  return branches
    .filter((branchId) => kind === 'viewing' || branchId === from)
    .flatMap((branchId): PlaceAt<Moment>[] => {
      if (lyingElsewhere(pieces, branchId).length === 0) return [{ branchId, earliest: null }]
      return later === null ? [] : [{ branchId, earliest: later }]
    })
}

/** What has to be brought to a branch first. */
export const lyingElsewhere = <Piece extends PieceAt>(pieces: readonly Piece[], branchId: string): Piece[] =>
  pieces.filter((piece) => piece.branchId !== null && piece.branchId !== branchId)
