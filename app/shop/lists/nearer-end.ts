/** From here on, a place in a list is far from its beginning. */
const far = 1_000

/** Rows of a list: at most `limit` after the first `offset`. */
export type Window = { offset: number; limit: number }

/**
 * Rows of a list as they stand in it, read from whichever end is nearer: whatever lies before a place is read and sorted to
 * find it. `read` with `turned` reads the list from its end; `counting`: how many it has, which a place near its beginning does
 * not wait for.
 */
export async function fromNearerEnd<Found>(
  { offset, limit }: Window,
  counting: Promise<number>,
  read: (window: Window, turned: boolean) => Promise<Found[]>,
): Promise<Found[]> {
  if (offset < far) return read({ offset, limit }, false)
  const left = (await counting) - offset
  if (left <= 0) return []
  if (left > offset) return read({ offset, limit }, false)
  const shown = Math.min(limit, left)
  return (await read({ offset: left - shown, limit: shown }, true)).toReversed()
}
