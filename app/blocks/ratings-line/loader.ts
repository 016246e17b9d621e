import type { BlockOf } from '../block.ts'
import type { LoadContext } from '../load-blocks.ts'
import type { RatingsLine } from '../ratings/ratings-line.ts'

/** By way of the page: whoever reads another page's blocks needs all of them, and a loader must not bring them along. */
export function loadRatingsLine(
  _: BlockOf<'ratings-line'>,
  { findRatings }: LoadContext,
): Promise<RatingsLine | null> {
  return findRatings()
}
