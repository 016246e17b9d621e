/** Something on a day's column: `from` and `until` are HH:MM. */
type Timed = { from: string; until: string }

export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Puts what overlaps beside each other: of each its lane, and how many lanes its group has. */
export function inLanes<Thing extends Timed>(
  things: readonly Thing[],
): { thing: Thing; lane: number; lanes: number }[] {
  const sorted = things.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))
  const placed: { thing: Thing; lane: number; lanes: number }[] = []
  let group: typeof placed = []
  let ends: string[] = []
  const close = () => {
    for (const each of group) each.lanes = ends.length
    group = []
    ends = []
  }
  for (const thing of sorted) {
    if (ends.every((end) => end <= thing.from)) close()
    const free = ends.findIndex((end) => end <= thing.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = thing.until
    const place = { thing, lane, lanes: 1 }
    group.push(place)
    placed.push(place)
  }
  close()
  return placed
}

/** The hours that a grid shows: all of what is open and what lies on it, at least one. */
export function hoursShown(things: readonly Timed[]): { first: number; last: number } {
  if (things.length === 0) return { first: 9, last: 18 }
  const first = Math.floor(Math.min(...things.map(({ from }) => minutesOf(from))) / 60)
  const last = Math.ceil(Math.max(...things.map(({ until }) => minutesOf(until))) / 60)
  return { first, last: Math.max(last, first + 1) }
}
