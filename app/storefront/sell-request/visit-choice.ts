import type { Database } from '#app/platform/database/database.ts'
import { freeSlots } from '#app/shop/appointments/free-times.ts'
import type { ViewingPlace } from '#app/shop/appointments/viewing-places.ts'
import { germanDay } from '#app/shop/buying/german-day.ts'
import type { Settings } from '#app/shop/settings/settings.ts'
import { branchesAsOpen } from '#app/shop/settings/vacation.ts'

/** What a seller or viewer may choose of: first a branch, then one of its days, then a time of that day. */
export type VisitChoice = Awaited<ReturnType<typeof visitChoice>>

/**
 * Branches and days that have a free time, as a page's query asks for them: `branch=koeln&day=2026-11-24`. Without a
 * branch it is the `wanted` one; `only`: no others are offered, and there no earlier times. `except`: an appointment that is to be moved. Times are those of the day that was chosen; `gone`: that day has none any more.
 */
export async function visitChoice(
  db: Database,
  settings: Pick<Settings, 'branches' | 'buying' | 'vacation'>,
  {
    query,
    wanted,
    now,
    only = null,
    except = null,
  }: {
    query: URLSearchParams
    wanted: string | null
    now: Date
    only?: readonly ViewingPlace[] | null
    except?: number | null
  },
) {
  const free = await Promise.all(
    branchesAsOpen(settings)
      .flatMap((branch) => {
        const place = only?.find(({ branchId }) => branchId === branch.id)
        return only && !place ? [] : [{ branch, earliest: place?.earliest ?? now }]
      })
      .map(async ({ branch, earliest }) => ({
        branchId: branch.id,
        name: branch.name,
        days: Map.groupBy(
          (await freeSlots(db, branch, settings.buying, now, { except }))
            .map(({ startsAt }) => startsAt)
            .filter((at) => at >= earliest),
          (at) => germanDay(at),
        ),
      })),
  )
  const offered = free.filter(({ days }) => days.size > 0)
  const named = (id: string | null) => offered.find(({ branchId }) => branchId === id)
  const branch = named(query.get('branch')) ?? named(wanted) ?? offered[0]
  // A day belongs to the branch it was chosen for.
  const asked = query.get('branch') === null || branch?.branchId === query.get('branch')
  const day = asked ? query.get('day') : null
  const times = (day !== null && branch?.days.get(day)) || []
  return {
    branches: offered.map(({ branchId, name }) => ({ branchId, name })),
    branchId: branch?.branchId ?? null,
    days: [...(branch?.days.keys() ?? [])],
    day: times.length > 0 ? day : null,
    times,
    gone: query.has('day') && times.length === 0,
    /** Somebody is about to choose. */
    open: query.has('branch') || query.has('day'),
  }
}
