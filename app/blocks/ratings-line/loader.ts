import type { BlockOf } from '../block.ts'
import type { RatingsLine } from '../find-ratings-line.ts'
import type { LoadContext } from '../load-blocks.ts'

/** By way of the page: whoever reads another page's blocks needs all of them, and a loader must not bring them along. */
export function loadRatingsLine(
  _: BlockOf<'ratings-line'>,
  { findRatings }: LoadContext,
): Promise<RatingsLine | null> {
  return findRatings()
}
