import type { ViewingKind } from '#app/shop/appointments/kinds.ts'
import type { OfferedPiece, ViewingOffer } from '#app/shop/appointments/viewing-offer.ts'
import { lyingElsewhere, placesFor } from '#app/shop/appointments/viewing-rules.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'

/** A branch as the drawer offers it: with the days on which what was chosen can be seen there. */
export type ShownPlace = {
  id: string
  name: string
  city: string
  address: string
  /** What is brought there first, and from which day on it is there. */
  brought: { pieces: OfferedPiece[]; day: string } | null
  days: { day: string; times: string[] }[]
}

/** Where and when the chosen pieces can be seen together, by the rules that the server books by. */
export function shownPlaces(
  { branches, later }: ViewingOffer,
  chosen: readonly OfferedPiece[],
  kind: ViewingKind,
): ShownPlace[] {
  const places = placesFor(chosen, kind, { branches: branches.map(({ id }) => id), later })
  return places.flatMap(({ branchId, earliest }) => {
    const branch = branches.find(({ id }) => id === branchId)
    if (!branch) return []
    const { times, ...rest } = branch
    const fitting = times.filter((at) => earliest === null || Date.parse(at) >= Date.parse(earliest))
    const days = Map.groupBy(fitting, (at) => germanDay(new Date(at)))
    return [
      {
        ...rest,
        brought:
          earliest === null
            ? null
            : { pieces: lyingElsewhere(chosen, branchId), day: germanDay(new Date(earliest)) },
        days: [...days].map(([day, at]) => ({ day, times: at })),
      },
    ]
  })
}

/** The free times of a branch after the one that was taken meanwhile; where there are none after it, the last before. */
export function timesAfter({ days }: ShownPlace, wanted: string, count = 3): string[] {
  const all = days.flatMap(({ times }) => times)
  const after = all.filter((at) => Date.parse(at) > Date.parse(wanted))
  return (after.length > 0 ? after : all.toReversed()).slice(0, count)
}
